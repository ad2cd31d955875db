#include "eval/compare/comparison.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "base/fail.h"
#include "base/random.h"
#include "base/text.h"
#include "base/train_context.h"
#include "data/enum_names.h"
#include "data/record_subset.h"
#include "eval/compare/run_store.h"
#include "eval/compare/split_run.h"
#include "eval/compare/trace_recorder.h"
#include "eval/taxonomy/learn_by_rounds.h"
#include "measure/level_means.h"
#include "measure/metric_direction.h"
#include "measure/step_counter.h"
#include "method/buffered_reporter.h"
#include "pipeline/explained_records.h"

namespace clade::detail {

namespace {

using Clock = std::chrono::steady_clock;
using Measures = std::vector<std::pair<std::string, double>>;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Seeds of their own for what is drawn within a split.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number) {
  return Random(seed * 0x9E3779B97F4A7C15U + number).bits() >> 33;
}

template <class Values>
const typename Values::value_type* find_named(const Values& values, const std::string& name) {
  for (const auto& entry : values) {
    if (entry.first == name) return &entry;
  }
  return nullptr;
}

constexpr std::uint32_t unnumbered = std::numeric_limits<std::uint32_t>::max();

// The runs of one contender on one split.
class SplitRuns {
 public:
  SplitRuns(const ComparisonPlan& plan, const Contender& contender, std::size_t split,
            ThreadPool& pool, Reporter& reporter, CheckpointPart checkpoint)
      : plan_(plan),
        contender_(contender),
        split_(split),
        pool_(pool),
        reporter_(reporter),
        checkpoint_(std::move(checkpoint)) {}

  // Throws Cancelled.
  RunOutcome run() const {
    std::vector<RunOutcome> outcomes;
    for (std::size_t k = 0; k < contender_.taxonomy.count; ++k) {
      outcomes.push_back(run_with({contender_.taxonomy.kind, derived_seed(plan_.seed, k + 1)}));
    }
    return outcomes.size() == 1 ? std::move(outcomes.front()) : averaged(outcomes);
  }

 private:
  RunOutcome run_with(const TaxonomyDraw& draw) const {
    RunOutcome outcome;
    if (contender_.grid.empty()) {
      outcome.chosen.emplace_back("", Setting{});
    } else {
      outcome.chosen = choose(draw);
    }
    // Measures whose choice is the same share a model.
    std::vector<const Setting*> done;
    for (const auto& [measure, setting] : outcome.chosen) {
      const bool is_done = std::any_of(done.begin(), done.end(),
                                       [&](const Setting* other) { return *other == setting; });
      if (is_done) continue;
      done.push_back(&setting);
      take(train_and_measure(setting, draw, outcome), setting, outcome);
    }
    return outcome;
  }

  const Split& split() const { return plan_.splits[split_]; }
  RecordPart test_records(const Configured& configured) const {
    const ComparisonRecords& data = contender_.data_for(configured);
    return {data.test ? *data.test : data.train, split().test};
  }

  ModelEvaluation train_and_measure(const Setting& setting, const TaxonomyDraw& draw,
                                    RunOutcome& outcome) const {
    const Configured configured = contender_.configure(setting);
    const RecordPart records{contender_.data_for(configured).train, split().train};
    const TrainingPart part(records, configured.text, configured.label_nodes, plan_.taxonomy,
                            grown(draw, records, setting), pool_);
    const Clock::time_point start = Clock::now();
    TraceRecorder trace(reporter_);
    const Trained trained = train(part, configured, trace);
    outcome.train_seconds += seconds_since(start);
    if (outcome.models++ == 0) outcome.trace = std::move(trace).passes();
    outcome.early_ends += trained.summary.stopped == Stop::max_epochs && trained.summary.objective;
    const RecordPart test = test_records(configured);
    const bool explains = outcome.models == 1 && explained_step() > 0;
    std::optional<Dataset> rows;
    ModelEvaluation measured =
        part.measure(trained.model, test, plan_.measures, pool_, explains ? &rows : nullptr);
    if (explains) {
      const Model model = trained.model.with_vectoriser(part.vectoriser());
      outcome.explained = explained(model, measured, *rows, test);
    }
    return measured;
  }

  // Every so many records of the split are explained; 0: none. Where records are tested several
  // times, a page shows those of the first split.
  std::size_t explained_step() const {
    const bool is_shown = plan_.tests_once || split_ == 0;
    const std::size_t wanted =
        plan_.tests_once ? plan_.explained / plan_.splits.size() : plan_.explained;
    if (!is_shown || wanted == 0) return 0;
    return (split().test.size() + wanted - 1) / wanted;
  }

  std::vector<std::pair<std::size_t, ExplainedDocument>> explained(const Model& model,
                                                                   const ModelEvaluation& measured,
                                                                   const Dataset& rows,
                                                                   const RecordPart& test) const {
    const Evaluation& evaluation = measured.evaluation;
    std::vector<std::size_t> positions;
    std::vector<TextSnippet> texts(test.records.snippets.empty() ? 0 : test.indices.size());
    for (std::size_t i = 0; i < evaluation.judged.size(); ++i) {
      const std::size_t place = evaluation.measured[i];
      if (place % explained_step() != 0) continue;
      positions.push_back(i);
      if (!texts.empty()) texts[place] = test.records.snippets[test.indices[place]];
    }
    auto documents =
        explained_records({model, evaluation, measured.labels, rows, texts}, positions, pool_);
    std::vector<std::pair<std::size_t, ExplainedDocument>> kept;
    for (std::size_t k = 0; k < documents.size(); ++k) {
      kept.emplace_back(evaluation.measured[positions[k]], std::move(documents[k]));
    }
    return kept;
  }

  // Where the tree comes from trainings of the method, it is learned here.
  TaxonomyDraw grown(TaxonomyDraw draw, const RecordPart& records, const Setting& setting) const {
    if (draw.kind != SeenTaxonomy::Kind::weights) return draw;
    if (contender_.is_flat) return {};  // whichever tree there is, it is not seen
    RoundParams params;
    params.rounds = contender_.taxonomy.rounds;
    params.seed = plan_.seed;
    BufferedReporter quiet(reporter_);
    const auto configure = [&] { return contender_.configure(setting); };
    const LearnedRounds learned = learn_by_rounds(records, configure, params, pool_, quiet);
    draw.tree = std::make_shared<const Taxonomy>(learned.clusters.taxonomy(learned.labels));
    return draw;
  }

  Trained train(const TrainingPart& part, const Configured& configured, Reporter& reporter) const {
    TrainContext context{reporter, pool_, plan_.seed};
    context.checkpoint = checkpoint_.part("model");
    context.memory = plan_.memory;
    Trained trained = part.train(*configured.method, configured.calibration.folds(), context);
    if (trained.summary.stopped == Stop::interrupted || reporter_.stop_requested()) {
      throw Cancelled();
    }
    return trained;
  }

  // Takes over the measures that this setting was chosen for, and of the first setting the rest.
  void take(const ModelEvaluation& from, const Setting& setting, RunOutcome& outcome) const {
    const Evaluation& evaluation = from.evaluation;
    const bool is_first = outcome.metrics.empty();
    if (is_first) {
      outcome.metrics = evaluation.metrics;
      outcome.per_instance = evaluation.per_instance;
      outcome.measured = evaluation.measured;
      outcome.per_level = evaluation.per_level;
      for (const auto& [loss, count] : evaluation.loss_histogram) {
        outcome.loss_histogram[loss] = static_cast<double>(count);
      }
      take_guesses(from, outcome);
      return;
    }
    for (const auto& [measure, own] : outcome.chosen) {
      if (own != setting) continue;
      replace(measure, evaluation.metrics, outcome.metrics);
      replace(measure, evaluation.per_instance, outcome.per_instance);
    }
  }

  static void take_guesses(const ModelEvaluation& from, RunOutcome& outcome) {
    std::vector<std::uint32_t> number(from.labels.size(), unnumbered);
    for (const JudgedInstance& judged : from.evaluation.judged) {
      std::vector<std::uint32_t>& numbers = outcome.guesses.emplace_back();
      for (const ClassId guess : judged.guesses) {
        std::uint32_t& own = number[index_of(guess)];
        if (own == unnumbered) {
          own = static_cast<std::uint32_t>(outcome.guess_names.size());
          outcome.guess_names.emplace_back(from.labels.name(guess));
        }
        numbers.push_back(own);
      }
      outcome.probabilities.push_back(judged.probabilities);
    }
    const bool has_none = std::all_of(outcome.probabilities.begin(), outcome.probabilities.end(),
                                      [](const auto& values) { return values.empty(); });
    if (has_none) outcome.probabilities.clear();
  }

  template <class Values>
  static void replace(const std::string& measure, const Values& from, Values& to) {
    for (auto& entry : to) {
      const auto* found = find_named(from, measure);
      if (entry.first == measure && found != nullptr) entry.second = found->second;
    }
  }

  // ---- Choosing options

  // The parts of the training records that options are tried on.
  std::vector<Split> inner_splits() const {
    const Records training = subset(contender_.data->train, split().train);
    const std::uint64_t seed = derived_seed(plan_.seed, 1000 + split_);
    std::vector<Split> inner = plan_.tuning.folds > 0
                                   ? fold_splits(training, plan_.tuning.folds, seed)
                                   : fraction_splits(training, 1 - plan_.tuning.fraction, 1, seed);
    for (Split& part : inner) {
      for (std::size_t& i : part.train) i = split().train[i];
      for (std::size_t& i : part.test) i = split().train[i];
    }
    return inner;
  }

  std::vector<std::pair<std::string, Setting>> choose(const TaxonomyDraw& draw) const {
    std::vector<Measures> sums(contender_.grid.size());
    if (const auto& tune = contender_.data->tune) {
      std::vector<std::size_t> all(tune->size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      try_settings({split().train, std::move(all)}, draw, sums);
    } else {
      for (const Split& inner : inner_splits()) try_settings(inner, draw, sums);
    }
    return best_settings(sums);
  }

  // Adds the measures of every setting of the grid to its sums. `inner` numbers training records,
  // and to try on those of the tuning data where there are some.
  void try_settings(const Split& inner, const TaxonomyDraw& draw,
                    std::vector<Measures>& sums) const {
    EvaluateOptions options = plan_.measures;
    options.keep_instances = options.keep_judged = false;
    std::unique_ptr<TrainingPart> part;
    std::string text_of_part;  // settings of the same text options share it
    for (std::size_t g = 0; g < sums.size(); ++g) {
      Configured configured = contender_.configure(contender_.grid[g]);
      const ComparisonRecords& data = contender_.data_for(configured);
      std::string text = reading_key(configured) + '\n';
      text += configured.label_nodes ? enum_name(*configured.label_nodes) : "auto";
      text += '\n';
      for (const Parameter& p : parameters_of(configured.text)) text += p.get() + '\n';
      if (!part || text != text_of_part || draw.kind == SeenTaxonomy::Kind::weights) {
        const RecordPart records{data.train, inner.train};
        part = std::make_unique<TrainingPart>(records, configured.text, configured.label_nodes,
                                              plan_.taxonomy,
                                              grown(draw, records, contender_.grid[g]), pool_);
        text_of_part = text;
      }
      const Trained trained = train(*part, configured, reporter_);
      const RecordPart try_on{data.tune ? *data.tune : data.train, inner.test};
      add(part->measure(trained.model, try_on, options, pool_).evaluation.metrics, sums[g]);
    }
  }

  // Some measures are left out where a part has one label per record by chance: only those of all
  // parts are sums over all.
  static void add(const Measures& measures, Measures& sums) {
    if (sums.empty()) {
      sums = measures;
      return;
    }
    std::erase_if(sums,
                  [&](const auto& sum) { return find_named(measures, sum.first) == nullptr; });
    for (auto& [name, sum] : sums) sum += find_named(measures, name)->second;
  }

  // The first of those that are best by the measure; nothing where one of them has it not.
  static std::optional<std::size_t> best_of(const std::vector<Measures>& sums,
                                            const std::string& measure) {
    const double sign = smaller_is_better(measure) ? -1 : 1;
    std::size_t best = 0;
    double best_value = 0;
    for (std::size_t g = 0; g < sums.size(); ++g) {
      const auto* found = find_named(sums[g], measure);
      if (found == nullptr) return std::nullopt;
      const double value = sign * found->second;
      if (g > 0 && !(value > best_value)) continue;
      best = g;
      best_value = value;
    }
    return best;
  }

  std::vector<std::pair<std::string, Setting>> best_settings(
      const std::vector<Measures>& sums) const {
    std::vector<std::pair<std::string, Setting>> chosen;
    std::vector<std::string> known;
    for (const auto& [measure, sum] : sums.front()) {
      known.push_back(measure);
      if (!plan_.tuning.for_each_measure && measure != plan_.tuning.measure) continue;
      const std::optional<std::size_t> best = best_of(sums, measure);
      if (!best) continue;
      chosen.emplace_back(plan_.tuning.for_each_measure ? measure : "", contender_.grid[*best]);
    }
    if (chosen.empty()) {
      fail_parameter("tune_for", "these data have no {} to choose by{}; they have {}",
                     quoted(plan_.tuning.measure), did_you_mean(plan_.tuning.measure, known),
                     join(known, ", "));
    }
    return chosen;
  }

  // ---- Several taxonomies of one kind

  static RunOutcome averaged(const std::vector<RunOutcome>& outcomes) {
    RunOutcome mean = outcomes.front();
    const double share = 1 / static_cast<double>(outcomes.size());
    const auto average = [&](auto value) {
      double sum = 0;
      for (const RunOutcome& outcome : outcomes) sum += value(outcome);
      return share * sum;
    };
    for (std::size_t m = 0; m < mean.metrics.size(); ++m) {
      mean.metrics[m].second = average([&](const RunOutcome& o) { return o.metrics[m].second; });
    }
    for (std::size_t m = 0; m < mean.per_instance.size(); ++m) {
      for (std::size_t i = 0; i < mean.per_instance[m].second.size(); ++i) {
        mean.per_instance[m].second[i] =
            average([&](const RunOutcome& o) { return o.per_instance[m].second[i]; });
      }
    }
    for (std::size_t level = 0; level < mean.per_level.size(); ++level) {
      mean.per_level[level] =
          mean_level(level, outcomes.size(), [&](std::size_t k) { return &outcomes[k].per_level; });
    }
    mean.train_seconds = average([](const RunOutcome& o) { return o.train_seconds; });
    mean.loss_histogram.clear();
    mean.models = mean.early_ends = 0;
    for (const RunOutcome& outcome : outcomes) {
      mean.models += outcome.models;
      mean.early_ends += outcome.early_ends;
      for (const auto& [loss, count] : outcome.loss_histogram) {
        mean.loss_histogram[loss] += share * count;
      }
    }
    return mean;
  }

  const ComparisonPlan& plan_;
  const Contender& contender_;
  std::size_t split_;
  ThreadPool& pool_;
  Reporter& reporter_;
  CheckpointPart checkpoint_;
};

struct Job {
  std::size_t contender, split;
};

// The runs that rank 0 knows to be left, dealt out to the ranks in turn.
std::vector<Job> jobs_of_rank(const std::vector<Job>& left, Communicator& peers) {
  std::string mine;
  if (peers.is_first()) append_values<Job>(left, mine);
  const std::string of_first = peers.gather(mine).front();
  const std::vector<Job> all = ByteReader(of_first).values<Job>();
  std::vector<Job> own;
  const auto ranks = static_cast<std::size_t>(peers.size());
  for (auto j = static_cast<std::size_t>(peers.rank()); j < all.size(); j += ranks) {
    own.push_back(all[j]);
  }
  return own;
}

// The outcomes that a rank has go to all others.
void share(const std::vector<Job>& own, Communicator& peers,
           std::vector<std::vector<RunOutcome>>& outcomes) {
  if (peers.is_alone()) return;
  std::string mine;
  for (const Job& job : own) {
    append_value(job, mine);
    append_text(text_of(outcomes[job.contender][job.split]), mine);
  }
  for (const std::string& of_rank : peers.gather(mine)) {
    for (ByteReader reader(of_rank); !reader.is_at_end();) {
      const Job job = reader.value<Job>();
      outcomes[job.contender][job.split] = outcome_from(std::string(reader.text())).value();
    }
  }
}

}  // namespace

std::vector<std::vector<RunOutcome>> run_comparison(const ComparisonPlan& plan, RunStore* store,
                                                    ThreadPool& pool, Reporter& reporter,
                                                    Communicator& peers) {
  std::vector<std::vector<RunOutcome>> outcomes(plan.contenders.size(),
                                                std::vector<RunOutcome>(plan.splits.size()));
  std::vector<Job> found, left;
  for (std::size_t s = 0; s < plan.splits.size() && peers.is_first(); ++s) {
    for (std::size_t c = 0; c < plan.contenders.size(); ++c) {
      std::optional<RunOutcome> kept = store != nullptr ? store->find(c, s) : std::nullopt;
      (kept ? found : left).push_back({c, s});
      if (kept) outcomes[c][s] = std::move(*kept);
    }
  }
  const std::vector<Job> jobs = jobs_of_rank(left, peers);
  StepCounter steps(found.size() + jobs.size(), reporter);
  steps.found(found.size());
  BufferedReporter side(reporter);
  std::atomic<bool> is_cancelled = false;
  const auto run = [&](const Job& job, ThreadPool& threads) {
    if (is_cancelled || side.stop_requested()) {
      is_cancelled = true;
      return;
    }
    const Contender& contender = plan.contenders[job.contender];
    try {
      CheckpointPart part =
          store != nullptr ? store->part_of(job.contender, job.split) : CheckpointPart();
      RunOutcome outcome =
          SplitRuns(plan, contender, job.split, threads, side, std::move(part)).run();
      if (store != nullptr) store->keep(job.contender, job.split, outcome);
      outcomes[job.contender][job.split] = std::move(outcome);
    } catch (const Cancelled&) {
      is_cancelled = true;
      return;
    }
    steps.done(fmt::format("{}, split {}", contender.name, job.split + 1));
  };
  if (jobs.size() < pool.size()) {
    for (const Job& job : jobs) run(job, pool);
  } else {
    pool.for_blocks(jobs.size(), [&](std::size_t j) {
      ThreadPool alone(1);
      run(jobs[j], alone);
    });
  }
  side.pass_on_warnings(reporter);
  if (peers.any(is_cancelled)) throw Cancelled();
  found.insert(found.end(), jobs.begin(), jobs.end());
  share(found, peers, outcomes);
  return outcomes;
}

}  // namespace clade::detail
