// Ranks of a run on several machines, which work in step.
#pragma once

#include <span>

namespace clade::detail {

// Every rank makes the same calls in the same order.
struct Communicator {
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual void sum(std::span<double> values) = 0;  // every rank ends with the total
};

// A run on one machine: rank 0 of 1.
struct SingleRank : Communicator {
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void sum(std::span<double> /*values*/) override {}
};
// It holds nothing, so one serves all runs.
Communicator& single_rank();

}  // namespace clade::detail
