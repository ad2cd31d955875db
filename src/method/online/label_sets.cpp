#include "method/online/label_sets.h"

#include <algorithm>

#include "method/class_constraints.h"

namespace clade::detail {

LabelSets::LabelSets(const LabelSpace& labels)
    : labels_(labels), predictable_(predictable_classes(labels)) {}

const LabelSet& LabelSets::of(std::span<const ClassId> own) {
  key_.assign(own.begin(), own.end());
  const auto [entry, is_new] = sets_.try_emplace(key_);
  if (is_new) {
    for (const ClassId c : own) entry->second.labels.push_back(static_cast<Decision>(c));
    const std::vector<Decision>& left_out = entry->second.left_out = classes_left_out(labels_, own);
    const auto is_rival = [&](Decision d) {
      return !std::binary_search(left_out.begin(), left_out.end(), d);
    };
    const auto rivals = std::count_if(predictable_.begin(), predictable_.end(), is_rival);
    entry->second.pairs = own.size() * static_cast<std::uint64_t>(rivals);
  }
  return entry->second;
}

}  // namespace clade::detail
