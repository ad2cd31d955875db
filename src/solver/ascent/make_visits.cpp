#include "solver/ascent/make_visits.h"

#include <type_traits>
#include <utility>

#include "solver/ascent/batch_visits.h"
#include "solver/ascent/block_visits.h"
#include "solver/ascent/device_visits.h"
#include "solver/ascent/flat_visits.h"
#include "solver/ascent/kernel_visits.h"
#include "solver/ascent/sequential_visits.h"
#include "solver/ascent/tree_visits.h"

namespace clade::detail {

template <class Real>
std::unique_ptr<Visits> make_visits_by_unit(const ProblemTables<Real>& tables,
                                            LinearBackend<Real>& backend, ThreadPool& pool) {
  if (BlockVisits<LinearBackend<Real>>::should_use(tables.problem)) {
    return std::make_unique<BlockVisits<LinearBackend<Real>>>(tables, backend, pool,
                                                              TreeTables<Real>::make(tables));
  }
  if (FlatVisits<Real>::should_use(tables.problem)) {
    return std::make_unique<FlatVisits<Real>>(tables, backend);
  }
  return std::make_unique<SequentialVisits<Real>>(tables, backend, TreeTables<Real>::make(tables));
}

template <class Real>
std::unique_ptr<Visits> make_visits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend,
                                    ThreadPool& pool) {
  const bool is_other = BlockVisits<LinearBackend<Real>>::should_use(tables.problem) ||
                        FlatVisits<Real>::should_use(tables.problem);
  auto tree = is_other ? nullptr : TreeTables<Real>::make(tables);
  if (tree != nullptr && TreeVisits<Real>::should_use(tables.problem, backend, *tree)) {
    return std::make_unique<TreeVisits<Real>>(tables, backend, std::move(tree));
  }
  return make_visits_by_unit(tables, backend, pool);
}

template <class Real>
std::unique_ptr<Visits> make_visits(const ProblemTables<Real>& tables, KernelBackend<Real>& backend,
                                    ThreadPool& pool) {
  return std::make_unique<KernelVisits<Real>>(tables, backend, pool);
}

std::unique_ptr<Visits> make_visits(const ProblemTables<float>& tables, HybridBackend& backend,
                                    ThreadPool& pool) {
  return std::make_unique<BatchVisits>(tables, backend, pool);
}

template <class Backend>
std::unique_ptr<Visits> choose_visits(const ProblemTables<typename Backend::Real>& tables,
                                      Backend& backend, TrainContext& context) {
  if constexpr (std::is_same_v<Backend, LinearBackend<float>> ||
                std::is_same_v<Backend, HybridBackend>) {
    if (auto visits = DeviceVisits::make(tables, backend, context)) return visits;
  }
  return make_visits(tables, backend, context.pool);
}

template std::unique_ptr<Visits> choose_visits(const ProblemTables<float>&, LinearBackend<float>&,
                                               TrainContext&);
template std::unique_ptr<Visits> choose_visits(const ProblemTables<double>&, LinearBackend<double>&,
                                               TrainContext&);
template std::unique_ptr<Visits> choose_visits(const ProblemTables<float>&, KernelBackend<float>&,
                                               TrainContext&);
template std::unique_ptr<Visits> choose_visits(const ProblemTables<double>&, KernelBackend<double>&,
                                               TrainContext&);
template std::unique_ptr<Visits> choose_visits(const ProblemTables<float>&, HybridBackend&,
                                               TrainContext&);

template std::unique_ptr<Visits> make_visits_by_unit(const ProblemTables<float>&,
                                                     LinearBackend<float>&, ThreadPool&);
template std::unique_ptr<Visits> make_visits_by_unit(const ProblemTables<double>&,
                                                     LinearBackend<double>&, ThreadPool&);
template std::unique_ptr<Visits> make_visits(const ProblemTables<float>&, LinearBackend<float>&,
                                             ThreadPool&);
template std::unique_ptr<Visits> make_visits(const ProblemTables<double>&, LinearBackend<double>&,
                                             ThreadPool&);
template std::unique_ptr<Visits> make_visits(const ProblemTables<float>&, KernelBackend<float>&,
                                             ThreadPool&);
template std::unique_ptr<Visits> make_visits(const ProblemTables<double>&, KernelBackend<double>&,
                                             ThreadPool&);

}  // namespace clade::detail
