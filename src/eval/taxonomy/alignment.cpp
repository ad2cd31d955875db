#include "eval/taxonomy/alignment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "eval/taxonomy/class_distances.h"

namespace clade::detail {

namespace {

double angle_distance(const GroupTable& kernel, std::size_t a, std::size_t b) {
  const double lengths = std::sqrt(std::max(0.0, kernel(a, a)) * std::max(0.0, kernel(b, b)));
  return lengths > 0 ? std::max(0.0, 1 - kernel(a, b) / lengths) : 1;
}

// The grouping that is left, and what merging two of its groups would give.
class Grouping {
 public:
  explicit Grouping(const AlignmentSums& sums)
      : kernel_(sums.kernel), counts_(sums.counts), squares_(sums.counts.size()) {
    const std::size_t n = kernel_.size();
    active_.resize(n);
    std::iota(active_.begin(), active_.end(), std::size_t{0});
    number_ = active_;
    for (std::size_t a = 0; a < n; ++a) {
      inner_ += kernel_(a, a);
      for (std::size_t b = 0; b <= a; ++b) squares_.set(a, b, product(a, b));
      target_ += squares_(a, a);
    }
    largest_ = target_;
  }

  std::size_t size() const { return active_.size(); }
  // <HKH, HTH> / |HTH|; 0 where the target says nothing.
  double value() const { return ratio(inner_, target_); }

  // The two whose merging gives the largest value; of equal ones the first.
  std::pair<std::size_t, std::size_t> best_pair() const {
    std::pair<std::size_t, std::size_t> best{active_[0], active_[1]};
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < active_.size(); ++i) {
      for (std::size_t j = i + 1; j < active_.size(); ++j) {
        const std::size_t a = active_[i], b = active_[j];
        const double value = ratio(inner_ + 2 * kernel_(a, b), target_ + target_change(a, b));
        if (value <= most) continue;
        most = value;
        best = {a, b};
      }
    }
    return best;
  }

  // The group stands at `a` from now on, and its number is `number`.
  Link merge(std::size_t a, std::size_t b, std::size_t number) {
    const Link link{std::min(number_[a], number_[b]), std::max(number_[a], number_[b]),
                    angle_distance(kernel_, a, b)};
    inner_ += 2 * kernel_(a, b);
    active_.erase(std::lower_bound(active_.begin(), active_.end(), b));
    merge_squares(a, b);
    for (GroupTable* table : {&kernel_, &counts_}) {
      const double own = (*table)(a, a) + 2 * (*table)(a, b) + (*table)(b, b);
      for (const std::size_t k : active_) table->set(a, k, (*table)(a, k) + (*table)(b, k));
      table->set(a, a, own);
    }
    target_ = 0;
    for (const std::size_t k : active_) {
      squares_.set(a, k, product(a, k));
      target_ += squares_(k, k);
    }
    number_[a] = number;
    return link;
  }

 private:
  // Where all are in one group, rounding is left of the target.
  double ratio(double inner, double target) const {
    return target > 1e-12 * largest_ ? inner / std::sqrt(target) : 0;
  }

  // The sum over groups k of counts(a, k) counts(b, k).
  double product(std::size_t a, std::size_t b) const {
    double sum = 0;
    for (const std::size_t k : active_) sum += counts_(a, k) * counts_(b, k);
    return sum;
  }

  // What merging adds to the sum of squares over all pairs of groups.
  double target_change(std::size_t a, std::size_t b) const {
    const double aa = counts_(a, a), ab = counts_(a, b), bb = counts_(b, b);
    const double others = squares_(a, b) - ab * (aa + bb);  // over k other than a and b
    const double own = aa + 2 * ab + bb;
    return 4 * others + own * own - aa * aa - bb * bb - 2 * ab * ab;
  }

  // Products of others: the group k = a is a + b from now on, and b is gone.
  void merge_squares(std::size_t a, std::size_t b) {
    for (const std::size_t i : active_) {
      if (i == a) continue;
      for (const std::size_t j : active_) {
        if (j > i) break;
        if (j == a) continue;
        squares_.set(
            i, j, squares_(i, j) + counts_(i, a) * counts_(j, b) + counts_(i, b) * counts_(j, a));
      }
    }
  }

  GroupTable kernel_, counts_;
  GroupTable squares_;  // of counts_ with itself
  std::vector<std::size_t> active_, number_;
  double inner_ = 0, target_ = 0;
  double largest_ = 0;
};

}  // namespace

AlignmentSums alignment_sums(const Dataset& data, const LabelSpace& labels,
                             const KernelSpec& kernel, ThreadPool& pool) {
  std::vector<double> sizes = examples_of_classes(data, labels);
  const std::size_t classes = sizes.size();
  // All examples are one more group: centring takes its mean out.
  const auto n = static_cast<double>(data.size());
  sizes.push_back(n);
  Csr<std::uint32_t> groups;
  AlignmentSums sums{GroupTable(classes), GroupTable(classes)};
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId a : data.labels(i)) {
      groups.push(static_cast<std::uint32_t>(index_of(a)));
      for (const ClassId b : data.labels(i)) {
        if (b > a) continue;
        sums.counts.set(index_of(a), index_of(b), sums.counts(index_of(a), index_of(b)) + 1);
      }
    }
    groups.push(static_cast<std::uint32_t>(classes));
    groups.end_row();
  }
  const ClassProducts means = mean_products(data, groups, sizes, kernel, pool);
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      const double product = a == b ? means.own[a] : means.between(a, b);
      const double centred =
          product - means.between(a, classes) - means.between(b, classes) + means.own[classes];
      sums.kernel.set(a, b, sizes[a] * sizes[b] * centred);
      sums.counts.set(a, b, sums.counts(a, b) - sizes[a] * sizes[b] / n);
    }
  }
  return sums;
}

ClassClusters align_classes(const AlignmentSums& sums, std::size_t levels) {
  const std::size_t classes = sums.kernel.size();
  check_class_count(classes);
  ClassClusters result;
  result.distances = PairTable(classes);
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < a; ++b) result.distances(a, b) = angle_distance(sums.kernel, a, b);
  }
  Grouping grouping(sums);
  const double start = grouping.value();
  const double unit = start > 0 ? start : 1;
  double most = start;
  std::size_t kept = 0;
  result.dendrogram.things = classes;
  while (grouping.size() > 1) {
    const auto [a, b] = grouping.best_pair();
    std::vector<Link>& links = result.dendrogram.links;
    links.push_back(grouping.merge(a, b, classes + links.size()));
    result.alignment.push_back(grouping.value() / unit);
    if (grouping.value() <= most) continue;
    most = grouping.value();
    kept = links.size();
  }
  result.cuts.push_back(cut_after(result.dendrogram, kept));
  add_levels(result, levels);
  return result;
}

}  // namespace clade::detail
