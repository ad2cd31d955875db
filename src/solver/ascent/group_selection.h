// Selects the working set of one instance of a large problem from all classes, group by group.
//
// F(c) is what the group of c shares and what c has of its own (decision_groups.h), and in a tree
// all members of a group cost an instance the same. So what takes a sum over a path and a loss for
// every class in general (InstanceUpdate) takes one multiplication here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "solver/ascent/visit_log.h"
#include "solver/backend/decision_groups.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// What is the same for all instances and threads.
class GroupTables {
 public:
  // Nothing where the problem is of another form: instances with one class that is compared with a
  // list of others, classes with units of their own, and equal losses within groups. Both must
  // outlive the tables.
  static std::unique_ptr<const GroupTables> make(const Problem<float>& problem,
                                                 const DecisionGroups& groups, ThreadPool& pool);

 private:
  friend class GroupSelection;
  GroupTables(const Problem<float>& problem, const DecisionGroups& groups);

  const Problem<float>& problem;
  const DecisionGroups& groups;
  DecisionScores<float> shared;  // of groups
  // By place: own units in their order, from groups.shared_end() on. A class has its place at the
  // first of them; further ones (of a node with one child) count there, too.
  AlignedArray<float> strengths, allowed;
  AlignedArray<std::int32_t> group_of;
  std::vector<Decision> decision_of;
  std::vector<std::uint32_t> place_of;  // by decision
  struct Further {
    std::uint32_t from, to;  // places
    float part;              // strength over that of the first unit
  };
  std::vector<Further> further;
};

// For one thread.
class GroupSelection {
 public:
  GroupSelection(const GroupTables& tables, std::size_t most_new);

  // `raw` are the scores of all units, and changed. Fills the working set: the instance's
  // variables, then new ones, at most `most_new`.
  VisitReport operator()(std::size_t instance, std::span<const DualVariable> duals, float* raw,
                         std::vector<DualVariable>& working_set);

 private:
  void set_bases(Decision plus, const float* raw);
  void set_scales(Decision plus);
  float scan(std::size_t instance, const float* raw);
  void add_most_violated(Decision plus, double threshold, std::vector<DualVariable>& working_set);

  const GroupTables& tables_;
  std::size_t most_new_;
  AlignedArray<float> shared_, bases_, scales_;  // by group
  std::vector<double> losses_;                   // by group
  std::vector<Decision> representatives_;        // by group
  AlignedArray<float> allowed_, gradients_;      // by place
  std::vector<std::uint32_t> found_;
};

}  // namespace clade::detail
