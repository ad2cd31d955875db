// clade taxonomy: what can be done with taxonomies, a file per command.
#include <array>
#include <string>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/commands/taxonomy_advise.h"
#include "cli/commands/taxonomy_check.h"
#include "cli/commands/taxonomy_convert.h"
#include "cli/commands/taxonomy_learn.h"
#include "cli/commands/taxonomy_random.h"
#include "cli/commands/taxonomy_show.h"
#include "cli/output/help.h"

namespace clade::detail::cli {

namespace {

constexpr const char* taxonomy_overview =
    "clade taxonomy: look at taxonomies and change them\n"
    "\n"
    "Usage: clade taxonomy check T [DATA...]\n"
    "       clade taxonomy show T [DATA...]\n"
    "       clade taxonomy convert T -o OUT\n"
    "       clade taxonomy learn DATA... -o OUT\n"
    "       clade taxonomy random T -o OUT --seed S\n"
    "       clade taxonomy advise T DATA...\n"
    "\n"
    "'clade taxonomy check --help' and so on explain each.\n"
    "\n"
    "Examples:\n"
    "  clade taxonomy check topics.tsv train.svm\n"
    "      is the taxonomy sound, and does it fit the labels of the data?\n"
    "  clade taxonomy show topics.tsv --depth 2\n"
    "      draw its two upper levels\n"
    "  clade taxonomy convert go.obo -o go.tsv\n"
    "      write it in another format\n"
    "  clade taxonomy learn docs.jsonl -o learned.tsv\n"
    "      a taxonomy from the classes of documents\n"
    "  clade taxonomy random topics.tsv --seed 1 -o random.tsv\n"
    "      a random tree over the same nodes, to see what the taxonomy is worth\n"
    "  clade taxonomy advise topics.tsv docs.jsonl -o better.tsv\n"
    "      does the taxonomy help, which nodes hurt, what would be better?\n";

constexpr std::array parts{
    Command{"check", "", run_taxonomy_check},     Command{"show", "", run_taxonomy_show},
    Command{"convert", "", run_taxonomy_convert}, Command{"learn", "", run_taxonomy_learn},
    Command{"random", "", run_taxonomy_random},   Command{"advise", "", run_taxonomy_advise},
};

std::string part_names() {
  std::string names;
  for (const Command& part : parts) {
    names += names.empty() ? "" : &part == &parts.back() ? " or " : ", ";
    names += part.name;
  }
  return names;
}

}  // namespace

int run_taxonomy(const Arguments& words, Output& out) {
  if (words.empty()) fail(ErrorKind::usage, "taxonomy: expected {}, got nothing", part_names());
  // `clade help taxonomy check` arrives as `check --help`.
  std::vector<std::string> known;
  for (const Command& part : parts) {
    if (part.name == words.front()) return part.run(Arguments(words.begin() + 1, words.end()), out);
    known.emplace_back(part.name);
  }
  if (wants_help(words)) {
    out.write(taxonomy_overview);
    return 0;
  }
  fail(ErrorKind::usage, "taxonomy: expected {}, got {}{}", part_names(), quoted(words.front()),
       did_you_mean(words.front(), known));
}

}  // namespace clade::detail::cli
