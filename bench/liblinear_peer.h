// LIBLINEAR's solvers in this process, through its library.
#pragma once

#include <filesystem>
#include <limits>
#include <memory>

#include "bench/objective.h"
#include "bench/training_set.h"

namespace clade::detail::bench {

enum class LiblinearSolver {
  squared_slack_per_class,  // -s 1: every class against the rest, dual, squared slacks
  primal_per_class,         // -s 2: the same by Newton's method on the primal
  multiclass,               // -s 4: Crammer and Singer
};

// Keeps a copy of the set in LIBLINEAR's form, made once, outside all timing.
class LiblinearPeer {
 public:
  LiblinearPeer(const TrainingSet& set, LiblinearSolver solver);
  ~LiblinearPeer();

  // Stops by LIBLINEAR's own measure at `epsilon`. What was trained stays until forget(). False
  // where it was cut off after so many seconds of the thread: then nothing was trained, and what
  // LIBLINEAR had allocated is lost.
  bool train(double C, double epsilon,
             double most_seconds = std::numeric_limits<double>::infinity());
  void forget();
  Weights weights() const;  // valid until forget()

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The objective of a model that `liblinear-train -s 4` wrote. Its labels are the classes of the
// set, numbered from 1; its features those of the file that the set was read from.
double liblinear_file_objective(const TrainingSet& set, const std::filesystem::path& model_file,
                                double C);

}  // namespace clade::detail::bench
