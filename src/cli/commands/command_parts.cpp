#include "cli/commands/command_parts.h"

#include <string>
#include <vector>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail::cli {

namespace {

std::string part_names(const CommandFamily& family) {
  std::string names;
  for (const Command& part : family.parts) {
    names += names.empty() ? "" : &part == &family.parts.back() ? " or " : ", ";
    names += part.name;
  }
  return names;
}

}  // namespace

int run_part(const CommandFamily& family, const Arguments& words, Output& out) {
  if (words.empty()) {
    fail(ErrorKind::usage, "{}: expected {}, got nothing", family.name, part_names(family));
  }
  // `clade help taxonomy check` arrives as `check --help`.
  std::vector<std::string> known;
  for (const Command& part : family.parts) {
    if (part.name == words.front()) return part.run(Arguments(words.begin() + 1, words.end()), out);
    known.emplace_back(part.name);
  }
  if (wants_help(words)) {
    out.write(family.overview);
    return 0;
  }
  fail(ErrorKind::usage, "{}: expected {}, got {}{}", family.name, part_names(family),
       quoted(words.front()), did_you_mean(words.front(), known));
}

}  // namespace clade::detail::cli
