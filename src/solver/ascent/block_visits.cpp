#include "solver/ascent/block_visits.h"

#include <algorithm>

#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade {

namespace {

// Multiplications that scoring an instance takes, from which on blocks are worth it.
constexpr std::size_t least_work = std::size_t{1} << 18;

}  // namespace

template <class Backend>
bool BlockVisits<Backend>::is_worth_it(const Problem<Real>& problem) {
  if (Backend::works_on_the_worst) return true;
  const std::size_t instances = problem.rows.size();
  return instances > 0 &&
         problem.rows.nonzeros() / instances * problem.score_map.units() >= least_work;
}

template <class Backend>
BlockVisits<Backend>::BlockVisits(const Problem<Real>& problem, const ScanTables<Real>& tables,
                                  const DecisionScores<Real>& map, const ClassGram& gram,
                                  Backend& backend, ThreadPool& pool)
    : backend_(backend), pool_(pool), inner_products_(block_size * block_size) {
  for (std::size_t b = 0; b < block_size; ++b) {
    visitors_.push_back(std::make_unique<Visitor<Backend>>(problem, tables, map, gram, backend));
  }
}

template <class Backend>
void BlockVisits<Backend>::operator()(std::span<const std::uint32_t> instances, Duals& duals,
                                      std::span<VisitReport> reports) {
  backend_.make_ready(instances, pool_);
  pool_.for_blocks(instances.size(), [&](std::size_t a) {
    visitors_[a]->look(instances[a], duals[instances[a]]);
    for (std::size_t b = 0; b < a; ++b) {
      inner_products_[a * block_size + b] = backend_.inner_product(instances[a], instances[b]);
    }
  });
  for (std::size_t a = 0; a < instances.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      visitors_[a]->correct(*visitors_[b], inner_products_[a * block_size + b]);
    }
    reports[a] = visitors_[a]->step(instances[a], duals[instances[a]]);
  }
  add_changes(instances);
}

template <class Backend>
void BlockVisits<Backend>::look_at_all(const Duals& duals, std::span<VisitReport> reports) {
  const std::size_t part = (duals.size() + block_size - 1) / block_size;
  pool_.for_blocks(block_size, [&](std::size_t b) {
    for (std::size_t i = b * part; i < std::min(duals.size(), (b + 1) * part); ++i) {
      visitors_[b]->look(i, duals[i]);
      reports[i] = visitors_[b]->report();
    }
  });
}

template <class Backend>
void BlockVisits<Backend>::add_to_weights(const Duals& duals) {
  std::vector<std::uint32_t> instances;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    if (!duals[i].empty()) {
      visitors_[instances.size()]->take_share(duals[i]);
      instances.push_back(static_cast<std::uint32_t>(i));
    }
    if (instances.size() < block_size && i + 1 < duals.size()) continue;
    add_changes(instances);
    instances.clear();
  }
}

// What the visitors of these instances have not yet written.
template <class Backend>
void BlockVisits<Backend>::add_changes(std::span<const std::uint32_t> instances) {
  changes_.clear();
  for (std::size_t a = 0; a < instances.size(); ++a) {
    if (visitors_[a]->has_change()) changes_.push_back(visitors_[a]->change(instances[a]));
  }
  if (!changes_.empty()) backend_.add(changes_, pool_);
  for (std::size_t a = 0; a < instances.size(); ++a) visitors_[a]->forget_change();
}

template class BlockVisits<LinearBackend<float>>;
template class BlockVisits<LinearBackend<double>>;
template class BlockVisits<KernelBackend<float>>;
template class BlockVisits<KernelBackend<double>>;

}  // namespace clade
