#include "solver/ascent/block_visits.h"

#include <algorithm>
#include <concepts>
#include <utility>

#include "linear/dense_products.h"

namespace clade::detail {

namespace {

// Multiplications that scoring an instance takes, from which on blocks are worth it.
constexpr std::size_t least_work = std::size_t{1} << 18;

}  // namespace

template <class Backend>
bool BlockVisits<Backend>::should_use(const Problem<Real>& problem) {
  const std::size_t instances = problem.rows.size();
  return instances > 0 &&
         problem.rows.nonzeros() / instances * problem.score_map.units() >= least_work;
}

template <class Backend>
BlockVisits<Backend>::BlockVisits(const ProblemTables<Real>& tables, Backend& backend,
                                  ThreadPool& pool, std::unique_ptr<const TreeTables<Real>> tree)
    : Visits(tables.problem.rows.size()),
      backend_(backend),
      pool_(pool),
      tree_(std::move(tree)),
      problem_(tables.problem),
      inner_products_(size * size) {
  for (std::size_t b = 0; b < size; ++b) {
    updates_.push_back(
        std::make_unique<InstanceUpdate<Real>>(tables, backend.raw_size(), tree_.get()));
  }
  if constexpr (std::same_as<Backend, LinearBackend<Real>>) {
    for (std::size_t b = 0; backend.suits_batches() && b < size / batch_size; ++b) {
      batches_.emplace_back(tables.problem, backend.raw_size());
    }
  }
}

template <class Backend>
void BlockVisits<Backend>::visit(std::span<const std::uint32_t> order, std::size_t first,
                                 std::size_t count, VisitLog& log) {
  const auto instances = order.subspan(first, count);
  backend_.make_ready(instances, pool_);
  if (!batches_.empty()) score_batches(instances);
  pool_.for_blocks(count, [&](std::size_t a) {
    const std::size_t i = instances[a];
    if (batches_.empty()) backend_.score(i, updates_[a]->raw());
    updates_[a]->score_and_select(i, duals_[i]);
    for (std::size_t b = 0; b < a; ++b) {
      inner_products_[a * size + b] = inner_product(instances, a, b);
    }
  });
  for (std::size_t a = 0; a < count; ++a) {
    const std::size_t i = instances[a];
    for (std::size_t b = 0; b < a; ++b) {
      updates_[a]->correct(*updates_[b], inner_products_[a * size + b]);
    }
    log.record(first + a, i, updates_[a]->step(i, duals_[i], backend_.squared_length(i)));
  }
  add_changes(instances);
}

template <class Backend>
void BlockVisits<Backend>::score_batches(std::span<const std::uint32_t> instances) {
  if constexpr (std::same_as<Backend, LinearBackend<Real>>) {
    pool_.for_ranges(instances.size(), batch_size, [&](std::size_t begin, std::size_t end) {
      DenseBatch<Real>& batch = batches_[begin / batch_size];
      batch.begin(instances.subspan(begin, end - begin), backend_.weights().view());
      for (std::size_t a = begin; a < end; ++a) {
        std::copy_n(batch.scores(a - begin), backend_.raw_size(), updates_[a]->raw());
      }
    });
  }
}

template <class Backend>
double BlockVisits<Backend>::inner_product(std::span<const std::uint32_t> instances, std::size_t a,
                                           std::size_t b) const {
  if (batches_.empty()) return backend_.inner_product(instances[a], instances[b]);
  const auto row = [this](std::size_t k) { return batches_[k / batch_size].row(k % batch_size); };
  return static_cast<double>(dense_product(row(a), row(b), problem_.features));
}

template <class Backend>
void BlockVisits<Backend>::add_to_weights(const Duals& duals) {
  std::vector<std::uint32_t> instances;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    if (!duals[i].empty()) {
      updates_[instances.size()]->add_contribution(duals[i]);
      instances.push_back(static_cast<std::uint32_t>(i));
    }
    if (instances.size() < size && i + 1 < duals.size()) continue;
    add_changes(instances);
    instances.clear();
  }
}

// What the updates of these instances have not yet written.
template <class Backend>
void BlockVisits<Backend>::add_changes(std::span<const std::uint32_t> instances) {
  changes_.clear();
  for (std::size_t a = 0; a < instances.size(); ++a) {
    if (updates_[a]->has_change()) changes_.push_back(updates_[a]->change(instances[a]));
  }
  if (!changes_.empty()) backend_.add(changes_, pool_);
  for (std::size_t a = 0; a < instances.size(); ++a) updates_[a]->clear_change();
}

template class BlockVisits<LinearBackend<float>>;
template class BlockVisits<LinearBackend<double>>;
template class BlockVisits<KernelBackend<float>>;
template class BlockVisits<KernelBackend<double>>;

}  // namespace clade::detail
