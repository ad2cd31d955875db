#include "cli/commands/taxonomy_learn.h"

#include <string>
#include <tuple>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "clade/report.h"
#include "cli/options/arguments.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/report_settings.h"
#include "cli/output/taxonomy_output.h"
#include "eval/taxonomy/learn_taxonomy.h"

namespace clade::detail::cli {

namespace {

inline constexpr NumberRule level_count{[](double v) { return v >= 2 && v <= 100; },
                                        "a whole number from 2 to 100"};

struct LearnOptions {
  std::string output, to;
  int levels = 2;
  Linkage linkage = Linkage::average;
  std::uint64_t seed = 0;
  bool json = false;
  std::string report;
  DataOptions data;
  KernelParams kernel;
  TextParams text;

  static constexpr auto fields() {
    using P = LearnOptions;
    return std::tuple{
        Field{"o", &P::output, file_name, "the file to write; '-' is standard output"},
        Field{"to", &P::to, any_text,
              "the format to write, where the name does not tell, as for --taxonomy-format"},
        Field{"levels", &P::levels, level_count,
              "below the root, classes included; fewer where nothing is left to divide"},
        PlainField{"linkage", &P::linkage,
                   "how far two clusters are: the mean distance of their classes, the smallest or "
                   "the largest"},
        Field{"seed", &P::seed, seed_number, "of the pairs that --sigma median looks at"},
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

CommandSpec learn_spec(LearnOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy learn";
  spec.summary = "a taxonomy from the classes of examples (thesis Algorithm 8)";
  spec.usage = {"DATA... -o OUT [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)},
                 {"Options for the kernel", kernel_parameters(options.kernel)},
                 {"Options for text and counts", parameters_of(options.text)}};
  spec.notes =
      "Classes whose centroids are near each other become siblings: clusters are linked, the "
      "nearest\n"
      "first, and links that are much longer than those below them are cut.\n";
  spec.examples = {
      {"clade taxonomy learn docs.jsonl -o learned.tsv", "two levels: clusters, then the classes"},
      {"clade taxonomy learn genes.svm --kernel rbf --levels 4 -o learned.tsv",
       "up to four levels, distances in the space of a kernel"}};
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

  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  LearnParams params{static_cast<std::size_t>(options.levels), options.linkage, options.kernel,
                     options.text, options.seed};
  const LearnedTaxonomy learned =
      learn_taxonomy(FileSource(paths, options.data.files, "train"), params, pool);
  options.kernel = params.kernel;  // with its numbers, for the report
  write_taxonomy({learned.taxonomy, {}, {}}, format, options.output, out);
  if (!options.report.empty()) {
    write_report(
        options.report, learned,
        report_head(spec, words, "Taxonomy learned from " + paths.front().filename().string()));
  }
  if (options.json) out.write(learned.json() + '\n');
  return 0;
}

}  // namespace clade::detail::cli
