#include "method/nodes/node_store.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "base/memory.h"

namespace clade::detail {
namespace {

constexpr std::size_t parts = 64;
constexpr std::uint32_t nobody = ~std::uint32_t{0};

[[noreturn]] void refuse(float weight) {
  fail(ErrorKind::input,
       "a weight of {:.3g} does not fit into the half precision of large models; rows of unit "
       "length "
       "(`normalize=unit`) have smaller ones",
       weight);
}

}  // namespace

NodeStore::NodeStore(FeatureIndex features, std::size_t units)
    : features_(std::move(features)),
      units_(units),
      features_per_part_(features_.size() / parts + 1),
      parts_(parts) {}

void NodeStore::add(const FeatureIndex& features, const WeightView<float>& weights,
                    std::size_t first_unit) {
  const std::lock_guard lock(mutex_);
  std::size_t j = 0;
  std::vector<HalfBits> row(weights.units);
  for (std::size_t p = 0; p < parts && j < features.size(); ++p) {
    Part& part = parts_[p];
    Rows rows{first_unit, weights.units, part.features.size(), 0, part.weights.size()};
    for (; j < features.size(); ++j) {
      const std::uint32_t feature = features_.find(features.indices()[j]);
      if (feature / features_per_part_ != p) break;
      part.features.push_back(feature);
      std::fill(row.begin(), row.end(), HalfBits{});
      weights.for_each_nonzero(j, [&](std::size_t unit, float weight) {
        if (!fits_half(static_cast<double>(weight))) refuse(weight);
        row[unit] = to_half(weight);
      });
      for (const HalfBits weight : row) part.weights.push_back(weight);
    }
    rows.features_end = part.features.size();
    if (rows.features_end > rows.features_begin) part.nodes.push_back(rows);
  }
}

// The rows of a store for PackedWeights, which reads them twice, from the first to the last. The
// second time what was read is given back.
class NodeStoreView {
 public:
  explicit NodeStoreView(NodeStore& store)
      : features(store.features_.size()),
        units(store.units_),
        store_(store),
        first_(store.features_per_part_, nobody) {}

  const std::size_t features, units;

  template <class Use>
  void for_each_nonzero(std::size_t feature, Use use) const {
    if (feature % store_.features_per_part_ == 0) begin_part(feature / store_.features_per_part_);
    const NodeStore::Part& part = store_.parts_[feature / store_.features_per_part_];
    here_.clear();
    for (std::uint32_t n = first_[feature % store_.features_per_part_]; n != nobody; n = next_[n]) {
      here_.push_back(n);
    }
    std::sort(here_.begin(), here_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return part.nodes[a].first_unit < part.nodes[b].first_unit;
    });
    for (const std::uint32_t n : here_) {
      const NodeStore::Rows& rows = part.nodes[n];
      const HalfBits* row = part.weights.data() + rows.weights_begin + place_[n] * rows.units;
      for (std::size_t u = 0; u < rows.units; ++u) {
        if (const float weight = from_half(row[u]); weight != 0) use(rows.first_unit + u, weight);
      }
      ++place_[n];
      enlist(n);
    }
  }

 private:
  // Every node waits in the list of the next feature that it has.
  void begin_part(std::size_t number) const {
    if (number == 0) ++reading_;
    if (reading_ == 2 && number > 0) store_.parts_[number - 1] = {};
    const auto nodes = store_.parts_[number].nodes.size();
    part_ = number;
    place_.assign(nodes, 0);
    next_.assign(nodes, nobody);
    std::fill(first_.begin(), first_.end(), nobody);
    for (std::uint32_t n = 0; n < nodes; ++n) enlist(n);
  }
  void enlist(std::uint32_t node) const {
    const NodeStore::Part& part = store_.parts_[part_];
    const std::size_t next = part.nodes[node].features_begin + place_[node];
    if (next == part.nodes[node].features_end) return;
    std::uint32_t& first = first_[part.features.data()[next] % store_.features_per_part_];
    next_[node] = first;
    first = node;
  }

  NodeStore& store_;
  mutable int reading_ = 0;
  mutable std::size_t part_ = 0;
  mutable std::vector<std::uint32_t> first_;  // by feature of the part
  mutable std::vector<std::uint32_t> next_;   // by node of the part
  mutable std::vector<std::size_t> place_;    // the same
  mutable std::vector<std::uint32_t> here_;
};

std::shared_ptr<const PackedWeights> NodeStore::pack() {
  give_back_freed_memory();  // of training
  const NodeStoreView view(*this);
  auto packed = std::make_shared<const PackedWeights>(view, 0, PackedNumbers::half);
  parts_ = std::vector<Part>(parts);
  return packed;
}

}  // namespace clade::detail
