#include "cli/training_data.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "cli/options/options.h"
#include "data/record_subset.h"

namespace clade::cli {

namespace {

std::vector<std::size_t> examples_by_class(const Dataset& data, const LabelSpace& labels) {
  std::vector<std::size_t> examples(labels.size(), 0);
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) ++examples[index_of(c)];
  }
  return examples;
}

// With every node a class, only the terminal ones are missed.
bool should_have_examples(const LabelSpace& labels, ClassId c) {
  return labels.is_predictable(c) && labels.taxonomy().is_terminal(labels.node(c));
}

void warn_of_empty_classes(const Dataset& data, const LabelSpace& labels, Reporter& reporter) {
  constexpr std::size_t shown = 3;
  const std::vector<std::size_t> examples = examples_by_class(data, labels);
  std::size_t empty = 0;
  std::vector<std::string> names;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (examples[c] > 0 || !should_have_examples(labels, label)) continue;
    if (empty++ < shown) names.push_back(quoted(labels.name(label)));
  }
  if (empty == 0) return;
  reporter.on_warning(fmt::format("{} of {} classes {} no example: {}{}", empty, labels.size(),
                                  empty == 1 ? "has" : "have", join(names, ", "),
                                  empty > shown ? ", ..." : ""));
}

void warn_of_full_label_sets(const Dataset& data, const LabelSpace& labels, Reporter& reporter) {
  std::size_t full = 0;
  for (std::size_t i = 0; i < data.size(); ++i) full += data.labels(i).size() == labels.size();
  if (full == 0) return;
  reporter.on_warning(fmt::format("{} of {} instances {} every class: no class can be ranked below",
                                  full, data.size(), full == 1 ? "carries" : "carry"));
}

}  // namespace

Records read_labelled(const std::vector<std::filesystem::path>& paths, const ReadOptions& options,
                      const std::string& weights, ThreadPool& pool, Reporter& reporter) {
  Records records = read_records(paths, options, pool);
  const std::string warning = reading_warning(records);
  if (!warning.empty()) reporter.on_warning(warning);
  if (!weights.empty()) records.weights = read_weights(weights, records.size());
  const std::size_t all = records.size();
  const std::size_t dropped = drop_unlabelled(records);
  if (records.size() == 0) {
    fail(ErrorKind::input, "{}: expected labelled instances, got {}", paths.front().string(),
         all == 0 ? "no instance at all" : fmt::format("{} without a label", all));
  }
  if (dropped > 0) {
    reporter.on_warning(
        fmt::format("{} of {} instances have no label and are left out", dropped, all));
  }
  return records;
}

void check_has_letters(Records& records, const std::vector<std::filesystem::path>& paths) {
  if (!records.has_text) {
    fail(
        ErrorKind::input,
        "{}: --kernel subsequence compares texts, and no record has one: is it in another field or "
        "column (--text-fields, --text-column)?",
        paths.front().string());
  }
  records.has_text = false;
}

void check_has_features(const Records& records, const std::vector<std::filesystem::path>& paths) {
  if (count_features(records) > 0) return;
  fail(ErrorKind::input,
       "{}: no record has a feature: is the text in another field or column (--text-fields, "
       "--text-column), or is every word too rare (--min-df)?",
       paths.front().string());
}

void warn_of_unread_texts(Reporter& reporter) {
  reporter.on_warning("the model was trained without texts: those of the data are passed over");
}

std::size_t drop_unlabelled(Records& records) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records.labels_of(i).empty()) kept.push_back(i);
  }
  const std::size_t dropped = records.size() - kept.size();
  if (dropped > 0) records = subset(records, kept);
  return dropped;
}

void check_labels(const Dataset& data, const LabelSpace& labels, Reporter& reporter) {
  std::size_t predictable = 0;
  for (std::size_t c = 0; c < labels.size(); ++c) predictable += labels.is_predictable(ClassId(c));
  if (predictable < 2) {
    fail(ErrorKind::input, "there is only one class, {}: nothing to tell it from",
         quoted(labels.name(ClassId{0})));
  }
  warn_of_empty_classes(data, labels, reporter);
  warn_of_full_label_sets(data, labels, reporter);
}

}  // namespace clade::cli
