#include "bench/training_set.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "base/threads.h"
#include "bench/child.h"
#include "bench/generated_data.h"
#include "clade/reporter.h"
#include "data/feature_index.h"
#include "data/read.h"
#include "text/vectoriser.h"

namespace clade::detail::bench {

namespace {

using std::filesystem::path;

constexpr std::array generated{"wipo-d", "wipo-b", "large"};

void keep_first_labels(Records& records) {
  std::vector<std::uint32_t> first;
  for (std::size_t i = 0; i < records.size(); ++i) first.push_back(records.labels_of(i).front());
  records.labels = std::move(first);
  for (std::size_t i = 0; i <= records.size(); ++i) records.label_offsets[i] = i;
}

void check_classes_have_examples(const TrainingSet& set) {
  std::vector<bool> seen(set.classes(), false);
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (const ClassId c : set.data.labels(i)) seen[index_of(c)] = true;
  }
  if (std::find(seen.begin(), seen.end(), false) != seen.end()) {
    throw std::runtime_error(set.name + " has a class without an example");
  }
}

void number_features(TrainingSet& set) {
  const auto& rows = std::get<SparseRows<float>>(set.data.rows());
  const FeatureIndex index = FeatureIndex::of(rows, false);
  set.features = index.size();
  set.rows.reserve(rows.size(), rows.nonzeros());
  std::vector<Feature> row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    map_to_model<float, float>(rows.row(i), index, row);
    for (const Feature& feature : row) set.rows.push(feature);
    set.rows.end_row();
  }
}

}  // namespace

TrainingSet read_set(const std::string& name, const path& data, const std::string& taxonomy,
                     LabelUse use, RowLength length) {
  ThreadPool pool(1);
  Reporter quiet;
  TextParams text;
  text.normalize = length == RowLength::unit ? Normalize::unit : Normalize::none;
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(text);
  ReadOptions options;
  options.analyzer = analyzer.get();
  options.splits = {"train"};
  Records records = read_records(std::array{data}, options, pool);
  Vectoriser::fit(text, records, quiet);
  if (use == LabelUse::first_only) keep_first_labels(records);
  LabelSpace label_space(TaxonomySource::from_option(taxonomy), LabelNodes::terminal,
                         records.label_names);
  Dataset dataset(std::move(records), label_space);
  TrainingSet set{name, std::move(label_space), std::move(dataset), {}, 0};
  check_classes_have_examples(set);
  number_features(set);
  return set;
}

std::optional<TrainingSet> load_set(const std::string& name, const path& data_folder,
                                    LabelUse use) {
  if (std::find(generated.begin(), generated.end(), name) != generated.end()) {
    const TemporaryFolder folder(std::filesystem::temp_directory_path());
    generate_preset(name, folder.path());
    return read_set(name, folder.path() / "data.svm", (folder.path() / "taxonomy.tsv").string(),
                    use);
  }
  const path data = data_folder / name / "docs.jsonl.gz";
  if (!std::filesystem::exists(data)) {
    fmt::print("{}: skipped, {} does not exist\n", name, data.string());
    return std::nullopt;
  }
  return read_set(name, data, (data_folder / name / "taxonomy.tsv").string(), use);
}

}  // namespace clade::detail::bench
