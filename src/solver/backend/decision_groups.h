// Decisions that share all their units but their own, as the children of one node do: what a group
// shares tells whether its members are worth a look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/csr.h"
#include "solver/problem/constraint_set.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

class DecisionGroups {
 public:
  explicit DecisionGroups(const ScoreMap& map);

  // The same map with other numbers of units: those that several decisions share come first, then,
  // from a multiple of `boundary` on, each group's own, one group after the other. Numbers in
  // between belong to no unit.
  static constexpr std::size_t boundary = 64;
  const ScoreMap& map() const { return map_; }
  std::span<const std::uint32_t> number_of_unit() const { return number_of_unit_; }
  std::size_t shared_end() const { return shared_end_; }  // a multiple of `boundary`

  std::size_t size() const { return members_.size(); }
  std::span<const Decision> members(std::size_t group) const { return members_.row(group); }
  std::span<const Attribute> shared(std::size_t group) const { return shared_.row(group); }
  std::span<const Attribute> own(Decision decision) const { return own_.row(decision); }
  std::uint32_t group_of(Decision decision) const { return group_of_[decision]; }

 private:
  void find_groups(const ScoreMap& map, std::span<const std::uint32_t> users);
  void number_units(const ScoreMap& map, std::span<const std::uint32_t> users);

  Csr<Decision> members_;  // by group
  std::vector<std::uint32_t> group_of_;
  std::vector<std::uint32_t> number_of_unit_;
  std::size_t shared_end_ = 0;
  ScoreMap map_;
  Csr<Attribute> shared_;  // by group
  Csr<Attribute> own_;     // by decision
};

}  // namespace clade::detail
