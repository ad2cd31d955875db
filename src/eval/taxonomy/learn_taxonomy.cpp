#include "eval/taxonomy/learn_taxonomy.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/set_options.h"
#include "data/dataset.h"
#include "eval/compare/comparison_reader.h"
#include "eval/taxonomy/alignment.h"
#include "eval/taxonomy/learn_by_rounds.h"
#include "eval/taxonomy/learned_json.h"
#include "text/vectoriser.h"

namespace clade::detail {

namespace {

struct FlatExamples {
  LabelSpace labels;
  Dataset data;
};

FlatExamples read_examples(const RecordSource& source, const TextParams& text, ThreadPool& pool) {
  Reporter silent;  // what it would warn of is about training
  Records records = read_for_training(source, text, {Precision::double_, false}, pool, silent);
  Vectoriser::fit(text, records, silent);
  check_has_features(records, source.name());
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  return {labels, Dataset(std::move(records), labels)};
}

KernelSpec kernel_for(LearnParams& params, const Dataset& data) {
  return std::visit(
      [&](const auto& rows) { return kernel_of(params.kernel, rows, data, params.seed); },
      data.rows());
}

LearnedTaxonomy result_of(ClassClusters clusters, const LabelSpace& labels) {
  Taxonomy taxonomy = clusters.taxonomy(labels);
  return {std::move(taxonomy),
          std::make_shared<const LearnedDetails>(LearnedDetails{std::move(clusters), labels})};
}

void tell_alignment(const ClassClusters& clusters, Reporter& reporter) {
  const std::size_t groups = clusters.cuts.front().clusters.size();
  if (groups == clusters.dendrogram.things) {
    reporter.on_warning("no merge raises the alignment: every class is a cluster of its own");
    return;
  }
  reporter.on_note(
      fmt::format("{} clusters of {} classes; their alignment is {:.4f} times that of the classes",
                  groups, clusters.dendrogram.things,
                  *std::max_element(clusters.alignment.begin(), clusters.alignment.end())));
}

LearnedTaxonomy learn_with_method(const RecordSource& source, const LearnParams& params,
                                  ThreadPool& pool, Reporter& reporter) {
  const auto configure = [&] { return detail::configure(*params.with); };
  const Records records =
      read_labelled(source, "train", 0, TaxonomySource{}, configure(), pool, reporter).records;
  std::vector<std::size_t> all(records.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const RoundParams rounds{params.levels, params.linkage, params.rounds, params.folds, params.seed};
  LearnedRounds learned = learn_by_rounds({records, all}, configure, rounds, pool, reporter);
  LearnedTaxonomy result = result_of(std::move(learned.clusters), learned.labels);
  result.rounds = {std::move(learned.average_precision), learned.kept};
  return result;
}

}  // namespace

void check_kernel(const KernelParams& kernel) {
  kernel.check();
  if (kernel.kernel != KernelKind::subsequence && kernel.kernel != KernelKind::precomputed) return;
  fail(ErrorKind::usage, "taxonomy learn: `kernel`: expected linear, rbf or poly, got {}",
       enum_name(kernel.kernel));
}

LearnedTaxonomy learn_taxonomy(const RecordSource& source, LearnParams& params, ThreadPool& pool,
                               Reporter& reporter) {
  if (params.with) return learn_with_method(source, params, pool, reporter);
  check_kernel(params.kernel);
  const FlatExamples examples = read_examples(source, params.text, pool);
  const KernelSpec kernel = kernel_for(params, examples.data);
  if (params.align) {
    const AlignmentSums sums = alignment_sums(examples.data, examples.labels, kernel, pool);
    ClassClusters clusters = align_classes(sums, params.levels);
    tell_alignment(clusters, reporter);
    return result_of(std::move(clusters), examples.labels);
  }
  PairTable distances = class_distances(examples.data, examples.labels, kernel, pool);
  return result_of(cluster_classes(std::move(distances), params.linkage, params.levels),
                   examples.labels);
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

namespace {

void check_rounds(const LearnTaxonomyOptions& options) {
  if (!options.with) return;
  if (options.align) fail_parameter("align", "has no effect beside `with`");
  if (options.rounds < 1 || options.rounds > 100) {
    fail_parameter("rounds", "expected a whole number from 1 to 100, got '{}'", options.rounds);
  }
  if (options.folds < 2 || options.folds > 100) {
    fail_parameter("folds", "expected a whole number from 2 to 100, got '{}'", options.folds);
  }
  if (options.kernel.empty() && options.text.empty()) return;
  fail_parameter("with", "kernel and text options are those of the method: give them to `with`");
}

}  // namespace

LearnedTaxonomy learn_taxonomy(const Examples& examples, const LearnTaxonomyOptions& options) {
  if (options.levels < 2) {
    fail_parameter("levels", "expected a whole number from 2 to 100, got '{}'", options.levels);
  }
  check_rounds(options);
  LearnParams params;
  params.levels = options.levels;
  params.linkage = options.linkage;
  params.seed = options.seed;
  set_options(parameters_of(params.kernel), options.kernel, "kernels have");
  set_options(parameters_of(params.text), options.text, "the treatment of texts has");
  params.with = options.with;
  params.align = options.align;
  params.rounds = options.rounds;
  params.folds = options.folds;
  ThreadPool pool(options.threads);
  Reporter silent;
  return learn_taxonomy(*source_of(examples, "train"), params, pool,
                        options.reporter != nullptr ? *options.reporter : silent);
}

std::string LearnedTaxonomy::json() const {
  nlohmann::ordered_json json = learned_json(details->clusters, details->labels);
  if (rounds) {
    json["rounds"] = {{"average_precision", rounds->average_precision}, {"kept", rounds->kept}};
  }
  return compact_json(json);
}

}  // namespace clade
