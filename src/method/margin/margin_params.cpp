#include "method/margin/margin_params.h"

#include <cmath>

#include "base/fail.h"

namespace clade::detail {

namespace {

// n / (classes seen * examples of the class), as is usual for "balanced"; an example of weight w
// counts as w examples.
std::vector<double> balanced_weights(const Dataset& data, std::size_t classes) {
  std::vector<double> weights(classes, 0.0);
  if (data.whole() != nullptr) weights = data.whole()->weight_of_class;
  for (std::size_t i = 0; i < data.size() && data.whole() == nullptr; ++i) {
    for (const ClassId c : data.labels(i)) weights[index_of(c)] += data.weight(i);
  }
  double seen = 0;
  for (const double count : weights) seen += count > 0 ? 1 : 0;
  const double all = total_weight(data);
  for (double& value : weights) {
    if (value > 0) value = all / (seen * value);
  }
  return weights;
}

// Weights and scaling may push C out of what the arithmetic can hold.
void check_C(const std::vector<double>& C, double asked) {
  constexpr double smallest = 1e-30, largest = 1e30;
  if (std::isinf(asked)) return;
  for (std::size_t i = 0; i < C.size(); ++i) {
    if (C[i] >= smallest && C[i] <= largest) continue;
    fail_parameter("C", "with its weight example {} has C {:.3g}, expected one between {} and {}",
                   i, C[i], smallest, largest);
  }
}

}  // namespace

void MarginParams::check() const {
  kernel.check();
  solver.check();
  if (is_named(device) && kernel.kernel != KernelKind::linear) {
    fail_parameter("device", "devices train with the linear kernel alone");
  }
  if (bias == Bias::free && C && std::isinf(*C)) {
    fail_parameter("bias", "free biases need a finite C");
  }
  if (solver.solver == SolverKind::paper && C && std::isinf(*C)) {
    fail_parameter(
        "C",
        "expected a finite number with `solver=paper`, got inf; the paper's algorithm cannot "
        "tell data that cannot be separated");
  }
}

MethodTraits MarginParams::traits() const {
  MethodTraits traits;
  traits.precision = chosen_precision();
  traits.kernel = kernel.kernel;
  traits.kernel_cache_mb = kernel.cache_mb.value_or(0);
  traits.C = MethodTraits::SlackPrice{C, scale_C == ScaleC::n};
  traits.tolerance = solver.tolerance;
  traits.max_epochs = solver.max_epochs;
  traits.has_constant = bias != Bias::none;
  traits.has_free_bias = bias == Bias::free;
  traits.has_paper_solver = solver.solver == SolverKind::paper;
  return traits;
}

double total_weight(const Dataset& data) {
  if (data.whole() != nullptr) return data.whole()->weight;
  double sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) sum += data.weight(i);
  return sum;
}

std::vector<double> example_C(double C, const MarginParams& params, const Dataset& data,
                              std::size_t classes) {
  const double base = params.scale_C == ScaleC::n ? C / total_weight(data) : C;
  std::vector<double> result(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) result[i] = base * data.weight(i);
  if (params.class_weight == ClassWeight::balanced) {
    const std::vector<double> weights = balanced_weights(data, classes);
    for (std::size_t i = 0; i < data.size(); ++i) {
      const auto labels = data.labels(i);
      if (labels.empty()) continue;
      double sum = 0;
      for (const ClassId c : labels) sum += weights[index_of(c)];
      result[i] *= sum / static_cast<double>(labels.size());
    }
  }
  check_C(result, C);
  return result;
}

}  // namespace clade::detail
