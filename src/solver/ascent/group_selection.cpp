#include "solver/ascent/group_selection.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "solver/ascent/group_scan.h"
#include "solver/ascent/slack_view.h"
#include "solver/problem/rival_scan.h"

namespace clade::detail {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
// Those above the middle between the least and the most violated.
constexpr double upper_part = 0.5;
// Violations below this are rounding.
constexpr double negligible = 1e-14;

bool compares_one_class(const ConstraintSet& constraints) {
  if (constraints.lists() != 1) return false;
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    const auto blocks = constraints.blocks(i);
    if (blocks.size() > 1) return false;
    if (!blocks.empty() && blocks[0].plus == constant_zero) return false;
  }
  const auto rivals = constraints.list(0);
  return std::find(rivals.begin(), rivals.end(), constant_zero) == rivals.end();
}

bool have_own_units(const DecisionGroups& groups) {
  for (std::size_t d = 0; d < groups.map().decisions(); ++d) {
    if (groups.own(static_cast<Decision>(d)).empty()) return false;
  }
  return true;
}

// Whether every class sees equal losses in each group, itself left out.
bool have_equal_losses(const ConstraintSet& constraints, const DecisionGroups& groups,
                       ThreadPool& pool) {
  const LossRows* losses = constraints.losses();
  if (losses == nullptr) return true;
  std::vector<std::uint8_t> is_compared(constraints.decisions());
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    for (const ConstraintSet::Block& block : constraints.blocks(i)) is_compared[block.plus] = 1;
  }
  std::atomic<bool> are_equal = true;
  constexpr std::size_t grain = 64;
  pool.for_ranges(constraints.decisions(), grain, [&](std::size_t begin, std::size_t end) {
    std::vector<double> row(constraints.decisions());
    for (std::size_t plus = begin; plus < end && are_equal; ++plus) {
      if (is_compared[plus] == 0) continue;
      losses->row(static_cast<Decision>(plus), row);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto members = groups.members(g);
        const Decision first = members[members[0] == plus && members.size() > 1 ? 1 : 0];
        for (const Decision d : members) {
          if (d != plus && row[d] != row[first]) are_equal = false;
        }
      }
    }
  });
  return are_equal;
}

ScoreMap map_of_groups(const DecisionGroups& groups) {
  Csr<Attribute> rows;
  for (std::size_t g = 0; g < groups.size(); ++g) rows.push_row(groups.shared(g));
  return {std::move(rows), groups.map().units()};
}

}  // namespace

std::unique_ptr<const GroupTables> GroupTables::make(const Problem<float>& problem,
                                                     const DecisionGroups& groups,
                                                     ThreadPool& pool) {
  if (problem.groups != SlackGroups::instance || !compares_one_class(problem.constraints) ||
      !have_own_units(groups) || !have_equal_losses(problem.constraints, groups, pool)) {
    return nullptr;
  }
  return std::unique_ptr<const GroupTables>(new GroupTables(problem, groups));
}

GroupTables::GroupTables(const Problem<float>& of, const DecisionGroups& by)
    : problem(of), groups(by), shared(map_of_groups(by)), place_of(of.constraints.decisions()) {
  const std::size_t places =
      AlignedArray<float>::padded(groups.map().units() - groups.shared_end());
  strengths = AlignedArray<float>(places);
  allowed = AlignedArray<float>(places, minus_infinity);
  group_of = AlignedArray<std::int32_t>(places);
  decision_of.resize(places);
  for (std::size_t d = 0; d < place_of.size(); ++d) {
    const auto decision = static_cast<Decision>(d);
    const auto own = groups.own(decision);
    const auto place_of_unit = [&](const Attribute& a) {
      return static_cast<std::uint32_t>(index_of(a.unit) - groups.shared_end());
    };
    const std::uint32_t place = place_of[d] = place_of_unit(own[0]);
    decision_of[place] = decision;
    strengths[place] = static_cast<float>(own[0].strength);
    group_of[place] = static_cast<std::int32_t>(groups.group_of(decision));
    for (const Attribute& a : own.subspan(1)) {
      further.push_back(
          {place_of_unit(a), place, static_cast<float>(a.strength / own[0].strength)});
    }
  }
  for (const Decision d : problem.constraints.list(0)) allowed[place_of[d]] = 0;
}

GroupSelection::GroupSelection(const GroupTables& tables, std::size_t most_new)
    : tables_(tables),
      most_new_(most_new),
      shared_(tables.shared.padded_size()),
      bases_(tables.shared.padded_size()),
      scales_(tables.shared.padded_size(), 1.0F),
      losses_(tables.groups.size()),
      allowed_(tables.allowed.size()),
      gradients_(tables.allowed.size()) {
  std::copy(tables.allowed.begin(), tables.allowed.end(), allowed_.begin());
  for (std::size_t g = 0; g < tables.groups.size(); ++g) {
    representatives_.push_back(tables.groups.members(g).front());
  }
}

VisitReport GroupSelection::operator()(std::size_t instance, std::span<const DualVariable> duals,
                                       float* raw, std::vector<DualVariable>& working_set) {
  const Problem<float>& problem = tables_.problem;
  const Decision plus = problem.constraints.blocks(instance)[0].plus;
  float* own = raw + tables_.groups.shared_end();
  for (const auto& [from, to, part] : tables_.further) own[to] += part * own[from];
  set_bases(plus, raw);
  set_scales(plus);
  const float top = scan(instance, raw);

  SlackView view({problem.C[instance], problem.slack_power});
  for (const DualVariable& v : duals) {
    float& gradient = gradients_[tables_.place_of[v.minus]];
    view.add(v, static_cast<double>(gradient));
    gradient = minus_infinity;
  }
  const VisitReport report = view.report(static_cast<double>(top));
  working_set.assign(duals.begin(), duals.end());
  if (report.violation > negligible) {
    add_most_violated(plus, view.lowest() + upper_part * report.violation, working_set);
  }
  return report;
}

void GroupSelection::set_bases(Decision plus, const float* raw) {
  const float* shared = tables_.shared(raw, shared_.data());
  const std::size_t place = tables_.place_of[plus];
  const float score = shared[tables_.group_of[place]] +
                      tables_.strengths[place] * raw[tables_.groups.shared_end() + place];
  for (std::size_t g = 0; g < tables_.groups.size(); ++g) bases_[g] = (1 - score) + shared[g];
}

// scale_c = Delta_c^(1/p), from one member of each group that is not the class itself.
void GroupSelection::set_scales(Decision plus) {
  const LossRows* losses = tables_.problem.constraints.losses();
  if (losses == nullptr) return;
  const std::uint32_t own = tables_.groups.group_of(plus);
  const auto members = tables_.groups.members(own);
  if (members.front() == plus && members.size() > 1) representatives_[own] = members[1];
  losses->row(plus, representatives_, losses_);
  representatives_[own] = members.front();
  const bool is_squared = tables_.problem.slack_power == 2;
  for (std::size_t g = 0; g < losses_.size(); ++g) {
    scales_[g] = static_cast<float>(is_squared ? std::sqrt(losses_[g]) : losses_[g]);
  }
}

float GroupSelection::scan(std::size_t instance, const float* raw) {
  const auto left_out = tables_.problem.constraints.left_out(instance);
  for (const Decision d : left_out) allowed_[tables_.place_of[d]] = minus_infinity;
  const float top = scan_groups(
      {raw + tables_.groups.shared_end(), tables_.strengths.data(), tables_.group_of.data(),
       allowed_.data(), bases_.data(), scales_.data(), allowed_.size()},
      gradients_.data());
  for (const Decision d : left_out) {
    const std::uint32_t place = tables_.place_of[d];
    allowed_[place] = tables_.allowed[place];
  }
  return top;
}

void GroupSelection::add_most_violated(Decision plus, double threshold,
                                       std::vector<DualVariable>& working_set) {
  found_.clear();
  collect_rivals<float>({gradients_.data(), gradients_.size()}, static_cast<float>(threshold),
                        found_);
  const std::size_t taken = std::min(most_new_, found_.size());
  const auto middle = found_.begin() + static_cast<std::ptrdiff_t>(taken);
  std::nth_element(found_.begin(), middle, found_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return gradients_[a] != gradients_[b] ? gradients_[a] > gradients_[b] : a < b;
  });
  for (auto place = found_.begin(); place != middle; ++place) {
    const float scale = scales_[static_cast<std::size_t>(tables_.group_of[*place])];
    working_set.push_back({plus, tables_.decision_of[*place], static_cast<double>(scale), 0});
  }
}

}  // namespace clade::detail
