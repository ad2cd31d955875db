// Where the header of a request ends, on bytes that come piece by piece.
#pragma once

#include <cstddef>
#include <string_view>

namespace clade::detail::serve {

// Stricter than RFC 9112 allows a server to be, so that nobody between the client and the service
// can see other borders than the service does: no line that ends in a bare LF, no line that
// continues the one before. What is inside a line is for the parser.
class HeadScanner {
 public:
  enum class Found { part, whole, nonsense };

  // All bytes of the request so far; each call looks at the new ones.
  Found scan(std::string_view input);
  // One past the empty line; after `whole`.
  std::size_t end() const { return line_; }
  // Bytes before the request line: an empty line is let pass.
  std::size_t begin() const { return begin_; }

 private:
  std::size_t begin_ = 0;
  std::size_t line_ = 0;  // where the line begins whose end was not seen yet
  std::size_t seen_ = 0;  // no line ends between line_ and here
};

}  // namespace clade::detail::serve
