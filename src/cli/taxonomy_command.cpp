// clade taxonomy: check and show.
#include <string>

#include "base/fail.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/taxonomy_check.h"
#include "cli/taxonomy_show.h"

namespace clade::cli {

namespace {

constexpr const char* overview =
    "clade taxonomy: check and show taxonomies\n"
    "\n"
    "Usage: clade taxonomy check T [DATA...]\n"
    "       clade taxonomy show T [DATA...]\n"
    "\n"
    "'clade taxonomy check --help' and 'clade taxonomy show --help' explain the two.\n"
    "\n"
    "Examples:\n"
    "  clade taxonomy check topics.tsv train.svm\n"
    "      is the taxonomy sound, and does it fit the labels of the data?\n"
    "  clade taxonomy show topics.tsv --depth 2\n"
    "      draw its two upper levels\n";

}  // namespace

int run_taxonomy(const Words& words, Output& out) {
  if (words.empty()) fail(ErrorKind::usage, "taxonomy: expected check or show, got nothing");
  // `clade help taxonomy check` arrives as `check --help`.
  const Words rest(words.begin() + 1, words.end());
  if (words.front() == "check") return run_taxonomy_check(rest, out);
  if (words.front() == "show") return run_taxonomy_show(rest, out);
  if (wants_help(words)) {
    out.write(overview);
    return 0;
  }
  const std::vector<std::string> known{"check", "show"};
  fail(ErrorKind::usage, "taxonomy: expected check or show, got {}{}", quoted(words.front()),
       did_you_mean(words.front(), known));
}

}  // namespace clade::cli
