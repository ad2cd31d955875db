// Visits with a kernel: the scores of all instances are there, and every step changes them.
//
// The first steps are visits of a sample (block_visits.h). Then an epoch selects the instances that
// matter with their working sets, ascends on these alone for many passes (subset_ascent.h), and
// brings the scores of all instances up to date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/ascent/block_visits.h"
#include "solver/ascent/subset_ascent.h"

namespace clade::detail {

template <class Real>
class KernelVisits : public BlockVisits<KernelBackend<Real>> {
 public:
  KernelVisits(const ProblemTables<Real>& tables, KernelBackend<Real>& backend, ThreadPool& pool);

  CheckRules check_rules() const override { return {.follows_trend = false}; }
  bool uses_active_subset() const override { return true; }
  void score_all(VisitLog& log) override;
  void restrict_scores_to(std::span<const std::uint32_t> instances) override {
    this->backend_.restrict_scores_to(instances);
  }
  void refresh_scores() override { this->backend_.refresh_scores(this->pool_); }
  bool ascend_on_working_sets(double target, Random& random, const Reporter& reporter,
                              VisitLog& log) override;
  void state(State& s) override { s(this->duals_, suits_working_sets_); }

 private:
  // Calls use(update, k) with the update of instances[k] after it was scored, for every k.
  template <class Use>
  void score_each(std::span<const std::uint32_t> instances, Use use);
  bool has_free_duals(std::size_t i) const;
  std::size_t select_instances(const VisitLog& log);
  bool add_working_sets(std::size_t needed, SubsetAscent<Real>& ascent);

  const ProblemTables<Real>& tables_;
  bool suits_working_sets_;
  std::vector<std::uint32_t> all_, selected_;
  std::vector<std::vector<DualVariable>> working_sets_;
};

}  // namespace clade::detail
