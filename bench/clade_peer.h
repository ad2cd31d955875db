// clade's methods, as the benchmarks call them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "bench/objective.h"
#include "bench/training_set.h"
#include "clade/method.h"

namespace clade::detail::bench {

struct CladeChoice {
  std::string name;  // in tables
  std::string method;
  std::vector<std::pair<std::string, std::string>> options;
  Formulation formulation;  // what method and options mean
};

// Valid as long as the model, which must have been trained on the same set.
Weights weights_of(const Model& model);

class CladePeer {
 public:
  CladePeer(const TrainingSet& set, CladeChoice choice, ThreadPool& pool)
      : set_(set), choice_(std::move(choice)), pool_(pool) {}

  const CladeChoice& choice() const { return choice_; }
  void train(double C, double tolerance);  // all of Method::train, certificates included
  void forget() { trained_.reset(); }
  const TrainSummary& summary() const { return trained_->summary; }
  // From the weights; throws where what training reported is something else or not certified.
  double checked_objective(double C, double tolerance) const;

 private:
  const TrainingSet& set_;
  CladeChoice choice_;
  ThreadPool& pool_;
  std::optional<Trained> trained_;
};

}  // namespace clade::detail::bench
