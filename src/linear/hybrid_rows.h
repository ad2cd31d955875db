// Instances for weights that do not fit into memory: the features that many instances have, and the
// rare rest with the instances that have each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/csr.h"
#include "data/sparse_rows.h"

namespace clade::detail {

class HybridRows {
 public:
  struct Posting {
    std::uint32_t instance;
    float value;
  };

  // The `most_frequent` features that the most instances have are frequent, but none that fewer
  // than `least` instances have. Indices of `rows` are below `features`.
  HybridRows(const SparseRows<float>& rows, std::size_t features, std::size_t most_frequent,
             std::size_t least);

  std::size_t size() const { return frequent_.size(); }
  std::size_t features() const { return place_.size(); }
  std::size_t frequent_count() const { return frequent_count_; }

  // An instance's frequent and rare features, each with numbers of their own.
  SparseRow frequent(std::size_t instance) const { return frequent_.row(instance); }
  SparseRow rare(std::size_t instance) const { return rare_.row(instance); }
  // The instances that have a rare feature, in their order.
  std::span<const Posting> postings(std::size_t rare_number) const {
    return postings_.row(rare_number);
  }

  struct Place {
    bool is_frequent = false;
    std::uint32_t number = 0;
  };
  Place place(std::size_t feature) const { return place_[feature]; }

 private:
  void choose_places(const SparseRows<float>& rows, std::size_t most_frequent, std::size_t least);

  std::vector<Place> place_;  // by feature
  std::size_t frequent_count_ = 0;
  SparseRows<float> frequent_, rare_;
  Csr<Posting> postings_;
};

}  // namespace clade::detail
