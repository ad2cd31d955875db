// Kernel alignment (Cristianini et al., which thesis 8.2 points to) as the rule of what is merged.
//
// Let Z have a row for every example and a column for every group of classes: how many labels the
// example has in the group, so 0 or 1 where it has one label. The target of a grouping is T = ZZ':
// two examples are alike where they are in one group. The alignment of the grouping with a kernel
// matrix K of the examples is
//
//   A = <HKH, HTH> / (|HKH| |HTH|),  H = I - 11'/n.
//
// Centring makes A the same for targets with 1 and 0 and with 1 and -1, and takes out what all
// examples share; without it, merging everything would be best where no value of K is negative.
// From the classes on, the two groups are merged whose grouping has the largest A, until one group
// is left. Where A is largest on the way the classes are cut into clusters.
//
// K is never formed: with z_a the column of group a, <HKH, HTH> is the sum over groups of
// z_a'HKHz_a, and |HTH|^2 the sum over pairs of (z_a'Hz_b)^2; both come from sums over pairs of
// classes, which for a linear kernel are products of centroids. |HKH| is the same for all
// groupings, so alignments are told in units of that of the classes.
#pragma once

#include <cstddef>
#include <vector>

#include "base/threads.h"
#include "clade/label_space.h"
#include "data/dataset.h"
#include "eval/taxonomy/taxonomy_learning.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

// A symmetric table over groups.
class GroupTable {
 public:
  explicit GroupTable(std::size_t size) : size_(size), values_(size * size) {}
  std::size_t size() const { return size_; }
  double operator()(std::size_t a, std::size_t b) const { return values_[a * size_ + b]; }
  void set(std::size_t a, std::size_t b, double value) {
    values_[a * size_ + b] = values_[b * size_ + a] = value;
  }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

struct AlignmentSums {
  GroupTable kernel;  // z_a'HKHz_b
  GroupTable counts;  // z_a'Hz_b
};

// Over the classes. Error{input} for a class without examples.
AlignmentSums alignment_sums(const Dataset& data, const LabelSpace& labels,
                             const KernelSpec& kernel, ThreadPool& pool);

// In time of the cube of the number of classes. A link stands at 1 - cos between the centred sums
// of what it links; links are in the order of the merges, not of that. Levels above the clusters
// come from the links above them, as in Algorithm 8. Error{input} for fewer than two classes.
ClassClusters align_classes(const AlignmentSums& sums, std::size_t levels);

}  // namespace clade::detail
