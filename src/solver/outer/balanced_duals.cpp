#include "solver/outer/balanced_duals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace clade::detail {

namespace {

// How far instances may raise their variables: by decision, of the constraints that have it as
// `plus`. An instance that has several such decisions gives each an equal part of its room.
class Room {
 public:
  Room() = default;
  Room(const Duals& duals, const ConstraintSet& constraints, std::span<const double> C)
      : constraints_(&constraints),
        of_instance_(duals.size()),
        of_decision_(constraints.decisions()),
        left_(constraints.decisions()),
        above_(constraints.decisions()) {
    std::vector<std::uint8_t> is_known(constraints.decisions());
    for (std::size_t i = 0; i < duals.size(); ++i) {
      const auto blocks = constraints.blocks(i);
      if (blocks.empty()) continue;
      double used = 0;
      for (const DualVariable& v : duals[i]) used += v.beta;
      of_instance_[i] = std::max(0.0, C[i] - used) / static_cast<double>(blocks.size());
      for (const auto& block : blocks) {
        of_decision_[block.plus] += of_instance_[i];
        if (is_known[block.plus]++ > 0) continue;
        constraints.for_each_rival(i, block,
                                   [&](Decision minus) { above_[minus].push_back(block.plus); });
      }
    }
    left_ = of_decision_;
  }

  // The decisions that have a constraint above `minus`.
  std::span<const Decision> above(std::size_t minus) const {
    return minus < above_.size() ? std::span<const Decision>(above_[minus])
                                 : std::span<const Decision>();
  }
  double left(Decision plus) const { return left_[plus]; }
  void take(Decision plus, Decision minus, double amount) {
    left_[plus] -= amount;
    raised_[plus][minus] += amount;
  }
  // The variables of an instance with what was raised.
  void raise(std::vector<DualVariable>& variables, std::size_t i) const {
    if (constraints_ == nullptr || !(of_instance_[i] > 0)) return;
    for (const auto& block : constraints_->blocks(i)) {
      const auto found = raised_.find(block.plus);
      if (found == raised_.end()) continue;
      const double share = of_instance_[i] / of_decision_[block.plus];
      for (const auto& [minus, amount] : found->second) {
        add(variables, {block.plus, minus, 1, share * amount});
      }
    }
  }

 private:
  static void add(std::vector<DualVariable>& variables, const DualVariable& more) {
    for (DualVariable& v : variables) {
      if (v.plus != more.plus || v.minus != more.minus) continue;
      v.beta += more.beta;
      return;
    }
    variables.push_back(more);
  }

  const ConstraintSet* constraints_ = nullptr;  // nothing may be raised
  std::vector<double> of_instance_;             // for each of its decisions
  std::vector<double> of_decision_, left_;
  std::vector<std::vector<Decision>> above_;
  std::map<Decision, std::map<Decision, double>> raised_;
};

// The flow between decisions, summed over the instances; the constant zero is the last node.
class Flow {
 public:
  Flow(const Duals& duals, std::size_t decisions, std::span<const double> wanted, Room room)
      : decisions_(decisions), room_(std::move(room)) {
    for (const auto& of_instance : duals) {
      for (const DualVariable& v : of_instance) {
        arcs_[{node(v.plus), node(v.minus)}].total += v.scale * v.beta;
      }
    }
    excess_.resize(decisions + 1);
    leaving_.resize(decisions + 1);
    for (std::size_t d = 0; d < wanted.size(); ++d) {
      excess_[d] -= wanted[d];
      largest_ = std::max(largest_, std::abs(wanted[d]));
    }
    for (auto& [ends, arc] : arcs_) {
      arc.left = arc.total;
      excess_[ends.first] += arc.total;
      excess_[ends.second] -= arc.total;
      leaving_[ends.first].push_back(ends.second);
      largest_ = std::max(largest_, arc.total);
    }
  }

  // False where there is no way.
  bool balance() {
    bool holds = true;
    for (std::size_t n = 0; n < excess_.size(); ++n) {
      bool is_left = excess_[n] > rounding();
      while (is_left && take_path(n)) is_left = excess_[n] > rounding();
      holds = holds && excess_[n] <= most_rounding * largest_;
    }
    return holds;
  }

  // What stays of the flow between two decisions.
  double share(Decision plus, Decision minus) const {
    const Arc& arc = arcs_.at({node(plus), node(minus)});
    return arc.total > 0 ? arc.left / arc.total : 0;
  }
  const Room& room() const { return room_; }

 private:
  struct Arc {
    double total = 0, left = 0;
  };
  // What is too much goes from one decision to another by a variable that is lowered, or by one of
  // the opposite direction that is raised.
  struct Step {
    std::size_t to = 0;
    bool raises = false;
  };
  // Where every box is full there is no room for what sums of duals are rounded by.
  static constexpr double most_rounding = 1e-13;

  std::size_t node(Decision d) const { return d == constant_zero ? decisions_ : d; }
  double rounding() const { return 1e-15 * largest_; }

  double limit(std::size_t from, const Step& step) const {
    return step.raises ? room_.left(static_cast<Decision>(step.to))
                       : arcs_.at({from, step.to}).left;
  }

  // Takes a path that begins at `start` and ends where flow is missing, as much as it holds. False
  // where there is none.
  bool take_path(std::size_t start) {
    const std::vector<Step> path = find_path(start);
    if (path.empty()) return false;
    const std::size_t end = path.back().to;
    double amount = std::min(excess_[start], -excess_[end]);
    for (std::size_t at = start; const Step& step : path) {
      amount = std::min(amount, limit(at, step));
      at = step.to;
    }
    for (std::size_t at = start; const Step& step : path) {
      if (step.raises) {
        room_.take(static_cast<Decision>(step.to), static_cast<Decision>(at), amount);
      } else {
        double& left = arcs_.at({at, step.to}).left;
        left = left - amount > rounding() ? left - amount : 0;
      }
      at = step.to;
    }
    excess_[start] -= amount;
    excess_[end] += amount;
    return true;
  }

  // The shortest; empty where there is none.
  std::vector<Step> find_path(std::size_t start) const {
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> before(excess_.size(), none), queue{start};
    std::vector<Step> last(excess_.size());
    before[start] = start;
    const auto reach = [&](std::size_t from, Step step) {
      if (before[step.to] != none || !(limit(from, step) > 0)) return;
      before[step.to] = from;
      last[step.to] = step;
      queue.push_back(step.to);
    };
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const std::size_t at = queue[k];
      if (excess_[at] < 0) return path_to(at, start, before, last);
      for (const std::size_t next : leaving_[at]) reach(at, {next, false});
      for (const Decision next : room_.above(at)) reach(at, {next, true});
    }
    return {};
  }

  static std::vector<Step> path_to(std::size_t end, std::size_t start,
                                   const std::vector<std::size_t>& before,
                                   const std::vector<Step>& last) {
    std::vector<Step> path;
    for (std::size_t at = end; at != start; at = before[at]) path.push_back(last[at]);
    std::reverse(path.begin(), path.end());
    return path;
  }

  std::size_t decisions_;
  std::map<std::pair<std::size_t, std::size_t>, Arc> arcs_;
  std::vector<std::vector<std::size_t>> leaving_;
  std::vector<double> excess_;  // what leaves a node less what arrives and what is wanted
  Room room_;
  double largest_ = 0;
};

bool balance(Duals& duals, Flow flow) {
  const bool holds = flow.balance();
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (DualVariable& v : duals[i]) v.beta *= flow.share(v.plus, v.minus);
    std::erase_if(duals[i], [](const DualVariable& v) { return !(v.beta > 0); });
    flow.room().raise(duals[i], i);
  }
  return holds;
}

}  // namespace

Duals balanced(Duals duals, std::size_t decisions) {
  // Rounding alone may keep the flow from being balanced.
  balance(duals, Flow(duals, decisions, {}, {}));
  return duals;
}

BalancedDuals balanced(Duals duals, const ConstraintSet& constraints, std::span<const double> C,
                       std::span<const double> bias_terms) {
  Flow flow(duals, constraints.decisions(), bias_terms, Room(duals, constraints, C));
  const bool holds = balance(duals, std::move(flow));
  return {std::move(duals), holds};
}

}  // namespace clade::detail
