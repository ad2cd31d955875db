#include "eval/taxonomy/learn_taxonomy.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/set_options.h"
#include "data/dataset.h"
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

}  // namespace

void check_kernel(const KernelParams& kernel) {
  kernel.check();
  if (kernel.kernel != KernelKind::subsequence && kernel.kernel != KernelKind::precomputed) return;
  fail(ErrorKind::usage, "taxonomy learn: `kernel`: expected linear, rbf or poly, got {}",
       enum_name(kernel.kernel));
}

LearnedTaxonomy learn_taxonomy(const RecordSource& source, LearnParams& params, ThreadPool& pool) {
  check_kernel(params.kernel);
  const FlatExamples examples = read_examples(source, params.text, pool);
  const KernelSpec kernel = kernel_for(params, examples.data);
  ClassClusters clusters = cluster_classes(
      class_distances(examples.data, examples.labels, kernel, pool), params.linkage, params.levels);
  Taxonomy taxonomy = clusters.taxonomy(examples.labels);
  return {std::move(taxonomy), std::make_shared<const LearnedDetails>(
                                   LearnedDetails{std::move(clusters), examples.labels})};
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

LearnedTaxonomy learn_taxonomy(const Examples& examples, const LearnTaxonomyOptions& options) {
  if (options.levels < 2) {
    fail_parameter("levels", "expected a whole number from 2 to 100, got '{}'", options.levels);
  }
  LearnParams params;
  params.levels = options.levels;
  params.linkage = options.linkage;
  params.seed = options.seed;
  set_options(parameters_of(params.kernel), options.kernel, "kernels have");
  set_options(parameters_of(params.text), options.text, "the treatment of texts has");
  ThreadPool pool(options.threads);
  return learn_taxonomy(*source_of(examples, "train"), params, pool);
}

std::string LearnedTaxonomy::json() const {
  return compact_json(learned_json(details->clusters, details->labels));
}

}  // namespace clade
