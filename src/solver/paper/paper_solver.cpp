#include "solver/paper/paper_solver.h"

#include <algorithm>

#include "base/train_context.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

namespace {

// Decision scores that a thread takes up at once: less is not worth waking another.
constexpr std::size_t scores_at_once = 16384;
// Reduced problems are solved until their own psi is this part of epsilon.
constexpr double inner_tolerance = 0.1;
// Iterations whose gain is this part of the dual objective are rounding.
constexpr double negligible_gain = 1e-30;
// How often a trace looks within an epoch: each line costs about as much as 10 iterations.
constexpr std::uint64_t looks_per_epoch = 20;

}  // namespace

template <class Backend>
PaperSolver<Backend>::PaperSolver(const Problem<Real>& problem, Backend& backend,
                                  const SolverParams& params, TrainContext& context)
    : problem_(problem),
      backend_(backend),
      params_(params),
      context_(context),
      gram_(problem.score_map),
      tables_(problem.constraints, problem.slack_power),
      certificate_tables_(problem.constraints, problem.slack_power),
      map_(problem.score_map),
      scores_(problem, backend, context.pool),
      step_(gram_, problem.groups),
      range_(std::max<std::size_t>(1, scores_at_once / scores_.stride())),
      reporter_(context.reporter, problem.constraints.total()),
      working_sets_(problem.rows.size()),
      psi_(problem.rows.size()),
      unit_change_(problem.score_map.units()),
      change_(problem.score_map.decisions()),
      saved_change_(problem.rows.size()) {
  for (std::size_t i = 0; i < problem.rows.size(); i += range_) {
    scans_.emplace_back(tables_, problem.groups);
  }
}

template <class Backend>
SolverResult PaperSolver<Backend>::run() {
  update_all_psi();
  while (!stopped_) iterate();
  certify_and_report();
  drop_idle_duals();
  SolverResult result;
  result.certificate = certificate_;
  result.nonzero_duals = nonzero_duals();
  result.total_duals = reporter_.total_duals();
  result.epochs = epoch();
  result.stopped = *stopped_;
  result.duals = std::move(working_sets_);
  return result;
}

template <class Backend>
void PaperSolver<Backend>::iterate() {
  if (context_.reporter.stop_requested()) {
    stopped_ = Stop::interrupted;
    return;
  }
  const std::size_t i = select_instance();
  if (psi_[i] <= params_.tolerance) {
    stopped_ = Stop::tolerance;
    return;
  }
  expand(i);
  const double gain = params_.paper_step == PaperStep::instance ? solve_one(i) : solve_all();
  reduce(i);
  end_iteration(gain);
}

// ---- Steps 4 to 7 and 9

template <class Backend>
std::size_t PaperSolver<Backend>::select_instance() const {
  return static_cast<std::size_t>(std::max_element(psi_.begin(), psi_.end()) - psi_.begin());
}

template <class Backend>
void PaperSolver<Backend>::expand(std::size_t i) {
  auto& set = working_sets_[i];
  PsiScan& scan = scans_[i / range_];
  if (!params_.no_active_set) {
    const auto found = scan.most_violated(i, scores_.of(i), set, slack_of(i));
    if (found) set.push_back(*found);
    return;
  }
  const std::vector<DualVariable> with_mass = set;
  scan.for_each_constraint(i, scores_.of(i), [&](const DualVariable& v) {
    const auto is_same = [&v](const DualVariable& other) {
      return other.plus == v.plus && other.minus == v.minus;
    };
    if (std::none_of(with_mass.begin(), with_mass.end(), is_same)) set.push_back(v);
  });
}

template <class Backend>
void PaperSolver<Backend>::reduce(std::size_t i) {
  std::erase_if(working_sets_[i], [](const DualVariable& v) { return !(v.beta > 0); });
}

// ---- Step 8

// 8a
template <class Backend>
double PaperSolver<Backend>::solve_one(std::size_t i) {
  const double gain = optimise(i);
  const auto products = scores_.products(i);
  context_.pool.for_ranges(psi_.size(), range_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      if (products[j] == 0) continue;
      scores_.move(j, products[j], change_);
      update_psi(j);
    }
  });
  // Its own variables have changed even where it has no features.
  update_psi(i);
  return gain;
}

// 8b: the reduced problem over all working sets is solved instance by instance, always the one that
// violates its conditions most. Meanwhile only scores of instances with a working set are needed.
template <class Backend>
double PaperSolver<Backend>::solve_all() {
  const std::vector<std::uint32_t> active = active_instances();
  std::vector<double> psi(active.size());
  const auto update_psi_within = [&](std::size_t a) {
    const std::size_t i = active[a];
    psi[a] = psi_within(working_sets_[i], scores_.of(i), slack_of(i), problem_.groups);
  };
  for (std::size_t a = 0; a < active.size(); ++a) update_psi_within(a);
  double gain = 0;
  while (!context_.reporter.stop_requested()) {
    const auto worst = std::max_element(psi.begin(), psi.end());
    if (*worst <= inner_tolerance * params_.tolerance) break;
    const std::size_t changed = active[static_cast<std::size_t>(worst - psi.begin())];
    const double gained = optimise(changed);
    gain += gained;
    save_change(changed);
    const auto products = scores_.products(changed);
    context_.pool.for_ranges(active.size(), range_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t a = begin; a < end; ++a) {
        scores_.move(active[a], products[active[a]], change_);
        update_psi_within(a);
      }
    });
    if (gained <= negligible_gain * (gained_ + gain)) break;
  }
  move_idle(active);
  update_all_psi();
  return gain;
}

template <class Backend>
std::vector<std::uint32_t> PaperSolver<Backend>::active_instances() const {
  std::vector<std::uint32_t> active;
  for (std::size_t i = 0; i < working_sets_.size(); ++i) {
    if (!working_sets_[i].empty()) active.push_back(static_cast<std::uint32_t>(i));
  }
  return active;
}

template <class Backend>
void PaperSolver<Backend>::save_change(std::size_t i) {
  auto& saved = saved_change_[i];
  saved.resize(change_.size());
  for (std::size_t d = 0; d < change_.size(); ++d) saved[d] += change_[d];
}

// Takes up the saved changes where they were not yet.
template <class Backend>
void PaperSolver<Backend>::move_idle(std::span<const std::uint32_t> active) {
  for (const std::size_t changed : active) {
    auto& saved = saved_change_[changed];
    if (saved.empty()) continue;
    const auto products = scores_.products(changed);
    context_.pool.for_ranges(psi_.size(), range_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        if (working_sets_[j].empty()) {
          scores_.move(j, products[j], saved);
        }
      }
    });
    saved.clear();
  }
}

// Solves the reduced problem of one instance. Leaves in change_ what that makes of F for an inner
// product of 1, and returns what the dual objective gains.
template <class Backend>
double PaperSolver<Backend>::optimise(std::size_t i) {
  auto& set = working_sets_[i];
  gradients_.clear();
  old_beta_.clear();
  for (const DualVariable& v : set) {
    gradients_.push_back(gradient_of(v, scores_.of(i)));
    old_beta_.push_back(v.beta);
  }
  step_.run(set, gradients_, backend_.squared_length(i), slack_of(i),
            inner_tolerance * params_.tolerance);
  sum_up_change(i);
  return gain_of_step(i);
}

template <class Backend>
void PaperSolver<Backend>::sum_up_change(std::size_t i) {
  std::fill(unit_change_.begin(), unit_change_.end(), 0.0);
  const auto add = [&](Decision d, double amount) {
    if (d == constant_zero) return;
    for (const Attribute& a : problem_.score_map.of(d)) {
      unit_change_[index_of(a.unit)] += amount * a.strength;
    }
  };
  const auto& set = working_sets_[i];
  for (std::size_t c = 0; c < set.size(); ++c) {
    const double amount = set[c].scale * (set[c].beta - old_beta_[c]);
    add(set[c].plus, amount);
    add(set[c].minus, -amount);
  }
  problem_.score_map.apply(std::span<const double>(unit_change_), std::span<double>(change_));
}

// The objective is quadratic: the gain is the change of beta times the mean of the gradients before
// and after.
template <class Backend>
double PaperSolver<Backend>::gain_of_step(std::size_t i) const {
  const Slack slack = slack_of(i);
  const auto& set = working_sets_[i];
  double gain = 0, mass = 0, old_mass = 0;
  for (std::size_t c = 0; c < set.size(); ++c) {
    const DualVariable& v = set[c];
    const double plus = v.plus == constant_zero ? 0 : change_[v.plus];
    const double minus = v.minus == constant_zero ? 0 : change_[v.minus];
    const double bent = 0.5 * v.scale * backend_.squared_length(i) * (plus - minus);
    gain += (v.beta - old_beta_[c]) * (gradients_[c] - bent);
    mass += v.beta;
    old_mass += old_beta_[c];
    if (problem_.groups == SlackGroups::constraint) {
      gain -= slack.dual_term(v.beta) - slack.dual_term(old_beta_[c]);
    }
  }
  if (problem_.groups == SlackGroups::instance) {
    gain -= slack.dual_term(mass) - slack.dual_term(old_mass);
  }
  return gain;
}

// ---- Step 3

template <class Backend>
void PaperSolver<Backend>::update_all_psi() {
  context_.pool.for_ranges(psi_.size(), range_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) update_psi(j);
  });
}

template <class Backend>
void PaperSolver<Backend>::update_psi(std::size_t i) {
  psi_[i] = problem_.constraints.count(i) == 0
                ? 0
                : scans_[i / range_].psi(i, scores_.of(i), working_sets_[i], slack_of(i));
}

// ---- What a run reports

template <class Backend>
int PaperSolver<Backend>::epoch() const {
  return static_cast<int>((iterations_ + psi_.size() - 1) / psi_.size());
}

template <class Backend>
void PaperSolver<Backend>::end_iteration(double gain) {
  ++iterations_;
  idle_iterations_ = gain > negligible_gain * gained_ ? 0 : idle_iterations_ + 1;
  gained_ += gain;
  const std::uint64_t instances = psi_.size();
  if (idle_iterations_ >= instances) {
    stopped_ = Stop::precision;
  } else if (iterations_ / instances >= static_cast<std::uint64_t>(params_.max_epochs)) {
    stopped_ = Stop::max_epochs;
  }
  const std::uint64_t interval = context_.reporter.wants_exact_passes()
                                     ? std::max<std::uint64_t>(1, instances / looks_per_epoch)
                                     : instances;
  if (iterations_ % interval == 0) certify_and_report();
}

// The weights are built from the duals each time, so that no rounding gets into the bounds.
template <class Backend>
void PaperSolver<Backend>::certify_and_report() {
  if (reported_ == iterations_ && iterations_ > 0) return;
  reported_ = iterations_;
  build_weights();
  certificate_ =
      certify(problem_, certificate_tables_, map_, backend_, working_sets_, 0, context_.pool);
  Progress progress;
  progress.epoch = epoch();
  progress.updates = iterations_;
  reporter_.report(progress, certificate_, nonzero_duals());
}

template <class Backend>
void PaperSolver<Backend>::build_weights() {
  backend_.reset();
  UnitChange<Real> change(problem_.score_map.units());
  for (std::size_t i = 0; i < working_sets_.size(); ++i) {
    for (const DualVariable& v : working_sets_[i]) {
      const double amount = v.scale * v.beta;
      if (amount == 0) continue;
      if (v.plus != constant_zero) change.add(problem_.score_map, v.plus, amount);
      if (v.minus != constant_zero) change.add(problem_.score_map, v.minus, -amount);
    }
    if (change.empty()) continue;
    backend_.add(i, change);
    change.clear();
  }
}

template <class Backend>
std::uint64_t PaperSolver<Backend>::nonzero_duals() const {
  std::uint64_t count = 0;
  for (const auto& set : working_sets_) {
    count += static_cast<std::uint64_t>(
        std::count_if(set.begin(), set.end(), [](const DualVariable& v) { return v.beta > 0; }));
  }
  return count;
}

// Step 9 leaves variables without mass in other working sets than that of the last iteration.
template <class Backend>
void PaperSolver<Backend>::drop_idle_duals() {
  for (std::size_t i = 0; i < working_sets_.size(); ++i) {
    reduce(i);
    std::sort(working_sets_[i].begin(), working_sets_[i].end(),
              [](const DualVariable& a, const DualVariable& b) {
                return a.plus != b.plus ? a.plus < b.plus : a.minus < b.minus;
              });
  }
}

template class PaperSolver<LinearBackend<float>>;
template class PaperSolver<LinearBackend<double>>;
template class PaperSolver<KernelBackend<float>>;
template class PaperSolver<KernelBackend<double>>;

}  // namespace clade::detail
