#include "model/number_range.h"

#include <cmath>
#include <limits>
#include <variant>

#include "base/fail.h"

namespace clade::detail {

namespace {

void check_score(const Model& model, double score) {
  const bool is_free_margin = model.decoding() == Decoding::top_down_min_margin &&
                              score == std::numeric_limits<double>::infinity();
  if (std::isfinite(score) || is_free_margin) return;
  fail(ErrorKind::input,
       "a score is {}: a record has values that are too large for the weights of the model; scale "
       "them as those that it was trained on",
       score);
}

}  // namespace

void check_weight_range(const Weights& weights) {
  const bool is_finite = std::visit(
      [](const auto& view) {
        bool all = true;
        for (std::size_t j = 0; j < view.features; ++j) {
          view.for_each_nonzero(j, [&all](std::size_t, auto w) { all = all && std::isfinite(w); });
        }
        return all;
      },
      weights);
  if (is_finite) return;
  fail(ErrorKind::input,
       "training left the range of numbers: values of features are too large or too small; scale "
       "them (`scale`, `normalize`)");
}

void check_score_range(const Model& model, std::span<const double> scores) {
  for (const double score : scores) check_score(model, score);
}

void check_score_range(const Model& model, std::span<const Prediction> predictions) {
  for (const Prediction& one : predictions) check_score(model, one.score);
}

}  // namespace clade::detail
