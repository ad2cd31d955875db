#include "solver/ascent/beam_selection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/ascent/slack_view.h"

namespace clade::detail {
namespace {

// Groups that a look reads, besides those that an instance has variables in.
constexpr std::size_t beam_width = 48;
// Those above the middle between the least and the most violated.
constexpr double upper_part = 0.5;
constexpr double negligible = 1e-14;

}  // namespace

bool BeamSelection::should_use(const Problem<float>& problem, const DecisionGroups& groups) {
  const ConstraintSet& constraints = problem.constraints;
  if (groups.size() < 4 * beam_width || constraints.lists() != 1) return false;
  if (2 * groups.shared_end() > groups.map().units()) return false;
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    const auto blocks = constraints.blocks(i);
    if (blocks.size() > 1) return false;
    if (!blocks.empty() && blocks[0].plus == constant_zero) return false;
  }
  const auto rivals = constraints.list(0);
  return std::find(rivals.begin(), rivals.end(), constant_zero) == rivals.end();
}

BeamSelection::BeamSelection(const Problem<float>& problem, const HybridBackend& backend)
    : problem_(problem),
      groups_(backend.groups()),
      backend_(backend),
      is_rival_(problem.constraints.decisions()),
      raw_(backend.raw_size()),
      group_scores_(groups_.size()),
      is_taken_(groups_.size()) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    representatives_.push_back(groups_.members(g).front());
  }
  for (const Decision d : problem.constraints.list(0)) is_rival_[d] = 1;
}

VisitReport BeamSelection::operator()(std::size_t instance, std::span<const DualVariable> duals,
                                      const float* shared, const float* rare,
                                      std::vector<DualVariable>& working_set) {
  const Decision plus = problem_.constraints.blocks(instance)[0].plus;
  std::copy_n(shared, groups_.shared_end(), raw_.data());
  blocks_.clear();
  add_own_blocks(plus);
  read_blocks(instance, rare);
  plus_score_ = score(plus);
  score_groups(plus);
  choose_groups(plus, duals);
  blocks_.clear();
  for (const std::uint32_t g : taken_) {
    for (const Decision d : groups_.members(g)) add_own_blocks(d);
  }
  read_blocks(instance, rare);
  const double top = find_candidates(instance, plus);

  SlackView view({problem_.C[instance], problem_.slack_power});
  for (const DualVariable& v : duals) {
    view.add(v, v.scale * (1 - plus_score_ + score(v.minus)));
  }
  const VisitReport report = view.report(top);
  working_set.assign(duals.begin(), duals.end());
  if (report.violation > negligible) {
    add_most_violated(plus, view.lowest() + upper_part * report.violation, working_set);
  }
  return report;
}

void BeamSelection::score_groups(Decision plus) {
  set_scales(plus, representatives_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    double sum = 1 - plus_score_;
    for (const Attribute& a : groups_.shared(g)) {
      sum += a.strength * static_cast<double>(raw_[index_of(a.unit)]);
    }
    group_scores_[g] = static_cast<float>(scales_[g] * sum);
  }
}

// The most promising, and those of classes that need exact scores.
void BeamSelection::choose_groups(Decision plus, std::span<const DualVariable> duals) {
  taken_.clear();
  take_group(groups_.group_of(plus));
  for (const DualVariable& v : duals) take_group(groups_.group_of(v.minus));
  best_.clear();
  const auto is_more = [](const GroupCandidate& a, const GroupCandidate& b) {
    return a.gradient > b.gradient;
  };
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    const float gradient = group_scores_[g];
    if (best_.size() < beam_width) {
      best_.push_back({gradient, g});
      std::push_heap(best_.begin(), best_.end(), is_more);
    } else if (gradient > best_.front().gradient) {
      std::pop_heap(best_.begin(), best_.end(), is_more);
      best_.back() = {gradient, g};
      std::push_heap(best_.begin(), best_.end(), is_more);
    }
  }
  for (const GroupCandidate& candidate : best_) take_group(candidate.group);
  for (const std::uint32_t g : taken_) is_taken_[g] = 0;
}

void BeamSelection::take_group(std::uint32_t group) {
  if (is_taken_[group] != 0) return;
  is_taken_[group] = 1;
  taken_.push_back(group);
}

void BeamSelection::add_own_blocks(Decision decision) {
  for (const Attribute& a : groups_.own(decision)) {
    blocks_.push_back(static_cast<std::uint32_t>(index_of(a.unit) / tile_units));
  }
}

void BeamSelection::read_blocks(std::size_t instance, const float* rare) {
  std::sort(blocks_.begin(), blocks_.end());
  blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());
  for (const std::uint32_t b : blocks_) {
    std::copy_n(rare + b * tile_units, tile_units, raw_.data() + b * tile_units);
  }
  backend_.weights().add_frequent(instance, blocks_, raw_.data());
}

double BeamSelection::score(Decision decision) const {
  double sum = 0;
  for (const Attribute& a : groups_.map().of(decision)) {
    sum += a.strength * static_cast<double>(raw_[index_of(a.unit)]);
  }
  return sum;
}

// All rivals in the groups that were taken; returns the largest gradient.
double BeamSelection::find_candidates(std::size_t instance, Decision plus) {
  const auto left_out = problem_.constraints.left_out(instance);
  rivals_.clear();
  for (const std::uint32_t g : taken_) {
    for (const Decision d : groups_.members(g)) {
      if (is_rival_[d] == 0 || std::binary_search(left_out.begin(), left_out.end(), d)) continue;
      rivals_.push_back(d);
    }
  }
  set_scales(plus, rivals_);
  candidates_.clear();
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < rivals_.size(); ++r) {
    if (!(scales_[r] > 0)) continue;
    const double gradient = scales_[r] * (1 - plus_score_ + score(rivals_[r]));
    candidates_.push_back({rivals_[r], static_cast<float>(gradient), scales_[r]});
    top = std::max(top, gradient);
  }
  return top;
}

// scale_c = Delta_c^(1/p)
void BeamSelection::set_scales(Decision plus, std::span<const Decision> rivals) {
  scales_.assign(rivals.size(), 1.0);
  const LossRows* losses = problem_.constraints.losses();
  if (losses == nullptr) return;
  losses->row(plus, rivals, scales_);
  if (problem_.slack_power == 2) {
    for (double& scale : scales_) scale = std::sqrt(scale);
  }
}

void BeamSelection::add_most_violated(Decision plus, double threshold,
                                      std::vector<DualVariable>& working_set) {
  const std::span<const DualVariable> known(working_set);
  std::erase_if(candidates_, [&](const Candidate& c) {
    return static_cast<double>(c.gradient) < threshold ||
           std::any_of(known.begin(), known.end(),
                       [&](const DualVariable& v) { return v.minus == c.decision; });
  });
  const std::size_t taken = std::min(most_new, candidates_.size());
  const auto middle = candidates_.begin() + static_cast<std::ptrdiff_t>(taken);
  std::partial_sort(
      candidates_.begin(), middle, candidates_.end(), [](const Candidate& a, const Candidate& b) {
        return a.gradient != b.gradient ? a.gradient > b.gradient : a.decision < b.decision;
      });
  for (auto c = candidates_.begin(); c != middle; ++c) {
    working_set.push_back({plus, c->decision, c->scale, 0});
  }
}

}  // namespace clade::detail
