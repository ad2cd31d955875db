// Answers for one text or vector, without a file or a set of records.
#include <cmath>
#include <memory>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "clade/model.h"
#include "data/row_maker.h"
#include "model/number_range.h"
#include "text/vectoriser.h"

namespace clade {

using namespace detail;

namespace {

// How a row is made for the model; points into the model and to the analyzer.
struct RowReader {
  explicit RowReader(const Model& model) {
    options.precision = model.precision();
    options.character_sequences = model.takes_strings();
    const Vectoriser* vectoriser = model.vectoriser();
    if (vectoriser == nullptr || model.takes_strings()) return;
    analyzer = vectoriser->analyzer();
    options.analyzer = analyzer.get();
    options.known_names = &vectoriser->fitted().names;
    options.missing = vectoriser->fitted().params.numbers.reading();
  }
  std::unique_ptr<TextAnalyzer> analyzer;
  ReadOptions options;
};

std::vector<LabelScore> best_of(const Model& model, RowMaker& maker, std::size_t top) {
  const auto unusable = maker.unusable_value();
  if (unusable && std::isnan(unusable->value)) {
    fail(ErrorKind::input, "{}", refused_missing(maker.name_of(unusable->index)));
  }
  if (unusable || maker.end()) {
    fail(ErrorKind::input, "expected finite values, one for each feature");
  }
  Records record;
  record.rows = std::move(maker.block().rows());
  record.missing = maker.block().notes().missing;
  if (model.vectoriser() != nullptr) model.vectoriser()->transform(record);
  const auto best =
      std::visit([&](const auto& rows) { return model.predict(rows.row(0), top); }, record.rows);
  check_score_range(model, best);
  std::vector<LabelScore> named;
  for (const Prediction& one : best) {
    named.push_back({std::string(model.label_space().name(one.label)), one.score});
  }
  return named;
}

}  // namespace

std::vector<LabelScore> Model::predict_text(std::string_view text, std::size_t top) const {
  const RowReader reader(*this);
  RowMaker maker(reader.options);
  maker.begin();
  maker.add_text(text, 1);
  return best_of(*this, maker, top);
}

std::vector<LabelScore> Model::predict_vector(std::span<const BasicFeature<double>> features,
                                              std::size_t top) const {
  const RowReader reader(*this);
  RowMaker maker(reader.options);
  maker.begin();
  for (const auto& feature : features) maker.add_value(feature.index, feature.value);
  return best_of(*this, maker, top);
}

}  // namespace clade
