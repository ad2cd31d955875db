// The weights of very many nodes, kept in little memory until all are there: then they become the
// packed rows of one model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "data/feature_index.h"
#include "data/sparse_rows.h"
#include "linear/packed_weights.h"
#include "linear/weight_view.h"

namespace clade::detail {

// Each node's weights in half precision, cut by features into parts that can be given back one
// after the other.
class NodeStore {
 public:
  NodeStore(FeatureIndex features, std::size_t units);

  // The weights of a model, whose units are those from `first_unit` on and whose features are among
  // these. Several threads may do so at once.
  void add(const FeatureIndex& features, const WeightView<float>& weights, std::size_t first_unit);

  const FeatureIndex& features() const { return features_; }
  // All of it; nothing is left.
  std::shared_ptr<const PackedWeights> pack();
  void state(State& s) { s(parts_); }

 private:
  // A node's rows in one part.
  struct Rows {
    std::size_t first_unit, units;
    std::size_t features_begin, features_end, weights_begin;  // in the arrays of the part
  };
  // In few large arrays: what is given back goes to the system at once.
  struct Part {
    std::vector<Rows> nodes;
    PlainArray<std::uint32_t> features;  // numbers in all features, increasing for each node
    PlainArray<HalfBits> weights;        // for each feature the units of its node

    void state(State& s) { s(nodes, features, weights); }
  };
  friend class NodeStoreView;

  FeatureIndex features_;
  std::size_t units_, features_per_part_;
  std::mutex mutex_;
  std::vector<Part> parts_;
};

}  // namespace clade::detail
