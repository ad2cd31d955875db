// The triples of a text in Turtle or N-Triples, by libserd.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace clade::detail {

// Valid during the call that gives it.
struct Triple {
  std::string_view subject, predicate, object;  // whole IRIs, "_:x" for blank nodes, or a text
  bool object_is_text;
  std::string_view language;  // of the text; "" for none
  std::size_t line;           // where it ends
};

enum class RdfSyntax { turtle, ntriples };

// Whether clade was built with libserd.
bool reads_rdf();

// Calls take(triple) for each, in the order of the text. Error{input} with file:line:column for a
// text that is none, Error{environment} where clade was built without libserd.
void read_triples(std::string_view text, const std::string& name_for_messages, RdfSyntax syntax,
                  const std::function<void(const Triple&)>& take);

}  // namespace clade::detail
