#include "solver/balanced_duals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace clade {

namespace {

// The flow between decisions, summed over the instances; the constant zero is the last node.
class Flow {
 public:
  Flow(const Duals& duals, std::size_t decisions) : decisions_(decisions) {
    for (const auto& of_instance : duals) {
      for (const DualVariable& v : of_instance) {
        arcs_[{node(v.plus), node(v.minus)}].total += v.scale * v.beta;
      }
    }
    excess_.resize(decisions + 1);
    leaving_.resize(decisions + 1);
    for (auto& [ends, arc] : arcs_) {
      arc.left = arc.total;
      excess_[ends.first] += arc.total;
      excess_[ends.second] -= arc.total;
      leaving_[ends.first].push_back(ends.second);
      largest_ = std::max(largest_, arc.total);
    }
  }

  void balance() {
    for (std::size_t n = 0; n < excess_.size(); ++n) {
      while (excess_[n] > rounding() && take_path(n)) {
      }
    }
  }

  // What stays of the flow between two decisions.
  double share(Decision plus, Decision minus) const {
    const Arc& arc = arcs_.at({node(plus), node(minus)});
    return arc.total > 0 ? arc.left / arc.total : 0;
  }

 private:
  struct Arc {
    double total = 0, left = 0;
  };
  std::size_t node(Decision d) const { return d == constant_zero ? decisions_ : d; }
  double rounding() const { return 1e-15 * largest_; }

  // Takes a path away that begins at `start` and ends where flow is missing, as much as it holds.
  // False where rounding alone keeps the flow from being balanced.
  bool take_path(std::size_t start) {
    const std::vector<std::size_t> path = find_path(start);
    if (path.empty()) return false;
    double amount = std::min(excess_[start], -excess_[path.back()]);
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      amount = std::min(amount, arcs_.at({path[k], path[k + 1]}).left);
    }
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      double& left = arcs_.at({path[k], path[k + 1]}).left;
      left = left - amount > rounding() ? left - amount : 0;
    }
    excess_[start] -= amount;
    excess_[path.back()] += amount;
    return true;
  }

  // The shortest; empty where there is none.
  std::vector<std::size_t> find_path(std::size_t start) const {
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> before(excess_.size(), none), queue{start};
    before[start] = start;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const std::size_t at = queue[k];
      if (excess_[at] < 0) return path_to(at, start, before);
      for (const std::size_t next : leaving_[at]) {
        if (before[next] != none || !(arcs_.at({at, next}).left > 0)) continue;
        before[next] = at;
        queue.push_back(next);
      }
    }
    return {};
  }

  static std::vector<std::size_t> path_to(std::size_t end, std::size_t start,
                                          const std::vector<std::size_t>& before) {
    std::vector<std::size_t> path{end};
    while (path.back() != start) path.push_back(before[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
  }

  std::size_t decisions_;
  std::map<std::pair<std::size_t, std::size_t>, Arc> arcs_;
  std::vector<std::vector<std::size_t>> leaving_;
  std::vector<double> excess_;  // what leaves a node less what arrives
  double largest_ = 0;
};

}  // namespace

Duals balanced(Duals duals, std::size_t decisions) {
  Flow flow(duals, decisions);
  flow.balance();
  for (auto& of_instance : duals) {
    for (DualVariable& v : of_instance) v.beta *= flow.share(v.plus, v.minus);
    std::erase_if(of_instance, [](const DualVariable& v) { return !(v.beta > 0); });
  }
  return duals;
}

}  // namespace clade
