#include "taxonomy/class_index.h"

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

ClassIndex::ClassIndex(const Taxonomy& taxonomy, std::span<const NodeId> classes)
    : taxonomy_(taxonomy),
      classes_(classes.begin(), classes.end()),
      position_of_node_(taxonomy.size(), none) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    position_of_node_[index_of(classes[i])] = static_cast<std::uint32_t>(i);
  }
}

std::optional<std::size_t> ClassIndex::find(std::string_view name, const std::string& place) const {
  const auto node = taxonomy_.find(name);
  if (!node) {
    fail(ErrorKind::input, "{}: expected the name of a class, got {}{}", place, quoted(name),
         taxonomy_.suggestion(name));
  }
  if (const auto own = position(*node)) return own;
  const auto added = taxonomy_.added_child(*node);
  return added ? position(*added) : std::nullopt;
}

}  // namespace clade::detail
