// Which strategy visits the instances of a problem.
#pragma once

#include <memory>

#include "base/threads.h"
#include "base/train_context.h"
#include "solver/ascent/visits.h"
#include "solver/backend/hybrid_backend.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/problem_tables.h"

namespace clade::detail {

// All three must outlive the visits. What is chosen follows from the problem alone, so that the
// result of a run does not depend on the number of threads.
template <class Real>
std::unique_ptr<Visits> make_visits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend,
                                    ThreadPool& pool);
template <class Real>
std::unique_ptr<Visits> make_visits(const ProblemTables<Real>& tables, KernelBackend<Real>& backend,
                                    ThreadPool& pool);
// The same where the weights of all units are read and changed between visits, too.
template <class Real>
std::unique_ptr<Visits> make_visits_by_unit(const ProblemTables<Real>& tables,
                                            LinearBackend<Real>& backend, ThreadPool& pool);
std::unique_ptr<Visits> make_visits(const ProblemTables<float>& tables, HybridBackend& backend,
                                    ThreadPool& pool);

// The same, but on the device that the context has, if it takes the problem.
template <class Backend>
std::unique_ptr<Visits> choose_visits(const ProblemTables<typename Backend::Real>& tables,
                                      Backend& backend, TrainContext& context);

}  // namespace clade::detail
