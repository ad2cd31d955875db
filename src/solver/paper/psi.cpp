#include "solver/paper/psi.h"

#include <algorithm>
#include <limits>

namespace clade::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// psi_i of one shared slack, where `top` is the largest H.
double shared_psi(std::span<const DualVariable> working_set, const double* scores, Slack slack,
                  double top) {
  double mass = 0, lowest = infinity;
  for (const DualVariable& v : working_set) {
    if (!(v.beta > 0)) continue;
    mass += v.beta;
    lowest = std::min(lowest, gradient_of(v, scores));
  }
  const double own = slack.gradient(mass);
  if (slack.left(mass) > 0) lowest = std::min(lowest, own);
  return std::max(top, own) - lowest;
}

}  // namespace

double gradient_of(const DualVariable& v, const double* scores) {
  const double plus = v.plus == constant_zero ? 0 : scores[v.plus];
  const double minus = v.minus == constant_zero ? 0 : scores[v.minus];
  return v.scale * (1 - plus + minus);
}

double own_psi(const DualVariable& v, double gradient, Slack slack) {
  const double pull = gradient - slack.gradient(v.beta);
  if (pull > 0) return slack.left(v.beta) > 0 ? pull : 0;
  return v.beta > 0 ? -pull : 0;
}

double psi_within(std::span<const DualVariable> working_set, const double* scores, Slack slack,
                  SlackGroups groups) {
  double top = 0, largest = 0;
  for (const DualVariable& v : working_set) {
    const double gradient = gradient_of(v, scores);
    top = std::max(top, gradient);
    if (groups == SlackGroups::constraint) largest = std::max(largest, own_psi(v, gradient, slack));
  }
  return groups == SlackGroups::constraint ? largest : shared_psi(working_set, scores, slack, top);
}

double PsiScan::psi(std::size_t instance, double* scores, std::span<const DualVariable> working_set,
                    Slack slack) {
  if (groups_ == SlackGroups::instance) {
    return shared_psi(working_set, scores, slack, scan_.run(instance, scores));
  }
  // Without mass, psi is H where that is above zero.
  return std::max({0.0, scan_others(instance, scores, working_set),
                   psi_within(working_set, scores, slack, groups_)});
}

// The largest H outside of the working set.
double PsiScan::scan_others(std::size_t instance, double* scores,
                            std::span<const DualVariable> working_set) {
  const double top = scan_.run(instance, scores);
  if (working_set.empty()) return top;
  for (const DualVariable& v : working_set) scan_.gradient(v.plus, v.minus) = lowest;
  double largest = lowest;
  for (const auto& block : scan_.blocks()) {
    for (const double g : block.gradients) largest = std::max(largest, g);
  }
  return largest;
}

std::optional<DualVariable> PsiScan::most_violated(std::size_t instance, double* scores,
                                                   std::span<const DualVariable> working_set,
                                                   Slack slack) {
  const double top = scan_others(instance, scores, working_set);
  double within = lowest;
  for (const DualVariable& v : working_set) {
    const double gradient = gradient_of(v, scores);
    within =
        std::max(within, groups_ == SlackGroups::instance ? gradient : own_psi(v, gradient, slack));
  }
  if (top == lowest || within >= top) return std::nullopt;
  for (const auto& block : scan_.blocks()) {
    const auto found = std::find(block.gradients.begin(), block.gradients.end(), top);
    if (found == block.gradients.end()) continue;
    return variable(block, static_cast<std::size_t>(found - block.gradients.begin()));
  }
  return std::nullopt;
}

DualVariable PsiScan::variable(const InstanceScan<double>::Block& block, std::size_t r) {
  const Decision minus = block.is_zero ? constant_zero : static_cast<Decision>(block.first + r);
  return {block.plus, minus, scan_.scale(block.plus, minus), 0};
}

}  // namespace clade::detail
