#include "solver/tree/tree_step.h"

#include <algorithm>
#include <limits>

namespace clade::detail {

template <class Real>
typename TreeScratch<Real>::Seen TreeStep<Real>::look(Decision plus,
                                                      std::span<const Decision> left_out,
                                                      Slack slack, const Real* raw) {
  scratch_.begin(tables_, plus, left_out, slack);
  scratch_.beta = beta_.data();
  look_at_tree(tables_, scratch_, raw);
  return scratch_.seen();
}

template <class Real>
void TreeStep<Real>::load(std::span<const DualVariable> duals) {
  for (const std::uint32_t place : used_) beta_[place] = 0;
  used_.clear();
  for (const DualVariable& v : duals) {
    const std::uint32_t place = tables_.classes[v.minus].place;
    beta_[place] = static_cast<Real>(v.beta);
    used_.push_back(place);
  }
}

template <class Real>
std::optional<std::size_t> TreeStep<Real>::solve(double squared_length, const ScoreMap& map,
                                                 std::vector<DualVariable>& duals,
                                                 UnitChange<Real>& change, int rounds) {
  TreeScratch<Real>& s = scratch_;
  s.squared_length = squared_length;
  if (squared_length > 0) {
    if (!solve_tree(tables_, s, rounds)) return std::nullopt;
    list_changes_of_tree(tables_, s);
  } else {
    solve_without_features();
  }
  // Rounding may put the sum a little above C, and rounds what is scaled down again.
  constexpr double nearly_one = 1 - static_cast<double>(std::numeric_limits<Real>::epsilon());
  double mass = 0, shrink = 1;
  for (std::size_t k = 0; k < s.changed_count; ++k) {
    mass += static_cast<double>(s.values[static_cast<std::size_t>(s.changed[k])]);
  }
  if (!s.slack.unbounded() && mass > nearly_one * s.slack.C) {
    shrink = nearly_one * s.slack.C / mass;
  }

  duals.clear();
  std::size_t changes = 0;
  double moved = 0;
  for (std::size_t k = 0; k < s.changed_count; ++k) {
    const auto place = static_cast<std::size_t>(s.changed[k]);
    const Decision minus = tables_.class_at[place];
    const auto scale = static_cast<double>(tables_.scale(s.plus, minus));
    const auto now =
        static_cast<double>(static_cast<Real>(shrink * static_cast<double>(s.values[place])));
    const double amount = scale * (now - static_cast<double>(s.beta[place]));
    if (now > 0) duals.push_back({s.plus, minus, scale, now});
    if (amount == 0) continue;
    ++changes;
    moved += amount;
    change.add(map, minus, -amount);
  }
  if (changes > 0) change.add(map, s.plus, moved);
  return changes;
}

// Weights do nothing for a row without features: all mass goes to the largest gradient.
template <class Real>
void TreeStep<Real>::solve_without_features() {
  TreeScratch<Real>& s = scratch_;
  s.changed_count = 0;
  double best = 0;
  std::size_t best_place = tables_.places;
  for (std::size_t c = 0; c < tables_.classes.size(); ++c) {
    const std::size_t place = tables_.classes[c].place;
    const double gradient = static_cast<double>(s.values[place]) *
                            static_cast<double>(tables_.scale(s.plus, static_cast<Decision>(c)));
    if (gradient > best) {
      best = gradient;
      best_place = place;
    }
  }
  for (const std::uint32_t place : used_) {
    s.values[place] = 0;
    if (place == best_place) continue;
    s.changed[s.changed_count++] = static_cast<typename TreeTables<Real>::Index>(place);
  }
  if (best_place == tables_.places) return;
  s.values[best_place] = static_cast<Real>(s.slack.power == 2 ? 2 * s.slack.C * best : s.slack.C);
  s.changed[s.changed_count++] = static_cast<typename TreeTables<Real>::Index>(best_place);
}

template class TreeStep<float>;
template class TreeStep<double>;

}  // namespace clade::detail
