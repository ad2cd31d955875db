// What training will take, in seconds and memory, before it begins: a count of the work that the
// sizes of the problem ask for, times constants that were fitted to measured runs.
// docs/lab/PERFORMANCE.md says how good that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clade/label_space.h"
#include "clade/method.h"
#include "data/dataset.h"

namespace clade {

// The sizes that matter, as numbers to calculate with.
struct CostShape {
  double documents = 0, values = 0, features = 0, classes = 0, nodes = 0;
  double real_size = sizeof(float);
  bool is_multilabel = false;
  bool is_numbered = false;  // the rows are in a file as training wants them, and are not copied
  std::vector<std::uint32_t> frequencies;  // by feature: how many documents have it

  // An inner node of a tree: a problem of its own for methods that go node by node.
  struct Choice {
    double documents, children;
  };
  std::vector<Choice> choices;
};
CostShape cost_shape(const Dataset& data, const LabelSpace& labels);

// What of a method's options matters.
struct CostOptions {
  CostClass kind = CostClass::joint;
  bool is_flat = false;    // a unit per class, not per node
  bool is_binary = false;  // every class against zero
  bool has_kernel = false;
  bool has_free_bias = false;
  bool has_constant = false;      // a constant feature, or a free bias
  bool has_pair_slacks = false;   // a slack for each pair of classes
  bool has_paper_solver = false;  // the papers' own algorithm
  bool is_psi = false;
  bool is_online = false;  // at every node, where it goes by nodes
  double C = 1;            // 0: it is chosen by cross-validation
  double tolerance = 1e-3;
  double max_epochs = 1e9;
  double epochs = 0;       // of an online method
  double cache_bytes = 0;  // of a kernel
  unsigned threads = 1;
};
CostOptions cost_options(const MethodTraits& method, const CostShape& shape, unsigned threads);

struct CostEstimate {
  double seconds = 0;
  double bytes = 0;  // beyond what the process has when training begins
};
CostEstimate estimate_cost(const CostShape& shape, const CostOptions& options);

// How many times slower this machine is than the one where the constants were fitted: some
// thousandths of a second of the work that training mostly is, in processor time, so that other
// processes do not matter.
double machine_slowness();

}  // namespace clade
