#include "solver/newton/newton_hand_over.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "solver/newton/newton.h"

namespace clade::detail {

namespace {

// More features are no small matrices, more numbers than these too much memory (1 GiB), and more
// multiplications in one product than these too long without asking whether to stop.
constexpr std::size_t most_features = 1000;
constexpr double most_bytes = 0x1p30;
constexpr double most_at_once = 4e9;
// Of an ascent's visit, in multiplications of Newton's products.
constexpr double cost_of_visit = 2000, cost_of_weight = 2.5;
constexpr double usual_steps = 8;
// The ascent has so many epochs at least, and that part of what Newton's method would cost.
constexpr double fewest_epochs = 5, fewest_part = 0.25;
// Of the pairs, how many become active or inactive in a step.
constexpr double changing_pairs = 0.05;
// The gap that is allowed, of the tolerance, and how much less of it where the exact check finds
// more.
constexpr double share_of_tolerance = 0.8, next_share = 0.1;
constexpr int most_checks = 4;
// Steps of a problem that no longer becomes better.
constexpr int steps_until_stuck = 3;
// A start is far off with a larger gap than this. Then C is reached in steps of a factor, from
// where C times the mean squared length of a constraint's vector is no more than about this number,
// and each but the last is solved to that gap.
constexpr double far_off = 0.1, factor_of_C = 0.1, moderate_C = 50, gap_on_the_way = 0.1;

double number(std::size_t n) { return static_cast<double>(n); }

template <class Real>
AlignedArray<double> by_unit(const WeightRows<Real>& rows, std::size_t width) {
  AlignedArray<double> weights(rows.units() * width);
  for (std::size_t j = 0; j < rows.features(); ++j) {
    rows.view().for_each_nonzero(j, [&](std::size_t unit, Real value) {
      weights[unit * width + j] = static_cast<double>(value);
    });
  }
  return weights;
}

template <class Real>
WeightRows<Real> by_feature(const AlignedArray<double>& weights, std::size_t width,
                            std::size_t features, std::size_t units) {
  WeightRows<Real> rows(features, units);
  std::vector<Real> row(units);
  for (std::size_t j = 0; j < features; ++j) {
    for (std::size_t u = 0; u < units; ++u) row[u] = static_cast<Real>(weights[u * width + j]);
    rows.set_row(j, row);
  }
  return rows;
}

template <class Real>
class Run {
 public:
  Run(const ProblemTables<Real>& tables, LinearBackend<Real>& backend, const ScoreForest& forest,
      const SolverParams& params, TrainContext& context, const NewtonReport& report)
      : tables_(tables),
        problem_(tables.problem),
        backend_(backend),
        params_(params),
        context_(context),
        report_(report),
        binary_(problem_),
        newton_(binary_, problem_.score_map, forest, anchor(),
                by_unit(backend.weights(), binary_.width()), context.pool) {}

  std::optional<SolverResult> operator()(double gap) {
    const double at_start = newton_.bounds().primal;
    WeightRows<Real> before(problem_.features, problem_.score_map.units());
    before.assign(backend_.weights());
    checkpoint_.restore([this](State& s) { state(s); });
    End end = gap > far_off && place_.check == 0 ? approach() : End::reached;
    int& check = place_.check;
    for (check = std::max(1, check); check <= most_checks; ++check, place_.share *= next_share) {
      if (end == End::reached) end = iterate(1, place_.share * params_.tolerance);
      if (end == End::interrupted && newton_.bounds().primal > at_start) break;
      SolverResult result = finish(end);
      const bool is_reached = result.certificate.relative_gap <= params_.tolerance;
      if (end == End::reached && !is_reached && check == most_checks) end = End::stuck;
      // In double there is more to be had, and the ascent may try.
      if (end == End::stuck && !is_reached && std::is_same_v<Real, double>) break;
      if (!is_reached && end == End::reached) continue;
      result.stopped = is_reached && end != End::interrupted ? Stop::tolerance : stop_of(end);
      return result;
    }
    backend_.assign(before);
    return std::nullopt;
  }

 private:
  enum class End { reached, stuck, no_steps_left, interrupted };

  AlignedArray<double> anchor() const {
    if (problem_.anchor != nullptr) return by_unit(*problem_.anchor, binary_.width());
    return AlignedArray<double>(problem_.score_map.units() * binary_.width());
  }

  // To a large C by way of smaller ones.
  End approach() {
    if (place_.scale == 0) place_.scale = first_scale();
    for (; place_.scale < 1; place_.scale /= factor_of_C) {
      const End end = iterate(place_.scale, gap_on_the_way);
      if (end == End::no_steps_left || end == End::interrupted) return end;
    }
    return End::reached;
  }

  double first_scale() const {
    double mean = 0, length = 0;
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      mean += problem_.C[i] * backend_.squared_length(i);
    }
    for (const Attribute& a : problem_.score_map.rows().values()) length += a.strength * a.strength;
    mean *= length / number(problem_.rows.size()) / number(problem_.score_map.decisions());
    double scale = 1;
    while (factor_of_C * scale * mean > moderate_C) scale *= factor_of_C;
    return scale;
  }

  // Steps until the relative gap is at most `tolerance`.
  End iterate(double scale, double tolerance) {
    const auto should_stop = [this] { return context_.reporter.stop_requested(); };
    double& least = place_.least;
    int& stuck = place_.stuck;
    if (!std::exchange(place_.is_inside, false)) {
      least = newton_.bounds(scale).primal;
      stuck = 0;
    }
    while (true) {
      const Newton::Bounds now = newton_.bounds(scale);
      const double goal = tolerance * (now.primal + problem_.offset);
      if (now.gap <= goal) return End::reached;
      if (stuck >= steps_until_stuck) return End::stuck;
      if (steps_ >= params_.max_epochs) return End::no_steps_left;
      if (checkpoint_.is_due()) save();
      if (!newton_.step(scale, goal, should_stop)) {
        save();
        return End::interrupted;
      }
      ++steps_;
      const double next = newton_.bounds(scale).primal;
      stuck = next < least ? 0 : stuck + 1;
      least = std::min(least, next);
      tell(newton_.bounds());
    }
  }

  void state(State& s) { s(newton_, steps_, best_dual_, place_); }
  void save() {
    place_.is_inside = true;
    checkpoint_.save([this](State& s) { state(s); });
    place_.is_inside = false;
  }

  void tell(const Newton::Bounds& bounds) {
    Certificate shown;
    shown.primal = bounds.primal + problem_.offset;
    best_dual_ = std::max(
        {best_dual_, shown.primal - bounds.gap, newton_.best_multiple().dual + problem_.offset});
    shown.dual = shown.lower_bound = best_dual_;
    shown.relative_gap = shown.primal > 0 ? (shown.primal - best_dual_) / shown.primal : 0;
    report_(steps_, shown, newton_.active_pairs());
  }

  // Weights, duals, and what they prove as they are stored.
  SolverResult finish(End end) {
    const std::size_t width = binary_.width(), units = problem_.score_map.units();
    const AlignedArray<double>& weights = newton_.weights();
    backend_.assign(by_feature<Real>(weights, width, problem_.features, units));
    const Newton::Bounds bounds = newton_.bounds();
    const Newton::Multiple best = newton_.best_multiple();
    const double multiple = bounds.primal - best.dual < bounds.gap ? best.t : 1;
    const AlignedArray<double>& pull = newton_.pull();
    const AlignedArray<double> from = anchor();
    double drift = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const auto stored = static_cast<double>(static_cast<Real>(weights[k]));
      drift += std::pow(stored - from[k] + multiple * pull[k], 2);
    }
    SolverResult result;
    result.duals = duals(multiple);
    for (const auto& of_instance : result.duals) result.nonzero_duals += of_instance.size();
    result.total_duals = problem_.constraints.total();
    result.epochs = steps_;
    result.has_weights_of_duals = false;
    if (end == End::interrupted && !context_.reporter.wants_partial_result()) return result;
    result.certificate =
        certify(problem_, tables_.scan, tables_.map, backend_, result.duals, drift, context_.pool);
    result.certificate.dual -= 0.5 * drift;
    return result;
  }

  static Stop stop_of(End end) {
    switch (end) {
      case End::stuck:
        return Stop::precision;
      case End::no_steps_left:
        return Stop::max_epochs;
      case End::interrupted:
        return Stop::interrupted;
      case End::reached:
        break;
    }
    return Stop::tolerance;
  }

  Duals duals(double multiple) const {
    const ConstraintSet& set = problem_.constraints;
    Duals duals(problem_.rows.size());
    for (std::size_t i = 0; i < duals.size(); ++i) {
      const auto add = [&](Decision plus, Decision minus) {
        const double slack = newton_.slack(plus == constant_zero ? minus : plus, i);
        if (slack > 0 && multiple > 0)
          duals[i].push_back({plus, minus, 1, multiple * 2 * problem_.C[i] * slack});
      };
      for (const ConstraintSet::Block& block : set.blocks(i)) {
        set.for_each_rival(i, block, [&](Decision minus) { add(block.plus, minus); });
      }
    }
    return duals;
  }

  const ProblemTables<Real>& tables_;
  const Problem<Real>& problem_;
  LinearBackend<Real>& backend_;
  const SolverParams& params_;
  TrainContext& context_;
  const NewtonReport& report_;
  BinaryProblem binary_;
  Newton newton_;
  CheckpointPart checkpoint_ = context_.checkpoint.part("newton");
  // Where the steps are: at which multiple of C, then at which check of the bounds.
  struct Place {
    double scale = 0, share = share_of_tolerance, least = 0;
    int check = 0, stuck = 0;
    bool is_inside = false;
  };
  Place place_;
  int steps_ = 0;
  double best_dual_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

template <class Real>
NewtonRule::NewtonRule(const Problem<Real>& problem) {
  const std::size_t width = dense_padded(problem.features);
  if (width == 0 || problem.features > most_features) return;
  if (!is_binary_with_squared_slacks(problem)) return;
  const auto forest = ScoreForest::find(problem.score_map);
  if (!forest) return;
  const std::size_t instances = problem.rows.size(), units = problem.score_map.units();
  const std::size_t decisions = problem.score_map.decisions();
  const double pairs = number(instances) * number(decisions), square = number(width * width);
  const double matrices = number(decisions + ForestElimination::matrices(*forest));
  const double bytes = 8 * (square * matrices + 2 * number(instances * width)) + 21 * pairs;
  if (bytes > most_bytes || pairs * number(width) > most_at_once || instances == 0) return;

  double epoch = 0;
  for (std::size_t i = 0; i < instances; ++i) {
    epoch += cost_of_visit + cost_of_weight * number(problem.rows.row(i).size()) * number(units);
  }
  const double step = ForestElimination::cost(*forest, width) + 2 * pairs * number(width) +
                      0.5 * changing_pairs * pairs * square + 10 * pairs;
  const double epochs = usual_steps * step / epoch;
  equal_visits_ = static_cast<std::uint64_t>(epochs * number(instances));
  fewest_visits_ =
      static_cast<std::uint64_t>(std::max(fewest_epochs, fewest_part * epochs) * number(instances));
}

void NewtonRule::record_gap(std::uint64_t visits, double gap) {
  if (visits_ == 0) {
    first_visits_ = visits;
    first_gap_ = gap;
  }
  visits_ = visits;
  gap_ = gap;
}

bool NewtonRule::is_due(double tolerance) const {
  if (equal_visits_ == never || visits_ < fewest_visits_ || gap_ <= tolerance) return false;
  if (!(gap_ < first_gap_)) return true;
  const auto so_far = static_cast<double>(visits_ - first_visits_);
  const double left = so_far * std::log(gap_ / tolerance) / std::log(first_gap_ / gap_);
  return left > static_cast<double>(equal_visits_);
}

template <class Real>
std::optional<SolverResult> solve_by_newton(const ProblemTables<Real>& tables,
                                            LinearBackend<Real>& backend, double gap,
                                            const SolverParams& params, TrainContext& context,
                                            const NewtonReport& report) {
  const auto forest = ScoreForest::find(tables.problem.score_map);
  if (!forest) return std::nullopt;
  return Run<Real>(tables, backend, *forest, params, context, report)(gap);
}

template NewtonRule::NewtonRule(const Problem<float>&);
template NewtonRule::NewtonRule(const Problem<double>&);
template std::optional<SolverResult> solve_by_newton(const ProblemTables<float>&,
                                                     LinearBackend<float>&, double,
                                                     const SolverParams&, TrainContext&,
                                                     const NewtonReport&);
template std::optional<SolverResult> solve_by_newton(const ProblemTables<double>&,
                                                     LinearBackend<double>&, double,
                                                     const SolverParams&, TrainContext&,
                                                     const NewtonReport&);

}  // namespace clade::detail
