#include "eval/taxonomy/class_distances.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

std::vector<double> examples_of_classes(const Dataset& data, const LabelSpace& labels) {
  std::vector<double> counts(labels.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) ++counts[index_of(c)];
  }
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] > 0) continue;
    fail(ErrorKind::input, "class {} has no example, so it has no centroid",
         quoted(labels.name(static_cast<ClassId>(c))));
  }
  return counts;
}

namespace {

ClassProducts centroid_products(const Dataset& data, const LabelSpace& labels,
                                const KernelSpec& kernel, ThreadPool& pool) {
  const std::vector<double> counts = examples_of_classes(data, labels);
  Csr<std::uint32_t> classes;
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) classes.push(static_cast<std::uint32_t>(index_of(c)));
    classes.end_row();
  }
  return mean_products(data, classes, counts, kernel, pool);
}

}  // namespace

PairTable class_distances(const Dataset& data, const LabelSpace& labels, const KernelSpec& kernel,
                          ThreadPool& pool) {
  return centroid_products(data, labels, kernel, pool).distances();
}

PairTable class_cosines(const Dataset& data, const LabelSpace& labels, const KernelSpec& kernel,
                        ThreadPool& pool) {
  return centroid_products(data, labels, kernel, pool).cosines();
}

}  // namespace clade::detail
