// LIBLINEAR's multi-class SVM of Crammer and Singer (-s 4), in this process.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "clade/dataset.h"

namespace clade::bench {

// Weights by feature, one number per class: at(feature, label).
struct DenseWeights {
  std::size_t features = 0, classes = 0;
  std::vector<double> values;
  double& at(std::size_t feature, std::size_t label) { return values[feature * classes + label]; }
  double at(std::size_t feature, std::size_t label) const {
    return values[feature * classes + label];
  }
};

// A data set with one label per instance, copied into LIBLINEAR's form once, outside all timing.
class LiblinearPeer {
 public:
  LiblinearPeer(const SparseRows<float>& rows, const std::vector<std::size_t>& labels,
                std::size_t features, std::size_t classes);
  ~LiblinearPeer();

  // min 1/2 sum over classes of ||w||^2 + C sum xi, stopped by its own measure at `epsilon`. The
  // model stays inside until weights() or the next call, so that copying it costs no time here.
  void train(double C, double epsilon);
  DenseWeights weights() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clade::bench
