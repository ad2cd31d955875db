// clade taxonomy: what can be done with taxonomies, a file per command.
#include <array>

#include "cli/commands/command_parts.h"
#include "cli/commands/taxonomy_advise.h"
#include "cli/commands/taxonomy_check.h"
#include "cli/commands/taxonomy_convert.h"
#include "cli/commands/taxonomy_learn.h"
#include "cli/commands/taxonomy_random.h"
#include "cli/commands/taxonomy_show.h"

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
    Command{"check", "is a taxonomy sound, and does it fit data?", run_taxonomy_check},
    Command{"show", "draw a taxonomy", run_taxonomy_show},
    Command{"convert", "write a taxonomy in another format", run_taxonomy_convert},
    Command{"learn", "make a taxonomy from the classes of data", run_taxonomy_learn},
    Command{"random", "a random tree over the same nodes", run_taxonomy_random},
    Command{"advise", "does a taxonomy help, and what would be better?", run_taxonomy_advise},
};

}  // namespace

std::span<const Command> taxonomy_parts() { return parts; }

int run_taxonomy(const Arguments& words, Output& out) {
  return run_part({"taxonomy", parts, taxonomy_overview}, words, out);
}

}  // namespace clade::detail::cli
