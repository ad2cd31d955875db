#include "cli/commands/taxonomy_random.h"

#include <tuple>

#include "cli/options/options.h"
#include "cli/options/taxonomy_source.h"
#include "cli/output/help.h"
#include "cli/output/taxonomy_output.h"
#include "pipeline/data_options.h"
#include "taxonomy/random_taxonomy.h"

namespace clade::detail::cli {

namespace {

struct RandomOptions {
  std::string output, to;
  std::uint64_t seed = 0;
  bool quiet = false;
  TaxonomyOptions taxonomy;

  static constexpr auto fields() {
    using P = RandomOptions;
    return std::tuple{
        Field{"o", &P::output, file_name, "the file to write; '-' is standard output"},
        Field{"to", &P::to, any_text,
              "the format to write, where the name does not tell, as for "
              "--taxonomy-format"},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        Nested{&P::taxonomy}, PlainField{"quiet", &P::quiet, quiet_help}};
  }
};

CommandSpec random_spec(RandomOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy random";
  spec.summary = "a random tree with as many nodes at every level (thesis 7.4.3)";
  spec.usage = {"T -o OUT [--seed S] [options]"};
  spec.positionals = {{"T", "a file with a taxonomy (docs/DATA_FORMATS.md)", true, false}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Nodes keep their level and their names, so the same data fit; terminal nodes stay "
      "terminal,\n"
      "every inner node has a child. How much worse training gets with it tells what the taxonomy "
      "is\n"
      "worth.\n";
  spec.examples = {{"clade taxonomy random topics.tsv --seed 1 -o random.tsv",
                    "one random hierarchy; other seeds give others"}};
  return spec;
}

}  // namespace

int run_taxonomy_random(const Arguments& words, Output& out) {
  RandomOptions options;
  const CommandSpec spec = random_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  const TaxonomyOutputFormat format = output_format(spec.name, options.output, options.to);
  check_output_file(spec.name + ": -o", options.output, paths_from(arguments, 0));
  const TaxonomyDocument given =
      read_taxonomy_document(arguments.front(), options.taxonomy.read_options());
  tell_notes(given, options.quiet);
  write_taxonomy({random_taxonomy(given.taxonomy, options.seed), given.titles, given.aliases},
                 format, options.output, out);
  return 0;
}

}  // namespace clade::detail::cli
