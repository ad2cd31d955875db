#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "data/feature_index.h"
#include "data/formats/arff.h"
#include "data/label_nodes.h"
#include "taxonomy/arff_header.h"

namespace clade::detail {

ArffWriter::ArffWriter(const Records& records, const FeatureNames& names, const Taxonomy& taxonomy)
    : records_(records), feature_names_(names), taxonomy_(taxonomy) {
  for (const NodeId node : nodes_of_labels(taxonomy, records.label_names)) {
    label_words_.emplace_back(arff_name(taxonomy, node));
  }
  const FeatureIndex index =
      std::visit([](const auto& rows) { return FeatureIndex::of(rows, false); }, records.rows);
  indices_.assign(index.indices().begin(), index.indices().end());
  name_features();
}

void ArffWriter::name_features() {
  std::unordered_set<std::string> taken;
  for (const std::uint32_t index : indices_) {
    const std::size_t number = index - FeatureNames::first_index;
    const bool is_named = index >= FeatureNames::first_index && number < feature_names_.size();
    names_.push_back(is_named ? std::string(feature_names_.name(number)) : std::to_string(index));
    if (!taken.insert(names_.back()).second) {
      fail(ErrorKind::input, "ARFF cannot hold two features of the name {}",
           clade::detail::quoted(names_.back()));
    }
  }
}

// "class", unless a feature is called so.
std::string ArffWriter::class_name() const {
  std::string name = "class";
  while (std::find(names_.begin(), names_.end(), name) != names_.end()) name += '_';
  return name;
}

std::string ArffWriter::header() const {
  std::string text = "@relation data\n";
  if (!records_.ids.empty()) text += "@attribute " + arff_word(class_name() + "_id") + " key\n";
  for (const std::string& name : names_) {
    text += fmt::format("@attribute {} numeric\n", arff_word(name));
  }
  return text + fmt::format("@attribute {} hierarchical {}\n@data\n", arff_word(class_name()),
                            arff_classes(taxonomy_));
}

std::string ArffWriter::labels_of(std::size_t record) const {
  std::string text;
  for (const std::uint32_t label : records_.labels_of(record)) {
    if (!text.empty()) text += '@';
    text += label_words_[label];
  }
  return text.empty() ? "?" : arff_word(text);
}

template <class Real>
void ArffWriter::write_rows(const SparseRows<Real>& rows,
                            const std::function<void(std::string_view)>& write) const {
  // "12 0.5, " against "0," for what is zero.
  const bool is_sparse = rows.nonzeros() * 3 < rows.size() * indices_.size();
  const std::size_t first = records_.ids.empty() ? 0 : 1;
  std::string line;
  const auto out = std::back_inserter(line);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    line = is_sparse ? "{" : "";
    if (first > 0) fmt::format_to(out, "{}{},", is_sparse ? "0 " : "", arff_word(records_.ids[i]));
    std::size_t place = 0;
    for (const auto& feature : rows.row(i)) {
      for (; indices_[place] != feature.index; ++place) line += is_sparse ? "" : "0,";
      if (is_sparse) fmt::format_to(out, "{} ", first + place);
      fmt::format_to(out, "{},", feature.value);
      ++place;
    }
    for (; place < indices_.size() && !is_sparse; ++place) line += "0,";
    if (is_sparse) fmt::format_to(out, "{} ", first + indices_.size());
    line += labels_of(i) + (is_sparse ? "}" : "");
    if (!records_.weights.empty()) fmt::format_to(out, ",{{{}}}", records_.weights[i]);
    line += '\n';
    write(line);
  }
}

void ArffWriter::write(const std::function<void(std::string_view)>& write) const {
  write(header());
  std::visit([&](const auto& rows) { write_rows(rows, write); }, records_.rows);
}

}  // namespace clade::detail
