// Selects the working set of one instance of a large problem from the promising classes alone.
//
// The units that classes share are scored for all. They tell which groups of classes
// (decision_groups.h) could be violated most, and only the own units of these are read. What is
// found is exact for the classes that were read; whether others are violated, too, only a full scan
// can tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/ascent/visit_log.h"
#include "solver/backend/decision_groups.h"
#include "solver/backend/hybrid_backend.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"

namespace clade::detail {

class BeamSelection {
 public:
  // New constraints that may be selected. Twice as many as for smaller problems: scoring is what
  // costs here, and that saves an epoch of five.
  static constexpr std::size_t most_new = 32;

  // Whether there is something to save: groups, and instances with one class that is compared with
  // a list of others.
  static bool should_use(const Problem<float>& problem, const DecisionGroups& groups);

  BeamSelection(const Problem<float>& problem, const HybridBackend& backend);

  // `shared` are the scores of the shared units, `rare` the part of the rare features in those of
  // all. Fills the working set: the instance's variables, then new ones.
  VisitReport operator()(std::size_t instance, std::span<const DualVariable> duals,
                         const float* shared, const float* rare,
                         std::vector<DualVariable>& working_set);

 private:
  struct Candidate {
    Decision decision;
    float gradient;
    double scale;
  };

  void score_groups(Decision plus);
  void choose_groups(Decision plus, std::span<const DualVariable> duals);
  void take_group(std::uint32_t group);
  void add_own_blocks(Decision decision);
  void read_blocks(std::size_t instance, const float* rare);
  double score(Decision decision) const;
  double find_candidates(std::size_t instance, Decision plus);
  void set_scales(Decision plus, std::span<const Decision> rivals);
  void add_most_violated(Decision plus, double threshold, std::vector<DualVariable>& working_set);

  const Problem<float>& problem_;
  const DecisionGroups& groups_;
  const HybridBackend& backend_;
  std::vector<Decision> representatives_;  // by group
  std::vector<std::uint8_t> is_rival_;     // by decision: is in the list that all are compared with

  AlignedArray<float> raw_;
  std::vector<float> group_scores_;
  std::vector<double> scales_;
  double plus_score_ = 0;
  struct GroupCandidate {
    float gradient;
    std::uint32_t group;
  };
  std::vector<GroupCandidate> best_;    // a heap, the least on top
  std::vector<std::uint8_t> is_taken_;  // by group
  std::vector<std::uint32_t> taken_;
  std::vector<std::uint32_t> blocks_;
  std::vector<Decision> rivals_;
  std::vector<Candidate> candidates_;
};

}  // namespace clade::detail
