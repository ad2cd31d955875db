#include "cli/commands/taxonomy_advise.h"

#include <optional>
#include <string>
#include <tuple>

#include "base/threads.h"
#include "cli/options/compared_methods.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/taxonomy_output.h"
#include "cli/output/terminal_reporter.h"
#include "eval/taxonomy/taxonomy_advice.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

namespace {

struct AdviseOptions {
  std::string method = "hsvm", output, to;
  int sample_per_class = 0, repeats = 10, random_trees = 10, changes = 20;
  std::uint64_t seed = 0;
  bool json = false;
  TaxonomyOptions taxonomy;
  DataOptions data;

  static constexpr auto fields() {
    using P = AdviseOptions;
    return std::tuple{
        Field{"o", &P::output, file_name,
              "write the repaired taxonomy; the given one where no change helps"},
        Field{"to", &P::to, any_text,
              "the format to write, where the name does not tell, as for --taxonomy-format"},
        Field{"method", &P::method, any_text,
              "the method that sees the taxonomy, with its options as 'clade train' takes them"},
        Field{"sample_per_class", &P::sample_per_class, whole_number,
              "training records of each class; 0: half the median class, at most 10"},
        Field{"repeats", &P::repeats, at_least_two, "random samples"},
        Field{"random_trees", &P::random_trees, at_least_two,
              "random taxonomies of the same shape to compare with"},
        Field{"changes", &P::changes, whole_number,
              "at most so many nodes are dissolved and so many moved, to see what it "
              "gives; 0: no change is looked for"},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        PlainField{"json", &P::json, "write everything as one JSON object"},
        Nested{&P::taxonomy},
        Nested{&P::data}};
  }

  static constexpr NumberRule at_least_two{[](double v) { return v >= 2 && v <= 10000; },
                                           "a whole number from 2 to 10000"};
};

CommandSpec advise_spec(AdviseOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy advise";
  spec.summary = "does the taxonomy help to classify these data, and which nodes hurt?";
  spec.usage = {"T DATA... [-o OUT] [options]"};
  spec.positionals = {{"T", taxonomy_help, true, false}, {"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "The method is trained on small samples of each class, where a taxonomy matters most, with\n"
      "the given taxonomy, without one, with random ones of the same shape and with one learned\n"
      "from the sample. Average precision decides: it knows nothing of the taxonomy. Then inner\n"
      "nodes are dissolved and nodes moved to where their classes are nearer, on one half of the\n"
      "records; what helped is measured on the other half.\n";
  spec.examples = {{"clade taxonomy advise topics.tsv docs.jsonl -o better.tsv",
                    "is topics.tsv worth having, and what would be better?"}};
  return spec;
}

}  // namespace

int run_taxonomy_advise(const Arguments& words, Output& out) {
  AdviseOptions options;
  const CommandSpec spec = advise_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  std::optional<TaxonomyOutputFormat> format;
  if (!options.output.empty()) {
    format = output_format(spec.name, options.output, options.to);
    check_output_file(spec.name + ": -o", options.output, paths_from(arguments, 0));
  }
  const ComparedMethod method = parse_one_method("taxonomy advise", "--method", options.method);
  ComparedMethod flat = without_taxonomy(method);
  flat.name = method.name + " --flat";

  TerminalReporter reporter({options.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const FileSource source(paths_from(arguments, 1), options.data.files, "train");
  const PreparedAdvice prepared = prepare_advice(
      source, taxonomy_source(arguments.front(), options.taxonomy), flat, method, pool, reporter);
  AdviceOptions advice_options;
  advice_options.per_class = static_cast<std::size_t>(options.sample_per_class);
  advice_options.repeats = static_cast<std::size_t>(options.repeats);
  advice_options.random_trees = static_cast<std::size_t>(options.random_trees);
  advice_options.most_changes = static_cast<std::size_t>(options.changes);
  advice_options.seed = options.seed;
  const GracefulStop stop;
  const Advice advice =
      advise(prepared.flat, prepared.method, prepared.taxonomy, advice_options, pool, reporter);
  reporter.finish();
  if (format) {
    const Taxonomy& best = advice.repaired ? *advice.repaired : prepared.taxonomy;
    write_taxonomy({best, {}, {}}, *format, options.output, out);
  }
  if (format && !advice.repaired) {
    reporter.on_note(fmt::format("{}: the taxonomy as it was given: no change was found that helps",
                                 options.output));
  }
  out.write(options.json ? advice.json() + '\n' : advice.text());
  return 0;
}

}  // namespace clade::detail::cli
