#include "cli/commands/taxonomy_learn.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "clade/report.h"
#include "cli/options/arguments.h"
#include "cli/options/compared_methods.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/report_settings.h"
#include "cli/output/taxonomy_output.h"
#include "cli/output/terminal_reporter.h"
#include "eval/taxonomy/learn_taxonomy.h"

namespace clade::detail::cli {

namespace {

inline constexpr NumberRule level_count{[](double v) { return v >= 2 && v <= 100; },
                                        "a whole number from 2 to 100"};

inline constexpr NumberRule round_count{[](double v) { return v >= 1 && v <= 100; },
                                        "a whole number from 1 to 100"};
inline constexpr NumberRule fold_count{[](double v) { return v >= 2 && v <= 100; },
                                       "a whole number from 2 to 100"};

struct LearnOptions {
  std::string output, to, with;
  int rounds = 5, folds = 5;
  int levels = 2;
  Linkage linkage = Linkage::average;
  std::uint64_t seed = 0;
  bool align = false, json = false;
  std::string report;
  DataOptions data;
  KernelParams kernel;
  TextParams text;

  static constexpr auto fields() {
    using P = LearnOptions;
    constexpr When<P> with_method{[](const P& p) { return !p.with.empty(); }, "without `with`"};
    constexpr When<P> without_method{[](const P& p) { return p.with.empty(); }, "beside `with`"};
    constexpr When<P> linked{[](const P& p) { return !p.align; }, "beside `align`"};
    return std::tuple{
        Field{"o", &P::output, file_name, "the file to write; '-' is standard output"},
        Field{"to", &P::to, any_text,
              "the format to write, where the name does not tell, as for --taxonomy-format"},
        Field{"levels", &P::levels, level_count,
              "below the root, classes included; fewer where nothing is left to divide"},
        PlainField{"linkage", &P::linkage,
                   "how far two clusters are: the mean distance of their classes, the smallest or "
                   "the largest",
                   linked},
        PlainField{"align", &P::align,
                   "merge groups so that they are aligned best with the kernel matrix of the "
                   "examples, and cut where that is best",
                   without_method},
        Field{"with", &P::with, any_text,
              "a method with its options: classes are clustered by their weights in it, it is "
              "trained with that tree, and so on"},
        Field{"rounds", &P::rounds, round_count,
              "of that at most: it ends where average precision on held-out folds stops rising",
              with_method},
        Field{"folds", &P::folds, fold_count, "to measure that on", with_method},
        Field{"seed", &P::seed, seed_number,
              "of the pairs that --sigma median looks at, of folds and trainings"},
        PlainField{"json", &P::json, "write what was found as one JSON object on standard output"},
        Field{"report", &P::report, file_name,
              "a page for the browser: distances, dendrogram with its cuts, the tree"},
        Nested{&P::data}};
  }
};

// Where the kernel is not linear, its numbers: there is no cache.
std::vector<Parameter> kernel_parameters(KernelParams& kernel) {
  std::vector<Parameter> all = parameters_of(kernel);
  remove_option(all, "cache_mb");
  return all;
}

// What belongs into --with where it is given.
std::vector<Parameter> not_with_method(std::vector<Parameter> all, const LearnOptions& options) {
  for (Parameter& p : all) {
    p.idle = [&options, idle = p.idle]() -> std::string {
      if (!options.with.empty()) return "beside `with`: give it to the method in there";
      return idle ? idle() : "";
    };
  }
  return all;
}

CommandSpec learn_spec(LearnOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy learn";
  spec.summary = "a taxonomy from the classes of examples (thesis Algorithm 8)";
  spec.usage = {"DATA... -o OUT [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {
      {"Options", parameters_of(options)},
      {"Options for the kernel", not_with_method(kernel_parameters(options.kernel), options)},
      {"Options for text and counts", not_with_method(parameters_of(options.text), options)}};
  spec.checks_effects = true;
  spec.notes =
      "Classes whose centroids are near each other become siblings: clusters are linked, the "
      "nearest\n"
      "first, and links that are much longer than those below them are cut.\n"
      "With --align, those two groups are merged that give the largest centred alignment between\n"
      "the kernel matrix of the examples and who is in one group with whom, and clusters are "
      "those\n"
      "where it is largest of all.\n"
      "With --with, the weights of the classes in a method take the place of centroids: the "
      "method\n"
      "is trained without a taxonomy, its class weights give a tree, it is trained with that "
      "tree,\n"
      "and so on. Folds grow their own trees; the round that is best on what they hold out is "
      "done\n"
      "again on all examples.\n";
  spec.examples = {
      {"clade taxonomy learn docs.jsonl -o learned.tsv", "two levels: clusters, then the classes"},
      {"clade taxonomy learn genes.svm --kernel rbf --levels 4 -o learned.tsv",
       "up to four levels, distances in the space of a kernel"},
      {"clade taxonomy learn docs.jsonl --align -o learned.tsv", "by kernel alignment"},
      {"clade taxonomy learn docs.jsonl --with 'hsvm --C 2' --rounds 3 -o learned.tsv",
       "a taxonomy that is learned together with a classifier"}};
  return spec;
}

}  // namespace

int run_taxonomy_learn(const Arguments& words, Output& out) {
  LearnOptions options;
  const CommandSpec spec = learn_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const auto paths = paths_from(parse_arguments(spec, words), 0);
  const TaxonomyOutputFormat format = output_format(spec.name, options.output, options.to);
  if (options.json && options.output == "-") {
    fail(ErrorKind::usage,
         "taxonomy learn: --json and the taxonomy cannot both go to standard "
         "output: name a file");
  }
  check_output_file(spec.name + ": -o", options.output, paths);
  std::vector<std::filesystem::path> taken = paths;
  taken.emplace_back(options.output);
  check_report_output(spec.name, options.report, taken);
  check_kernel(options.kernel);

  std::optional<ComparedMethod> method;
  if (!options.with.empty()) {
    method = parse_one_method("taxonomy learn", "--with", options.with);
  }
  TerminalReporter reporter({options.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  LearnParams params{static_cast<std::size_t>(options.levels),
                     options.linkage,
                     options.kernel,
                     options.text,
                     options.seed,
                     method};
  params.align = options.align;
  params.rounds = static_cast<std::size_t>(options.rounds);
  params.folds = static_cast<std::size_t>(options.folds);
  const GracefulStop stop;
  const LearnedTaxonomy learned =
      learn_taxonomy(FileSource(paths, options.data.files, "train"), params, pool, reporter);
  reporter.finish();
  options.kernel = params.kernel;  // with its numbers, for the report
  write_taxonomy({learned.taxonomy, {}, {}}, format, options.output, out);
  if (!options.report.empty()) {
    write_report(options.report, learned,
                 report_head(spec, words,
                             "Taxonomy learned from " + paths.front().filename().string(), paths));
  }
  if (options.json) out.write(learned.json() + '\n');
  return 0;
}

}  // namespace clade::detail::cli
