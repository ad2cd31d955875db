#include "bench/clade_peer.h"

#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "base/train_context.h"
#include "bench/series.h"
#include "clade/reporter.h"
#include "model/model_parts.h"

namespace clade::detail::bench {

namespace {

void set_option(Method& method, std::string_view name, const std::string& value) {
  for (const Parameter& p : method.parameters()) {
    if (p.name == name) return p.set(value);
  }
  throw std::runtime_error(fmt::format("method {} has no parameter {}", method.name(), name));
}

}  // namespace

Weights weights_of(const Model& model) {
  const auto add = [&model](std::size_t feature, double value, std::span<double> raw) {
    std::visit(
        [&](const auto& view) {
          view.for_each_nonzero(feature, [&](std::size_t unit, auto weight) {
            raw[unit] += value * static_cast<double>(weight);
          });
        },
        ModelParts(model).weights());
  };
  const auto decide = [&model](std::span<const double> raw, std::span<double> scores) {
    ModelParts(model).score_map().apply(raw, scores);
  };
  return {model.unit_count(), add, decide};
}

void CladePeer::train(double C, double tolerance) {
  const std::unique_ptr<Method> method = make_method(choice_.method);
  for (const auto& [name, value] : choice_.options) set_option(*method, name, value);
  set_option(*method, "C", fmt::format("{}", C));
  set_option(*method, "tolerance", fmt::format("{}", tolerance));
  set_option(*method, "max_epochs", "100000");
  Reporter quiet;
  TrainContext context{quiet, pool_, 0};
  trained_ = method->train(set_.data, set_.label_space, context);
}

double CladePeer::checked_objective(double C, double tolerance) const {
  const Model& model = trained_->model;
  check(model.feature_count() == set_.features, "clade trained on other features");
  const double objective = primal_objective(set_, weights_of(model), choice_.formulation, C);
  check(summary().objective.has_value(), "clade reports no objective");
  const TrainSummary::Objective& reported = *summary().objective;
  check(std::abs(reported.primal - objective) <= 1e-5 * objective,
        fmt::format("clade reports the objective {}, its weights give {}", reported.primal,
                    objective));
  check(
      reported.lower_bound <= objective,
      fmt::format("the lower bound {} is above the objective {}", reported.lower_bound, objective));
  check(objective - reported.lower_bound <= (tolerance + 1e-5) * objective,
        fmt::format("the certified gap does not reach {}", tolerance));
  return objective;
}

}  // namespace clade::detail::bench
