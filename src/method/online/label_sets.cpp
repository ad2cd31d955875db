#include "method/online/label_sets.h"

#include "method/class_constraints.h"

namespace clade::detail {

const LabelSet& LabelSets::of(std::span<const ClassId> own) {
  key_.assign(own.begin(), own.end());
  const auto [entry, is_new] = sets_.try_emplace(key_);
  if (is_new) {
    for (const ClassId c : own) entry->second.labels.push_back(static_cast<Decision>(c));
    entry->second.left_out = classes_left_out(labels_, own);
  }
  return entry->second;
}

}  // namespace clade::detail
