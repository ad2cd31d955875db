// A problem with the tables that every visit of its instances reads.
#pragma once

#include "linear/decision_scores.h"
#include "solver/problem/class_gram.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// The problem must outlive its tables.
template <class Real>
struct ProblemTables {
  explicit ProblemTables(const Problem<Real>& of)
      : problem(of), scan(of.constraints, of.slack_power), map(of.score_map), gram(of.score_map) {}

  const Problem<Real>& problem;
  ScanTables<Real> scan;
  DecisionScores<Real> map;
  ClassGram gram;
};

}  // namespace clade::detail
