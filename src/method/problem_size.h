// How large a training problem is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "clade/label_space.h"
#include "data/dataset.h"

namespace clade::detail {

// The sizes that matter to what training takes, as numbers to calculate with.
struct ProblemSize {
  double documents = 0, values = 0, features = 0, classes = 0, nodes = 0;
  double real_size = sizeof(float);
  bool is_multilabel = false;
  bool is_numbered = false;  // the rows are in a file as training wants them, and are not copied
  std::vector<std::uint32_t> frequencies;  // by feature: how many documents have it

  std::size_t memory = 0;  // the budget (TrainContext); 0: none
  // What rows of weights may take at most where there are others (linear/storage.h).
  std::size_t most_row_bytes = std::numeric_limits<std::size_t>::max();

  // An inner node of a tree: a problem of its own for methods that go node by node.
  struct Choice {
    double documents, children;
  };
  std::vector<Choice> choices;
};
ProblemSize problem_size(const Dataset& data, const LabelSpace& labels);

}  // namespace clade::detail
