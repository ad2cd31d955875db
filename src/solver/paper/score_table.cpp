#include "solver/paper/score_table.h"

#include "linear/decision_scores.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

namespace {
constexpr std::size_t most_kept_bytes = std::size_t{256} << 20;
constexpr std::size_t instances_at_once = 512;
}  // namespace

template <class Backend>
ScoreTable<Backend>::ScoreTable(const Problem<Real>& problem, const Backend& backend,
                                ThreadPool& pool)
    : backend_(backend),
      pool_(pool),
      instances_(problem.rows.size()),
      stride_(AlignedArray<double>::padded(problem.score_map.decisions())),
      scores_(instances_ * stride_),
      kept_(instances_),
      last_(instances_) {
  if (problem.anchor == nullptr && problem.constant == 0) return;
  const DecisionScores<Real> map(problem.score_map);
  AlignedArray<Real> raw(backend.raw_size()), buffer(map.padded_size());
  for (std::size_t i = 0; i < instances_; ++i) {
    backend.score(i, raw.data());
    const Real* scores = map(raw.data(), buffer.data());
    for (std::size_t d = 0; d < map.size(); ++d) of(i)[d] = static_cast<double>(scores[d]);
  }
}

template <class Backend>
std::span<const double> ScoreTable<Backend>::products(std::size_t i) {
  if (!kept_[i].empty()) return kept_[i];
  pool_.for_ranges(instances_, instances_at_once, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) last_[j] = backend_.inner_product(i, j);
  });
  const std::size_t bytes = instances_ * sizeof(double);
  if (kept_bytes_ + bytes > most_kept_bytes) return last_;
  kept_bytes_ += bytes;
  kept_[i] = last_;
  return kept_[i];
}

template <class Backend>
void ScoreTable<Backend>::move(std::size_t j, double product, std::span<const double> change) {
  if (product == 0) return;
  double* scores = of(j);
  for (std::size_t d = 0; d < change.size(); ++d) scores[d] += product * change[d];
}

template class ScoreTable<LinearBackend<float>>;
template class ScoreTable<LinearBackend<double>>;
template class ScoreTable<KernelBackend<float>>;
template class ScoreTable<KernelBackend<double>>;

}  // namespace clade::detail
