#include "data/folds.h"

#include <algorithm>
#include <span>

#include "base/random.h"

namespace clade {

namespace {

std::vector<std::size_t> examples_by_class(const Dataset& data, std::size_t classes) {
  std::vector<std::size_t> counts(classes, 0);
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) ++counts[index_of(c)];
  }
  return counts;
}

}  // namespace

std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::size_t classes,
                                            std::uint32_t folds, std::uint64_t seed) {
  const std::vector<std::size_t> counts = examples_by_class(data, classes);
  std::vector<std::vector<std::size_t>> members(classes);  // by the rarest class of the example
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto labels = data.labels(i);
    const auto rarest = std::min_element(labels.begin(), labels.end(), [&](ClassId a, ClassId b) {
      return counts[index_of(a)] < counts[index_of(b)];
    });
    if (rarest == labels.end() || counts[index_of(*rarest)] < 2) continue;
    members[index_of(*rarest)].push_back(i);
  }
  // Dealt out class by class without a break, so that the folds are of equal size, too.
  std::vector<std::uint32_t> fold_of(data.size(), never_held_out);
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

}  // namespace clade
