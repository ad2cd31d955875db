#include "eval/taxonomy/taxonomy_advice.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "base/fail.h"
#include "base/random.h"
#include "base/text.h"
#include "data/record_subset.h"
#include "eval/compare/comparison_reader.h"
#include "eval/compare/comparison_summary.h"
#include "eval/compare/significance.h"
#include "eval/compare/split_run.h"
#include "eval/taxonomy/centroid_cosines.h"
#include "eval/taxonomy/class_distances.h"
#include "eval/taxonomy/class_moves.h"
#include "measure/splits.h"
#include "method/buffered_reporter.h"
#include "taxonomy/random_taxonomy.h"
#include "taxonomy/taxonomy_edits.h"

namespace clade::detail {

namespace {

constexpr const char* measure = "average_precision";
constexpr double sure = 0.05, likely = 0.1;
constexpr std::size_t most_tested = 2000;  // records of a split: more say little more

std::size_t usual_sample(const Records& records) {
  std::vector<std::size_t> sizes(records.label_names.size(), 0);
  for (const std::uint32_t label : records.labels) ++sizes[label];
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return std::clamp<std::size_t>(*middle / 2, 1, 10);
}

TaxonomySource source_of(const Taxonomy& taxonomy) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = taxonomy;
  return source;
}

// Splits with small training samples.
std::vector<Split> small_samples(const Records& records, std::size_t per_class, std::size_t repeats,
                                 std::uint64_t seed) {
  std::vector<Split> splits = per_class_splits(records, per_class, repeats, seed);
  Random random(seed + 1);
  for (Split& split : splits) {
    if (split.test.size() <= most_tested) continue;
    random.shuffle(std::span(split.test));
    split.test.resize(most_tested);
    std::sort(split.test.begin(), split.test.end());
  }
  return splits;
}

// Paired values against others: mean difference and how sure it is.
struct Gain {
  double mean = 0, p = 1;
};
Gain gain_of(const std::vector<double>& values, const std::vector<double>& than) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < values.size(); ++i) differences.push_back(values[i] - than[i]);
  return {mean_of(differences), paired_t_test(differences).value_or(1)};
}

// Measures taxonomies with one method on one set of records.
class Bench {
 public:
  Bench(const Contender& method, Records records, const AdviceOptions& options,
        std::size_t per_class, ThreadPool& pool, Reporter& reporter)
      : method_(method), options_(options), pool_(pool), reporter_(reporter) {
    method_.data =
        std::make_shared<const ComparisonRecords>(ComparisonRecords{std::move(records), {}, {}});
    splits_ = small_samples(method_.data->train, per_class, options.repeats, options.seed);
  }

  const Records& records() const { return method_.data->train; }
  const Contender& method() const { return method_; }

  // By split.
  std::vector<double> quality(const Taxonomy& taxonomy) const {
    EvaluateOptions measures;
    measures.auprc_from_level = 0;  // takes as long as the training of a small sample
    return run({method_}, taxonomy, measures).front().find(measure)->values;
  }

  std::vector<MethodSummary> run(std::vector<Contender> contenders, const Taxonomy& taxonomy,
                                 const EvaluateOptions& measures = {}) const {
    ComparisonPlan plan;
    plan.measures = measures;
    for (Contender& contender : contenders) contender.data = method_.data;
    plan.contenders = std::move(contenders);
    plan.splits = splits_;
    plan.taxonomy = source_of(taxonomy);
    plan.seed = options_.seed;
    plan.tests_once = false;
    BufferedReporter quiet(reporter_);
    const auto outcomes = run_comparison(plan, nullptr, pool_, quiet);
    return summarise(plan, outcomes, pool_);
  }

 private:
  Contender method_;
  const AdviceOptions& options_;
  ThreadPool& pool_;
  Reporter& reporter_;
  std::vector<Split> splits_;
};

// Looks for changes that help, one after the other, each on what the ones before it left.
class Repair {
 public:
  Repair(const Taxonomy& taxonomy, const Bench& bench, const AdviceOptions& options,
         ThreadPool& pool, Reporter& reporter)
      : bench_(bench),
        options_(options),
        reporter_(reporter),
        current_(taxonomy),
        quality_(bench.quality(taxonomy)) {
    const Configured configured = bench.method().configure({});
    records_ = bench.records();
    Reporter silent;
    Vectoriser::fit(configured.text, records_, silent);
    labels_.emplace(TaxonomySource{}, LabelNodes::terminal, records_.label_names);
    distances_ = class_distances(Dataset(records_, *labels_), *labels_, KernelSpec{}, pool);
    learned_.emplace(learned_taxonomy(records_, pool));
  }

  void run() {
    move_nodes();
    regroup();
    dissolve_nodes();
    if (covers_all_labels()) try_change("take the learned taxonomy instead", *learned_);
  }

  const Taxonomy& result() const { return current_; }
  bool has_changed() const {
    return std::any_of(changes_.begin(), changes_.end(),
                       [](const TaxonomyChange& change) { return change.is_taken; });
  }
  std::vector<TaxonomyChange> changes() && {
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const auto& a, const auto& b) { return a.gain > b.gain; });
    return std::move(changes_);
  }

 private:
  bool try_change(std::string what, const Taxonomy& changed) {
    reporter_.on_stage(fmt::format("trying to {}", what));
    const std::vector<double> quality = bench_.quality(changed);
    const Gain gain = gain_of(quality, quality_);
    const bool is_taken = gain.mean > 0 && gain.p < likely;
    changes_.push_back({std::move(what), gain.mean, gain.p, is_taken});
    if (is_taken) {
      current_ = changed;
      quality_ = quality;
    }
    return is_taken;
  }

  bool is_label(std::string_view name) const { return labels_->find(name).has_value(); }

  // Inner nodes that can go: the labels of the data stay.
  std::vector<std::string> inner_names() const {
    std::vector<std::string> names;
    for (const NodeId node : current_.top_down()) {
      if (node == current_.root() || current_.is_terminal(node)) continue;
      if (!is_label(current_.name(node))) names.emplace_back(current_.name(node));
    }
    return names;
  }

  void dissolve_nodes() {
    std::vector<std::string> names = inner_names();
    if (names.size() > options_.most_changes) {
      Random random(options_.seed);
      random.shuffle(std::span(names));
      names.resize(options_.most_changes);
    }
    for (const std::string& name : names) {
      const auto node = current_.find(name);
      try_change(fmt::format("dissolve {}", quoted(name)), without_node(current_, *node));
    }
  }

  std::string move_text(const ClassMove& move) const {
    return fmt::format("move {} from {} to {}", quoted(current_.name(move.node)),
                       quoted(current_.name(move.from)), quoted(current_.name(move.to)));
  }

  void move_nodes() {
    // A node that looks near to everything, because its classes are few and mixed, would fill the
    // list: what did not help twice is not tried again.
    constexpr std::size_t most_failures = 2;
    std::map<std::string, std::size_t, std::less<>> failures;  // by the node that was moved to
    std::vector<std::string> tried;
    for (std::size_t k = 0; k < options_.most_changes; ++k) {
      const std::vector<ClassMove> moves = nearer_parents(current_, *labels_, distances_);
      const auto next = std::find_if(moves.begin(), moves.end(), [&](const ClassMove& move) {
        const auto failed = failures.find(current_.name(move.to));
        return (failed == failures.end() || failed->second < most_failures) &&
               std::find(tried.begin(), tried.end(), move_text(move)) == tried.end() &&
               keeps_labels(moved(current_, move.node, move.to));
      });
      if (next == moves.end()) return;
      tried.push_back(move_text(*next));
      const std::string target(current_.name(next->to));
      if (!try_change(tried.back(), moved(current_, next->node, next->to))) ++failures[target];
    }
  }

  // Every node to where it is nearest, again and again: one move alone may do nothing where nearly
  // all nodes are in a wrong place.
  void regroup() {
    Taxonomy changed = current_;
    std::size_t moves = 0;
    for (; moves < 2 * current_.size(); ++moves) {
      const std::vector<ClassMove> nearer = nearer_parents(changed, *labels_, distances_);
      if (nearer.empty()) break;
      const Taxonomy next = moved(changed, nearer.front().node, nearer.front().to);
      if (!keeps_labels(next)) break;
      changed = next;
    }
    if (moves > 1) try_change(fmt::format("regroup by distance, {} moves", moves), changed);
  }

  bool keeps_labels(const Taxonomy& taxonomy) const {
    for (std::size_t c = 0; c < labels_->size(); ++c) {
      if (!taxonomy.find(labels_->name(static_cast<ClassId>(c)))) return false;
    }
    return true;
  }

  // The learned taxonomy has the labels of these records only.
  bool covers_all_labels() const {
    for (const NodeId node : current_.terminals()) {
      if (!learned_->find(current_.name(node))) return false;
    }
    return keeps_labels(*learned_);
  }

  const Bench& bench_;
  const AdviceOptions& options_;
  Reporter& reporter_;
  Taxonomy current_;
  std::vector<double> quality_;
  Records records_;  // as vectors
  std::optional<LabelSpace> labels_;
  PairTable distances_;
  std::optional<Taxonomy> learned_;
  std::vector<TaxonomyChange> changes_;
};

// Of all records, with words as the method sees them.
std::vector<CentroidCosine> cosines_of(const Contender& method, const Taxonomy& taxonomy,
                                       ThreadPool& pool) {
  Records records = method.data->train;
  Reporter silent;
  Vectoriser::fit(method.configure({}).text, records, silent);
  return centroid_cosines(records, taxonomy, pool);
}

Verdict verdict_of(const Advice& advice) {
  if (advice.gain_over_flat < 0 && advice.p_over_flat < sure) return Verdict::hurts;
  if (!(advice.gain_over_random > 0 && advice.p_over_random < sure)) return Verdict::no_difference;
  const bool is_better = advice.gain_over_flat > 0 && advice.p_over_flat < sure;
  return is_better ? Verdict::helps : Verdict::makes_sense;
}

// Whether the given taxonomy could be one of the random ones: their spread decides, not that of the
// samples, which all of them share.
Gain gain_over_random(double given, std::span<const double> random) {
  const double n = static_cast<double>(random.size());
  const double gain = given - mean_of(random), spread = standard_deviation(random);
  if (random.size() < 2 || !(spread > 0)) return {gain, 1};
  return {gain, student_two_sided(gain / (spread * std::sqrt(1 + 1 / n)), n - 1)};
}

void compare_with_others(const Contender& flat, const Contender& method, const Taxonomy& taxonomy,
                         const Bench& bench, const AdviceOptions& options, Reporter& reporter,
                         Advice& advice) {
  std::vector<Contender> contenders{flat, method, method};
  contenders[2].taxonomy = {SeenTaxonomy::Kind::learned};
  advice.comparison = bench.run(std::move(contenders), taxonomy);
  const MetricSummary& given = *advice.comparison[1].find(measure);
  const Gain over_flat = gain_of(given.values, advice.comparison[0].find(measure)->values);
  advice.gain_over_flat = over_flat.mean;
  advice.p_over_flat = over_flat.p;
  for (std::size_t k = 0; k < options.random_trees; ++k) {
    reporter.on_stage(fmt::format("random taxonomy {} of {}", k + 1, options.random_trees));
    const Taxonomy random = random_taxonomy(taxonomy, options.seed + 1000003 * (k + 1));
    advice.random_quality.push_back(mean_of(bench.quality(random)));
  }
  const Gain over_random = gain_over_random(given.mean, advice.random_quality);
  advice.gain_over_random = over_random.mean;
  advice.p_over_random = over_random.p;
  advice.verdict = verdict_of(advice);
}

}  // namespace

Advice advise(const Contender& flat, const Contender& method, const Taxonomy& taxonomy,
              const AdviceOptions& options, ThreadPool& pool, Reporter& reporter) {
  const Records& records = method.data->train;
  Advice advice;
  advice.per_class = options.per_class > 0 ? options.per_class : usual_sample(records);
  advice.repeats = options.repeats;
  reporter.on_stage("comparing with no, random and learned taxonomies");
  const Bench all(method, records, options, advice.per_class, pool, reporter);
  advice.centroid_cosines = cosines_of(method, taxonomy, pool);
  compare_with_others(flat, method, taxonomy, all, options, reporter, advice);
  if (options.most_changes == 0) return advice;

  // Changes are looked for on one half and measured on the other.
  const Split halves = fraction_splits(records, 0.5, 1, options.seed).front();
  const auto bench_of = [&](const std::vector<std::size_t>& half) {
    return Bench(method, subset(records, half), options,
                 std::max<std::size_t>(1, advice.per_class / 2), pool, reporter);
  };
  reporter.on_stage("trying changes");
  const Bench first = bench_of(halves.train);
  Repair repair(taxonomy, first, options, pool, reporter);
  repair.run();
  if (repair.has_changed()) {
    reporter.on_stage("measuring the repaired taxonomy");
    const Bench second = bench_of(halves.test);
    const Gain gain = gain_of(second.quality(repair.result()), second.quality(taxonomy));
    advice.repaired = repair.result();
    advice.repaired_gain = gain.mean;
    advice.repaired_p = gain.p;
  }
  advice.changes = std::move(repair).changes();
  return advice;
}

ComparedMethod without_taxonomy(const ComparedMethod& method) {
  const MethodTraits traits = configure(method).method->traits();
  if (!traits.can_be_flat || traits.is_flat) {
    fail(ErrorKind::usage,
         "taxonomy advise: `method`: {} cannot be trained with and without a taxonomy; take hsvm, "
         "clade, perceptron or hieron",
         method.method);
  }
  ComparedMethod flat = method;
  flat.options.push_back({"flat", true});
  if (!flat.name.empty()) flat.name += " without a taxonomy";
  return flat;
}

PreparedAdvice prepare_advice(const RecordSource& source, const TaxonomySource& taxonomy,
                              const ComparedMethod& flat, const ComparedMethod& method,
                              ThreadPool& pool, Reporter& reporter) {
  Contender without = make_contender(flat), with = make_contender(method);
  reporter.on_stage("reading");
  LabelledRecords labelled =
      read_labelled(source, "train", 0, taxonomy, with.configure({}), pool, reporter);
  std::vector<std::string> names;
  for (const LabelName& label : labelled.records.label_names) names.push_back(label.name);
  if (labelled.taxonomy.kind == TaxonomySource::Kind::flat) {
    fail(ErrorKind::usage, "taxonomy advise: `taxonomy`: expected a taxonomy, got none");
  }
  Taxonomy nodes = labelled.taxonomy.kind == TaxonomySource::Kind::paths
                       ? Taxonomy::from_paths(names, labelled.taxonomy.separator)
                       : *labelled.taxonomy.taxonomy;
  with.data = without.data = std::make_shared<const ComparisonRecords>(
      ComparisonRecords{std::move(labelled.records), {}, {}});
  return {std::move(without), std::move(with), std::move(nodes)};
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

Advice advise(const Examples& examples, const TaxonomySource& taxonomy,
              const ComparedMethod& method, const AdviceOptions& options) {
  Reporter silent;
  Reporter& reporter = options.reporter != nullptr ? *options.reporter : silent;
  ThreadPool pool(options.threads);
  const PreparedAdvice prepared = prepare_advice(*examples.source(), taxonomy,
                                                 without_taxonomy(method), method, pool, reporter);
  return advise(prepared.flat, prepared.method, prepared.taxonomy, options, pool, reporter);
}

}  // namespace clade
