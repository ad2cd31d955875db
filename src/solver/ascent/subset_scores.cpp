#include "solver/ascent/subset_scores.h"

#include <algorithm>

namespace clade::detail {

namespace {

// Numbers that the kernel between so many instances takes.
template <class Real>
std::size_t matrix_size(std::size_t members) {
  return members * AlignedArray<Real>::padded(members);
}

}  // namespace

template <class Real>
SubsetScores<Real>::SubsetScores(KernelBackend<Real>& backend)
    : backend_(backend), space_(backend.near_space()), unit_of_(backend.raw_size()) {}

template <class Real>
bool SubsetScores<Real>::add_instance(std::uint32_t instance,
                                      std::span<const std::uint32_t> units) {
  std::size_t more = 0;
  for (const std::uint32_t u : units) {
    const std::size_t members = unit_of_[u] == 0 ? 0 : units_[unit_of_[u] - 1].members.size();
    more += matrix_size<Real>(members + 1) - matrix_size<Real>(members);
  }
  if (taken_ + more > space_.size()) return false;
  taken_ += more;
  for (const std::uint32_t u : units) {
    if (unit_of_[u] == 0) {
      units_.push_back({u});
      unit_of_[u] = static_cast<std::uint32_t>(units_.size());
    }
    Unit& unit = units_[unit_of_[u] - 1];
    cells_.push_back({unit_of_[u] - 1, static_cast<std::uint32_t>(unit.members.size())});
    unit.members.push_back(instance);
  }
  instances_.push_back(instance);
  begins_.push_back(cells_.size());
  return true;
}

template <class Real>
void SubsetScores<Real>::fill(ThreadPool& pool) {
  std::size_t scores = 0, values = 0;
  for (Unit& unit : units_) {
    unit.first_score = scores;
    unit.first_value = values;
    unit.stride = AlignedArray<Real>::padded(unit.members.size());
    scores += unit.stride;
    values += unit.members.size() * unit.stride;
  }
  scores_ = AlignedArray<Real>(scores);
  const auto shift = static_cast<Real>(backend_.constant() * backend_.constant());
  GramRows<Real>& gram = backend_.gram();
  constexpr std::size_t grain = 8;
  const std::size_t part = gram.most_ready();
  for (std::size_t first = 0; first < size(); first += part) {
    const std::size_t count = std::min(part, size() - first);
    gram.fetch(std::span(instances_).subspan(first, count), pool);
    pool.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t a = first + begin; a < first + end; ++a) {
        fill_rows(a, gram.row(instances_[a]), shift);
      }
    });
  }
}

// Those of an instance's cells.
template <class Real>
void SubsetScores<Real>::fill_rows(std::size_t a, const Real* kernel, Real shift) {
  const std::span<const Real> raw = backend_.raw_scores(instances_[a]);
  for (std::size_t c = begins_[a]; c < begins_[a + 1]; ++c) {
    const Unit& unit = units_[cells_[c].unit];
    Real* row = kernel_row(cells_[c]);
    for (std::size_t m = 0; m < unit.members.size(); ++m) row[m] = kernel[unit.members[m]] + shift;
    std::fill(row + unit.members.size(), row + unit.stride, Real{0});
    scores_[place(c)] = raw[unit.number];
  }
}

template <class Real>
void SubsetScores<Real>::add(std::size_t a, std::span<const double> amounts) {
  vectors_.clear();
  for (std::size_t k = 0; k < amounts.size(); ++k) {
    if (amounts[k] == 0) continue;
    const Cell& cell = cells_[begins_[a] + k];
    const Unit& unit = units_[cell.unit];
    vectors_.push_back({static_cast<Real>(amounts[k]), kernel_row(cell),
                        scores_.data() + unit.first_score, unit.stride});
  }
  add_vectors<Real>(vectors_);
}

template class SubsetScores<float>;
template class SubsetScores<double>;

}  // namespace clade::detail
