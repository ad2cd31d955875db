#include "eval/search/candidate_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/fail.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/train_context.h"
#include "eval/compare/significance.h"
#include "measure/evaluate_records.h"
#include "method/buffered_reporter.h"
#include "method/kernel_params.h"
#include "pipeline/train.h"

namespace clade::detail {

namespace {

using Clock = std::chrono::steady_clock;

// One-sided, as nothing but "better" is asked: a chance of one in twenty.
constexpr double clear_p = 0.1;

double run_seconds(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

EvaluateOptions evaluate_options(const std::string& measure) {
  constexpr std::string_view at = "precision_at_";
  EvaluateOptions options;
  options.keep_instances = true;
  const bool needs_curves = measure == "auprc" || measure == "fmax" || measure == "smin";
  if (!needs_curves) options.auprc_from_level = 0;
  options.precision_at.clear();
  if (measure.starts_with(at)) {
    options.precision_at.push_back(
        static_cast<std::size_t>(parse_int(measure.substr(at.size())).value_or(1)));
  }
  return options;
}

[[noreturn]] void fail_without(const std::string& measure, const Evaluation& evaluation) {
  std::vector<std::string> known;
  for (const auto& metric : evaluation.metrics) known.push_back(metric.first);
  fail_parameter("for", "these data have no {} to choose by; they have {}", quoted(measure),
                 join(known, ", "));
}

std::size_t bytes_of_training(const Configured& configured, const FoldSet& set) {
  const MethodTraits traits = configured.method->traits();
  if (traits.kernel != KernelKind::linear) {
    const std::size_t examples = set.train.data.size();
    return kernel_cache_bytes(traits.kernel_cache_mb, examples, sizeof(float));
  }
  return training_size(set.train.data, set.train.labels).weight_bytes;
}

// How many folds run at once; the result does not depend on it.
std::size_t folds_at_once(const Configured& configured, const FoldSets& sets,
                          const ThreadPool& pool) {
  if (pool.size() == 1) return 1;
  const std::size_t bytes = sets.size() * bytes_of_training(configured, sets.front());
  return bytes > available_memory() / 2 ? 1 : sets.size();
}

}  // namespace

double chance_of_difference(const CandidateRun& a, const CandidateRun& b, std::uint64_t seed) {
  if (a.paired.size() != b.paired.size()) return 1;
  std::vector<double> differences(a.paired.size());
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = a.paired[i] - b.paired[i];
  const bool over_folds = differences.size() <= rung_folds;
  const auto p = over_folds ? paired_t_test(differences) : permutation_test(differences, seed);
  return p.value_or(1);
}

bool is_clearly_better(const CandidateRun& a, const CandidateRun& b, std::uint64_t seed) {
  return mean_of(a.paired) > mean_of(b.paired) && chance_of_difference(a, b, seed) < clear_p;
}

void CandidateRun::state(State& s) {
  std::vector<std::pair<std::string, std::string>> options(resolved.begin(), resolved.end());
  s(value, standard_error, paired, seconds, model_seconds, options, failure);
  resolved = ResolvedOptions(options.begin(), options.end());
}

void CandidateRunner::state(State& s) {
  std::vector<Duals> duals;
  for (KeptDuals& kept : duals_) duals.push_back(std::move(kept.duals));
  s(path_, duals);
  duals_.clear();
  for (Duals& of_fold : duals) duals_.push_back({std::move(of_fold)});
}

struct CandidateRunner::FoldRun {
  double value = 0;
  std::vector<double> examples;  // empty where the measure is no mean over them
  double seconds = 0;
  ResolvedOptions resolved;
};

std::optional<CandidateRun> CandidateRunner::run(const Setting& setting, std::size_t rung,
                                                 const SearchMeasure& measure, Reporter& reporter,
                                                 const CheckpointPart& checkpoint) {
  const Clock::time_point start = Clock::now();
  const Configured configured = cache_.settled(candidates_.for_comparing(setting));
  const std::shared_ptr<const FoldSets> sets = cache_.sets_for(configured, rung);
  std::vector<KeptDuals>* duals = duals_for(setting, rung, configured);
  const bool at_once = folds_at_once(configured, *sets, pool_) > 1;
  BufferedReporter quiet(reporter);
  std::vector<FoldRun> folds(sets->size());
  const auto run_one = [&](std::size_t f, ThreadPool& pool) {
    if (quiet.stop_requested()) return;
    KeptDuals* kept = duals != nullptr ? &(*duals)[f] : nullptr;
    folds[f] = run_fold(configured, (*sets)[f], measure, kept, quiet, pool,
                        checkpoint.part("fold" + std::to_string(f)));
  };
  if (at_once) {
    const unsigned each = std::max(1U, pool_.size() / static_cast<unsigned>(sets->size()));
    pool_.for_blocks(sets->size(), [&](std::size_t f) {
      ThreadPool threads(each);
      run_one(f, threads);
    });
  } else {
    for (std::size_t f = 0; f < sets->size(); ++f) run_one(f, pool_);
  }
  if (quiet.stop_requested()) {
    path_.clear();
    return std::nullopt;
  }
  CandidateRun result;
  const double sign = measure.smaller_is_better ? -1 : 1;
  std::vector<double> values;
  for (FoldRun& fold : folds) {
    values.push_back(sign * fold.value);
    for (const double value : fold.examples) result.paired.push_back(sign * value);
    result.model_seconds += fold.seconds / static_cast<double>(folds.size());
  }
  if (result.paired.empty()) result.paired = values;
  result.value = sign * mean_of(result.paired);
  result.standard_error =
      standard_deviation(result.paired) / std::sqrt(static_cast<double>(result.paired.size()));
  result.resolved = std::move(folds.front().resolved);
  result.seconds = run_seconds(start);
  return result;
}

CandidateRunner::FoldRun CandidateRunner::run_fold(const Configured& configured, const FoldSet& set,
                                                   const SearchMeasure& measure, KeptDuals* kept,
                                                   Reporter& reporter, ThreadPool& pool,
                                                   const CheckpointPart& checkpoint) const {
  const Clock::time_point start = Clock::now();
  TrainContext context{reporter, pool, seed_};
  context.kept = kept;
  context.checkpoint = checkpoint;
  const bool calibrates = set.train.data.is_multilabel();
  const Trained trained =
      train(set.train, *configured.method,
            calibrates ? configured.calibration.folds() : std::optional<std::size_t>(0), context);
  FoldRun run;
  run.seconds = run_seconds(start);
  if (reporter.stop_requested()) return run;
  const Evaluation evaluation =
      evaluate_records(trained.model, set.test, evaluate_options(measure.name), pool).evaluation;
  const auto value = evaluation.find(measure.name);
  if (!value) fail_without(measure.name, evaluation);
  run.value = *value;
  for (const auto& [name, values] : evaluation.per_instance) {
    if (name == measure.name) run.examples = values;
  }
  run.resolved = resolved_options(trained.model);
  return run;
}

std::vector<KeptDuals>* CandidateRunner::duals_for(const Setting& setting, std::size_t rung,
                                                   const Configured& configured) {
  const MethodTraits traits = configured.method->traits();
  // One problem, so that there is one set of duals.
  const bool has_one = traits.cost == CostClass::joint && !traits.is_psi && !traits.has_free_bias;
  std::string path = std::to_string(rung);
  for (const auto& [name, value] : setting) {
    if (name != "C") path += '\n' + name + '=' + value;
  }
  if (!has_one) path.clear();
  if (path != path_ || duals_.empty()) {
    duals_.assign(rung_folds, {});
    path_ = path;
  }
  return has_one ? &duals_ : nullptr;
}

}  // namespace clade::detail
