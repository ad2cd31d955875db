// Standard output, buffered in one place that notices a full disk and a closed pipe.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>

namespace clade::detail::cli {

// Nobody reads any more: the program ends quietly.
struct ClosedPipe {};

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    write(fmt::format(format, std::forward<Args>(args)...));
  }
  // Error{environment} where the text cannot be written, ClosedPipe where nobody reads it.
  void flush();

 private:
  int descriptor_;
  std::string buffer_;
};

// A line on standard error; what happens to it is nobody's concern.
void write_error_line(std::string_view text);
// The same for a warning of the library (clade/error.h).
void write_warning(std::string_view text);

}  // namespace clade::detail::cli
