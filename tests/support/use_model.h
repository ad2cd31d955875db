// Everything that a loaded model may be asked for: whatever is wrong with it must come as an Error.
#pragma once

#include <array>
#include <memory>

#include "clade/error.h"
#include "clade/probabilities.h"
#include "model/model_impl.h"
#include "text/vectoriser.h"

namespace clade::detail::test {

inline void use_probabilities(const Model& model, Scorer& scorer) {
  const ProbabilityMap map(model);
  Probabilities probabilities;
  map.apply(scorer.class_scores(), probabilities);
  deepest_sure_node(map, probabilities, 0.5);
  map.prediction_set(probabilities, 0.9);
}

inline void use_model(const Model& model) {
  if (model.vectoriser() != nullptr) {
    Records records;
    model.vectoriser()->analyzer();
    model.vectoriser()->transform(records);
  }
  constexpr std::array<BasicFeature<float>, 4> row{{{1, 0.5F}, {2, -1}, {3, 1e-30F}, {9, 2}}};
  Scorer scorer(model);
  scorer.score<float>(row);
  scorer.node_scores();
  for (const Prediction& p : scorer.best(3)) {
    model.label_space().path(p.label, scorer.node_scores());
  }
  if (model.calibration() != nullptr) use_probabilities(model, scorer);
  scorer.score<float>(row, ScoresFor::best_class);
  scorer.best(1);
  model.nonzero_weights();
  if (model.takes_strings() || model.vectoriser() != nullptr) model.predict_text("one two", 2);
  if (model.impl().online && model.impl().online->last) {
    auto last = std::make_shared<Model::Impl>(model.impl());
    last->weights = *model.impl().online->last;
    Model(last).nonzero_weights();
  }
}

}  // namespace clade::detail::test
