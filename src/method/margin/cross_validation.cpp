#include "method/margin/cross_validation.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "base/fail.h"
#include "base/train_context.h"
#include "data/folds.h"
#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "method/buffered_reporter.h"
#include "method/class_constraints.h"
#include "method/kernel_model.h"
#include "method/sibling_units.h"
#include "model/path_scores.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

namespace {

// What is only compared need not be exact: the order of classes hardly moves below this gap.
constexpr double loosest_tolerance = 1e-2;
// Folds have workspaces of their own, and run side by side, while rows and weights of all take no
// more than this, were the weights all dense. The number of threads must not matter: a path over C
// goes on from the weights where its workspace still has them, which rounds otherwise than building
// them.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

// The same constraints, but none for examples of the fold. `all` must outlive the result.
ConstraintSet constraints_outside(const ConstraintSet& all, std::span<const std::uint32_t> fold_of,
                                  std::uint32_t fold) {
  ConstraintSet result(all.decisions(),
                       std::shared_ptr<const LossRows>(std::shared_ptr<void>(), all.losses()));
  for (std::size_t list = 0; list < all.lists(); ++list) result.add_list(all.list(list));
  const std::uint32_t nothing = result.add_pattern({}, {});
  std::map<const ConstraintSet::Block*, std::uint32_t> patterns;  // examples share their blocks
  for (std::size_t i = 0; i < all.instances(); ++i) {
    const auto blocks = all.blocks(i);
    if (fold_of[i] == fold || blocks.empty()) {
      result.add_instance(nothing);
      continue;
    }
    const auto [entry, is_new] = patterns.try_emplace(blocks.data(), 0);
    if (is_new) entry->second = result.add_pattern(blocks, all.left_out(i));
    result.add_instance(entry->second);
  }
  return result;
}

void check_count(std::size_t held_out, std::uint32_t folds) {
  if (held_out >= folds) return;
  fail_parameter(ErrorKind::input, "C",
                 "auto needs {} examples or more of classes that have at least two, got {}; give a "
                 "number instead",
                 folds, held_out);
}

}  // namespace

// Where one fold at a time works, always the same one or all in turns.
template <class Backend>
struct CrossValidation<Backend>::FoldWorkspace {
  explicit FoldWorkspace(Problem<Real> p, const KernelSpec& spec, std::size_t cache_bytes)
      : problem(std::move(p)) {
    if constexpr (std::is_same_v<Backend, KernelBackend<Real>>) {
      const std::size_t near_bytes = Backend::near_part(cache_bytes, problem.rows.size());
      gram.emplace(spec, problem.rows, problem.features,
                   Backend::rows_part(cache_bytes, problem.rows.size()));
      backend.emplace(problem, *gram, near_bytes);
    } else {
      backend.emplace(problem);
    }
  }
  FoldWorkspace(const FoldWorkspace&) = delete;
  FoldWorkspace& operator=(const FoldWorkspace&) = delete;
  ~FoldWorkspace() = default;

  Problem<Real> problem;
  std::optional<GramRows<Real>> gram;
  std::optional<Backend> backend;
};

template <class Backend>
CrossValidation<Backend>::CrossValidation(const SparseRows<Real>& rows, const MarginDesign& design,
                                          const MarginParams& params, const Dataset& data,
                                          const LabelSpace& labels, std::uint32_t folds,
                                          TrainContext& context)
    : params_(params),
      design_(design),
      data_(data),
      labels_(labels),
      context_(context),
      solver_(params.solver),
      rivals_(predictable_classes(labels)),
      prices_(example_C(1, params, data, labels.size())),
      map_(design.attributes.map),
      folds_(folds) {
  solver_.tolerance = std::max(solver_.tolerance, loosest_tolerance);
  if (design.decoding == Decoding::top_down_min_margin) {
    unit_nodes_ = sibling_unit_nodes(labels.taxonomy());
  }
  const std::vector<std::uint32_t> fold_of =
      stratified_folds(data, labels.size(), folds, context.seed);
  std::size_t held_out = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (fold_of[i] == never_held_out) continue;
    folds_[fold_of[i]].held_out.push_back(i);
    ++held_out;
  }
  check_count(held_out, folds);
  for (std::uint32_t f = 0; f < folds; ++f) {
    folds_[f].constraints = constraints_outside(design.constraints, fold_of, f);
  }
  make_workspaces(rows, design);
}

template <class Backend>
CrossValidation<Backend>::~CrossValidation() = default;

template <class Backend>
void CrossValidation<Backend>::make_workspaces(const SparseRows<Real>& rows,
                                               const MarginDesign& design) {
  constexpr bool has_kernel = std::is_same_v<Backend, KernelBackend<Real>>;
  const double constant = params_.bias == Bias::none ? 0 : 1;
  KernelParams kernel = params_.kernel;
  TrainingRows<Real> prepared =
      has_kernel ? kernel_rows(rows, kernel.kernel) : training_rows<Real>(rows, constant);
  const KernelSpec spec = kernel_of(kernel, prepared.rows, data_, context_.seed);
  Problem<Real> problem;
  problem.rows = std::move(prepared.rows);
  problem.features = prepared.features.size();
  problem.constant = constant;
  problem.score_map = design.decisions.value_or(design.attributes.map);
  problem.groups = design.groups;
  problem.slack_power = design.slack_power;
  problem.C = prices_;
  const std::size_t workspaces = has_kernel ? 1 : workspaces_for(problem);
  const std::size_t cache = has_kernel ? kernel.cache_bytes(problem.rows.size(), sizeof(Real)) : 0;
  while (workspaces_.size() + 1 < workspaces) {
    workspaces_.push_back(std::make_unique<FoldWorkspace>(problem, spec, cache));
  }
  workspaces_.push_back(std::make_unique<FoldWorkspace>(std::move(problem), spec, cache));
}

template <class Backend>
std::size_t CrossValidation<Backend>::workspaces_for(const Problem<Real>& problem) const {
  const std::size_t bytes = problem.features * problem.score_map.units() * sizeof(Real) +
                            problem.rows.nonzeros() * sizeof(BasicFeature<Real>);
  return folds_.size() * bytes > context_.share_of_memory(most_bytes) ? 1 : folds_.size();
}

template <class Backend>
std::optional<RankQuality> CrossValidation<Backend>::at(double C) {
  BufferedReporter reporter(context_.reporter);
  if (workspaces_.size() == 1) {
    for (Fold& fold : folds_) run(fold, *workspaces_[0], C, reporter, context_.pool);
  } else {
    context_.pool.for_blocks(folds_.size(), [&](std::size_t f) {
      ThreadPool alone(1);
      run(folds_[f], *workspaces_[f], C, reporter, alone);
    });
  }
  if (reporter.stop_requested()) return std::nullopt;
  RankQuality mean;
  double count = 0;
  for (Fold& fold : folds_) {
    if (!fold.after_first) fold.after_first = fold.path;
    mean.average_precision += fold.sum.average_precision;
    mean.top_is_right += fold.sum.top_is_right;
    count += static_cast<double>(fold.held_out.size());
  }
  return RankQuality{mean.average_precision / count, mean.top_is_right / count};
}

template <class Backend>
void CrossValidation<Backend>::run(Fold& fold, FoldWorkspace& workspace, double C,
                                   Reporter& reporter, ThreadPool& pool) {
  if (reporter.stop_requested()) return;
  for (std::size_t i = 0; i < prices_.size(); ++i) workspace.problem.C[i] = C * prices_[i];
  std::swap(workspace.problem.constraints, fold.constraints);
  const std::string name = "fold" + std::to_string(&fold - folds_.data());
  TrainContext context = context_.for_part(name, reporter, pool);
  fold.path.solve(workspace.problem, *workspace.backend, solver_, context);
  std::swap(workspace.problem.constraints, fold.constraints);
  fold.sum = measure(fold, *workspace.backend);
}

template <class Backend>
RankQuality CrossValidation<Backend>::measure(const Fold& fold, const Backend& backend) const {
  AlignedArray<Real> raw(backend.raw_size());
  AlignedArray<Real> buffer(std::max(map_.padded_size(), labels_.size()));
  std::vector<double> by_node;
  RankQuality sum;
  for (const std::size_t i : fold.held_out) {
    backend.score(i, raw.data());
    const Real* scores = buffer.data();
    if (unit_nodes_.empty()) {
      scores = map_(raw.data(), buffer.data());
    } else {
      set_path_scores_from(raw.data(), by_node, {buffer.data(), labels_.size()});
    }
    const RankQuality one =
        design_.decisions
            ? rank_quality(data_.labels(i), rivals_, classes_left_out(labels_, data_.labels(i)),
                           scores)
            : rank_quality(data_.labels(i), rivals_, design_.constraints.left_out(i), scores);
    sum.average_precision += one.average_precision;
    sum.top_is_right += one.top_is_right;
  }
  return sum;
}

template <class Backend>
void CrossValidation<Backend>::set_path_scores_from(const Real* raw, std::vector<double>& by_node,
                                                    std::span<Real> scores) const {
  const ScoreMap& map = *design_.decisions;
  std::vector<double> of_units(map.decisions()), of_nodes(labels_.taxonomy().size());
  map.apply(std::span<const Real>(raw, map.units()), std::span(of_units));
  for (std::size_t u = 0; u < of_units.size(); ++u)
    of_nodes[index_of(unit_nodes_[u])] = of_units[u];
  std::vector<double> of_classes(labels_.size());
  set_path_scores(design_.decoding, labels_, of_nodes, by_node, of_classes);
  for (std::size_t c = 0; c < of_classes.size(); ++c) scores[c] = static_cast<Real>(of_classes[c]);
}

template <class Backend>
void CrossValidation<Backend>::return_to_first() {
  for (Fold& fold : folds_) {
    if (fold.after_first) fold.path = *fold.after_first;
  }
}

template <class Backend>
double CrossValidation<Backend>::median_squared_length() const {
  std::vector<double> lengths;
  for (std::size_t i = 0; i < data_.size(); ++i) {
    const double length = workspaces_.front()->backend->squared_length(i);
    if (length > 0) lengths.push_back(length);
  }
  if (lengths.empty()) return 1;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

template class CrossValidation<LinearBackend<float>>;
template class CrossValidation<LinearBackend<double>>;
template class CrossValidation<KernelBackend<float>>;
template class CrossValidation<KernelBackend<double>>;

}  // namespace clade::detail
