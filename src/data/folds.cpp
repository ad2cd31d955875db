#include "data/folds.h"

#include <algorithm>
#include <span>

#include "base/random.h"

namespace clade::detail {

std::vector<std::uint32_t> stratified_folds(const Csr<std::uint32_t>& labels, std::size_t classes,
                                            std::uint32_t folds, std::uint64_t seed,
                                            bool hold_out_singles) {
  std::vector<std::size_t> counts(classes, 0);
  for (const std::uint32_t label : labels.values()) ++counts[label];
  std::vector<std::vector<std::size_t>> members(classes);  // by the rarest class of the example
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto own = labels.row(i);
    const auto rarest = std::min_element(own.begin(), own.end(),
                                         [&](auto a, auto b) { return counts[a] < counts[b]; });
    if (rarest == own.end() || (counts[*rarest] < 2 && !hold_out_singles)) continue;
    members[*rarest].push_back(i);
  }
  // Dealt out class by class without a break, so that the folds are of equal size, too.
  std::vector<std::uint32_t> fold_of(labels.size(), never_held_out);
  Random random(seed);
  std::uint32_t next = 0;
  for (std::vector<std::size_t>& of_class : members) {
    random.shuffle(std::span(of_class));
    for (const std::size_t i : of_class) {
      fold_of[i] = next;
      next = (next + 1) % folds;
    }
  }
  return fold_of;
}

std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::size_t classes,
                                            std::uint32_t folds, std::uint64_t seed) {
  Csr<std::uint32_t> labels;
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) labels.push(static_cast<std::uint32_t>(c));
    labels.end_row();
  }
  return stratified_folds(labels, classes, folds, seed, false);
}

}  // namespace clade::detail
