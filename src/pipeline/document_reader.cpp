#include "pipeline/document_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "data/record_maker.h"
#include "data/row_maker.h"
#include "model/model_parts.h"
#include "text/vectoriser.h"

namespace clade::detail {

namespace {

using Kind = DocumentContent::Kind;

std::string_view name_of(Kind kind) {
  return kind == Kind::text ? "a text" : kind == Kind::features ? "named features" : "a vector";
}

// They lie behind the constant and before the named ones.
bool has_numbered_features(const Model& model) {
  const std::span<const std::uint32_t> indices = ModelParts(model).features().indices();
  const auto first = std::upper_bound(indices.begin(), indices.end(), FeatureIndex::constant);
  return first != indices.end() && *first < FeatureNames::first_index;
}

void add_values(const DocumentContent& content, RowMaker& maker) {
  std::uint32_t number = 0;
  for (const double value : content.vector) maker.add_value(++number, value);
  for (const auto& [name, value] : content.features) {
    if (value == 0) continue;
    const std::optional<std::uint32_t> known_number = feature_number(name);
    if (known_number && (*known_number == 0 || *known_number >= FeatureNames::first_index)) {
      fail(ErrorKind::input, "expected a feature number from 1 to {}, got {}",
           FeatureNames::first_index - 1, quoted(name));
    }
    maker.add_value(
        known_number ? *known_number : maker.index_of_name(FeatureNames::feature_mark, name),
        value);
  }
}

void check_values(const RowMaker& maker) {
  const auto unusable = maker.unusable_value();
  if (!unusable) return;
  const std::string name = maker.name_of(unusable->index);
  if (std::isnan(unusable->value)) fail(ErrorKind::input, "{}", refused_missing(name));
  fail(ErrorKind::input, "the value of feature {} is too large for the model: {}", quoted(name),
       unusable->value);
}

}  // namespace

DocumentReader::DocumentReader(Model model) : model_(std::move(model)) {
  options_.precision = model_.precision();
  options_.character_sequences = model_.takes_strings();
  const Vectoriser* vectoriser = model_.vectoriser();
  bool has_terms = model_.takes_strings();
  if (vectoriser != nullptr && !model_.takes_strings()) {
    const FeatureNames& names = vectoriser->fitted().names;
    has_terms = vectoriser->fitted().counted == CountedFeatures::terms;
    if (has_terms) analyzer_ = vectoriser->analyzer();
    options_.analyzer = analyzer_.get();
    options_.known_names = &names;
    options_.missing = vectoriser->fitted().params.numbers.reading();
    for (std::size_t i = 0; i < names.size() && !takes_names_; ++i) {
      takes_names_ = names.mark(i) == FeatureNames::feature_mark;
    }
  }
  takes_text_ = has_terms;
  takes_numbers_ = !model_.takes_strings() && has_numbered_features(model_);
  if (!takes_text_ && !takes_names_) takes_numbers_ = true;
  takes_ = takes_text_ ? Kind::text : takes_names_ ? Kind::features : Kind::vector;
}

bool DocumentReader::has_use_for(Kind kind) const {
  switch (kind) {
    case Kind::text:
      return takes_text_;
    case Kind::features:
      return takes_names_ || takes_numbers_;
    case Kind::vector:
      return takes_numbers_;
  }
  return false;
}

Records DocumentReader::read(const DocumentContent& content) const {
  if (!has_use_for(content.kind)) {
    fail(ErrorKind::input, "the model takes {}, got {}", name_of(takes_), name_of(content.kind));
  }
  RowMaker maker(options_);
  maker.begin();
  add_values(content, maker);
  if (content.kind == Kind::text) maker.add_text(content.text, 1);
  check_values(maker);
  if (maker.end()) fail(ErrorKind::input, "a feature occurs twice");
  Records record;
  record.rows = std::move(maker.block().rows());
  record.missing = std::move(maker.block().notes().missing);
  record.label_offsets.push_back(0);
  if (model_.vectoriser() != nullptr) model_.vectoriser()->transform(record);
  return record;
}

}  // namespace clade::detail
