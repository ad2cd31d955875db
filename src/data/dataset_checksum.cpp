#include "data/dataset_checksum.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <variant>

namespace clade::detail {

namespace {

class Checksum {
 public:
  Checksum() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(state_.get());
  }
  template <class T>
  void add(T value) {
    static_assert(std::is_arithmetic_v<T>);
    XXH3_64bits_update(state_.get(), &value, sizeof value);
  }
  void add(std::string_view text) {
    add(text.size());
    XXH3_64bits_update(state_.get(), text.data(), text.size());
  }
  std::string text() const { return fmt::format("{:016x}", XXH3_64bits_digest(state_.get())); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_;
};

}  // namespace

std::string dataset_checksum(const Dataset& data, const LabelSpace& labels) {
  Checksum sum;
  const auto add_row = [&](const auto& row) {
    sum.add(row.size());
    for (const auto& feature : row) {
      sum.add(feature.index);
      sum.add(feature.value);
    }
  };
  for (std::size_t i = 0; i < data.size(); ++i) {
    std::visit([&](const auto& rows) { add_row(rows.row(i)); }, data.rows());
    sum.add(data.weight(i));
    for (const ClassId label : data.labels(i)) sum.add(index_of(label));
  }
  for (std::size_t c = 0; c < labels.size(); ++c) sum.add(labels.name(static_cast<ClassId>(c)));
  const Taxonomy& taxonomy = labels.taxonomy();
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    sum.add(taxonomy.name(static_cast<NodeId>(n)));
    for (const NodeId parent : taxonomy.parents(static_cast<NodeId>(n))) sum.add(index_of(parent));
  }
  return sum.text();
}

}  // namespace clade::detail
