#include "eval/search/search.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "eval/search/candidate_run.h"
#include "eval/search/run_clock.h"
#include "measure/metric_direction.h"
#include "method/timed_reporter.h"

namespace clade::detail {

namespace {

bool is_deep(const TaxonomySource& source) {
  if (source.kind == TaxonomySource::Kind::flat) return false;
  if (!source.taxonomy) return true;
  const Taxonomy& taxonomy = *source.taxonomy;
  for (std::size_t node = 0; node < taxonomy.size(); ++node) {
    if (taxonomy.depth(static_cast<NodeId>(node)) > 1) return true;
  }
  return false;
}

std::string option_words(const Setting& setting) {
  std::string words;
  for (const auto& [name, value] : setting) {
    words +=
        fmt::format("{}`{}{}`", words.empty() ? "" : " ", name, value == "true" ? "" : '=' + value);
  }
  return words.empty() ? "no option" : words;
}

// The runs of a search, one after the other.
class Search {
 public:
  Search(const SearchSource& source, const ComparedMethod& method, const SearchOptions& options,
         ThreadPool& pool, Reporter& reporter, const CheckpointPart& checkpoint,
         double seconds_before)
      : options_(options),
        reporter_(reporter),
        checkpoint_(checkpoint.part("search")),
        candidates_(method),
        cache_(source, options.seed, pool, reporter),
        runner_(candidates_, cache_, options.seed, pool),
        clock_(options.budget.seconds, seconds_before) {
    checkpoint_.restore([this](State& s) { s(kept_, runner_); });
  }

  SearchResult result() {
    begin();
    // The smallest set tells how long the largest will take.
    const CandidateRun* usual = measure(best_, 0);
    if (usual != nullptr) usual = measure(best_, top_);
    if (usual != nullptr) {
      if (!usual->failure.empty()) throw Error(*first_error_);
      go_through_axes();
    }
    return summary();
  }

 private:
  struct Key {
    Setting options;
    std::size_t rung;
    auto operator<=>(const Key&) const = default;
  };

  void begin() {
    const Configured configured = configure(candidates_.method());
    reporter_.on_stage("reading");
    const auto records = cache_.records_for(configured);
    top_ = cache_.rungs_for(configured).size() - 1;
    data_ = SearchedData::of(*records, is_deep(cache_.taxonomy()));
    examples_ = records->size();
    measure_.name = options_.measure;
    if (measure_.name.empty()) {
      measure_.name = data_.is_about_sets ? "auprc" : "average_precision";
    }
    measure_.smaller_is_better = smaller_is_better(measure_.name);
    reporter_.on_stage("searching");
  }

  void go_through_axes() {
    const std::vector<Axis> axes = search_axes();
    for (std::size_t round = 0; round < search_rounds; ++round) {
      for (const Axis& axis : axes) {
        if (!axis.fits(data_)) continue;
        const auto candidates = candidates_.along(axis, round, best_, find(best_, top_)->resolved);
        if (!try_candidates(candidates)) return;
      }
    }
    end_ = SearchEnd::complete;
  }

  // All on the smallest set, the better ones on the next, and so on; the best of the largest one
  // takes the place of the best so far where it is clearly better. False where the search is over.
  bool try_candidates(std::vector<Setting> field) {
    for (std::size_t rung = 0; rung <= top_ && !field.empty(); ++rung) {
      const CandidateRun* usual = measure(best_, rung);
      if (usual == nullptr) return false;
      for (const Setting& candidate : field) {
        if (measure(candidate, rung) == nullptr) return false;
      }
      keep_better(field, *usual, rung);
    }
    if (!field.empty()) best_ = field.front();
    return true;
  }

  // Of the field, best first, those that go on: a third, without those that are clearly worse than
  // the best so far; on the largest set only what is clearly better.
  void keep_better(std::vector<Setting>& field, const CandidateRun& usual, std::size_t rung) const {
    const std::size_t most = rung == top_ ? 1 : std::max<std::size_t>(1, (field.size() + 1) / 3);
    std::erase_if(field, [&](const Setting& candidate) {
      const CandidateRun& run = *find(candidate, rung);
      if (!run.failure.empty()) return true;
      return rung == top_ ? !is_clearly_better(run, usual, options_.seed)
                          : is_clearly_better(usual, run, options_.seed);
    });
    std::stable_sort(field.begin(), field.end(), [&](const Setting& a, const Setting& b) {
      return goodness(*find(a, rung)) > goodness(*find(b, rung));
    });
    if (field.size() > most) field.resize(most);
  }

  double goodness(const CandidateRun& run) const {
    return measure_.smaller_is_better ? -run.value : run.value;
  }

  const CandidateRun* find(const Setting& candidate, std::size_t rung) const {
    const auto found = outcomes_.find({candidate, rung});
    return found == outcomes_.end() ? nullptr : &found->second;
  }

  // ---- Runs

  // Null where the search is over.
  const CandidateRun* measure(const Setting& candidate, std::size_t rung) {
    if (const CandidateRun* done = find(candidate, rung)) return done;
    if (reporter_.stop_requested()) return over(SearchEnd::interrupted);
    if (order_.size() >= options_.budget.runs) return over(SearchEnd::runs);
    if (order_.size() < kept_.size()) return keep(candidate, rung, kept_[order_.size()]);
    const PlannedRun planned = plan(candidate, rung);
    if (!clock_.suffices_for(planned)) return over(SearchEnd::seconds);
    TimedReporter limited(reporter_, clock_.limit_of(planned));
    const CheckpointPart part = checkpoint_.part("run" + std::to_string(order_.size() + 1));
    std::optional<CandidateRun> run = try_run(candidate, rung, limited, part);
    if (!run) {
      return over(reporter_.stop_requested() ? SearchEnd::interrupted : SearchEnd::seconds);
    }
    if (checkpoint_) save(*run, part);
    return keep(candidate, rung, std::move(*run));
  }

  const CandidateRun* keep(const Setting& candidate, std::size_t rung, CandidateRun run) {
    if (!run.failure.empty() && !first_error_) first_error_ = Error(ErrorKind::input, run.failure);
    const CandidateRun& kept =
        outcomes_.emplace(Key{candidate, rung}, std::move(run)).first->second;
    order_.push_back({candidate, rung});
    tell(candidate, rung, kept);
    return &kept;
  }

  // With what the next run may start from; each holds those before it.
  void save(const CandidateRun& run, const CheckpointPart& part) {
    constexpr double worth_saving = 1;  // seconds
    kept_.push_back(run);
    parts_.push_back(part);
    if (run.seconds < worth_saving && !checkpoint_.is_due()) return;
    checkpoint_.save([this](State& s) { s(kept_, runner_); });
    for (const CheckpointPart& of_run : parts_) of_run.drop();
    parts_.clear();
  }

  const CandidateRun* over(SearchEnd end) {
    end_ = end;
    return nullptr;
  }

  // What cannot be trained or measured has lost.
  std::optional<CandidateRun> try_run(const Setting& candidate, std::size_t rung,
                                      Reporter& reporter, const CheckpointPart& part) {
    try {
      return runner_.run(candidate, rung, measure_, reporter, part);
    } catch (const Error& error) {
      if (!first_error_) first_error_ = error;
      CandidateRun failed;
      failed.failure = error.what();
      return failed;
    }
  }

  PlannedRun plan(const Setting& candidate, std::size_t rung) {
    const Configured configured = cache_.settled(configure(candidates_.method(), candidate));
    PlannedRun planned;
    planned.has_kernel = configured.method->traits().kernel != KernelKind::linear;
    planned.examples = rung_examples(rung);
    planned.all_examples = examples_;
    planned.trainings = configured.calibration.trainings(configured.method->traits());
    for (std::size_t r = 0; r <= top_; ++r) {
      if (const CandidateRun* own = find(candidate, r)) planned.smaller = {rung_examples(r), own};
    }
    for (std::size_t r = 0; r <= top_ && r <= rung; ++r) {
      if (const CandidateRun* other = find(best_, r)) planned.best = {rung_examples(r), other};
    }
    if (!planned.best) {
      if (const CandidateRun* other = find(best_, top_))
        planned.best = {rung_examples(top_), other};
    }
    return planned;
  }

  std::size_t rung_examples(std::size_t rung) const { return rungs()[rung].examples; }
  const std::vector<Rung>& rungs() const { return cache_.rungs(); }

  void tell(const Setting& candidate, std::size_t rung, const CandidateRun& run) {
    const std::string what = fmt::format("run {}: {} on {} examples", order_.size(),
                                         option_words(candidate), rung_examples(rung));
    const std::string time = time_words();
    if (!run.failure.empty()) {
      reporter_.on_note(fmt::format("{}: {}{}", what, run.failure, time));
      return;
    }
    const CandidateRun* best = find(best_, rung);
    const std::string so_far = best == nullptr || candidate == best_
                                   ? ""
                                   : fmt::format(" (the best so far {:.4f})", best->value);
    reporter_.on_note(
        fmt::format("{}: {} {:.4f}{}{}", what, measure_.name, run.value, so_far, time));
  }

  std::string time_words() const {
    if (std::isfinite(options_.budget.seconds)) {
      return fmt::format(", {:.0f} s left", clock_.seconds_left());
    }
    if (options_.budget.runs > most_counted) return "";
    const std::size_t left = options_.budget.runs - order_.size();
    return fmt::format(", {} run{} left", left, left == 1 ? "" : "s");
  }

  // ---- What came of it

  SearchResult summary() const {
    SearchResult result;
    result.measure = measure_.name;
    result.chosen = best_;
    result.end = end_;
    result.seconds = clock_.seconds();
    const CandidateRun* chosen = find(best_, top_);
    if (chosen != nullptr) {
      result.value = chosen->value;
      result.standard_error = chosen->standard_error;
    }
    for (const Key& key : order_) result.runs.push_back(row(key, chosen));
    return result;
  }

  SearchRun row(const Key& key, const CandidateRun* chosen) const {
    const CandidateRun& run = outcomes_.at(key);
    SearchRun row;
    row.options = key.options;
    row.examples = rung_examples(key.rung);
    row.folds = rung_folds;
    row.on_most_examples = key.rung == top_;
    row.value = run.value;
    row.standard_error = run.standard_error;
    row.seconds = run.seconds;
    row.failure = run.failure;
    const bool is_comparable = chosen != nullptr && key.rung == top_ && run.failure.empty();
    row.is_chosen = is_comparable && &run == chosen;
    row.is_as_good =
        is_comparable && !row.is_chosen && !is_clearly_better(*chosen, run, options_.seed);
    return row;
  }

  static constexpr std::size_t most_counted = 1000000;

  const SearchOptions& options_;
  Reporter& reporter_;
  CheckpointPart checkpoint_;
  std::vector<CandidateRun> kept_;     // in the order in which they were made
  std::vector<CheckpointPart> parts_;  // of those that were not saved yet
  Candidates candidates_;
  FoldSetCache cache_;
  CandidateRunner runner_;
  RunClock clock_;
  SearchMeasure measure_;
  SearchedData data_;
  std::size_t top_ = 0, examples_ = 0;
  Setting best_;
  std::map<Key, CandidateRun> outcomes_;
  std::vector<Key> order_;
  std::optional<Error> first_error_;
  SearchEnd end_ = SearchEnd::complete;
};

void check_search_measure(const std::string& name) {
  constexpr std::string_view at = "precision_at_";
  if (name.empty()) return;
  if (name.starts_with(at)) {
    const auto k = parse_int(name.substr(at.size()));
    if (k && *k >= 1 && *k <= 1000) return;
  }
  std::vector<std::string> known(metric_names.begin(), metric_names.end());
  for (const char* k : {"1", "3", "5"}) known.push_back(std::string(at) + k);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  fail_parameter("for", "there is no measure {}{}; there are {}", quoted(name),
                 did_you_mean(name, known), join(known, ", "));
}

}  // namespace

void check_search(const ComparedMethod& method, const std::string& measure) {
  check_search_measure(measure);
  const Configured configured = configure(method);
  const MethodTraits traits = configured.method->traits();
  if (!traits.C) {
    fail_parameter("budget", "the method '{}' has no C, kernel or form to search: take clade",
                   method.method);
  }
  if (!traits.C->value) {
    fail_parameter("budget", "the search chooses C, too: leave out `C=auto`");
  }
  if (traits.takes_strings()) {
    fail_parameter("budget", "there is nothing to search for with `kernel=subsequence`");
  }
  if (traits.intersects_labels) {
    fail_parameter("budget",
                   "sets of labels are classes with `multilabel=intersect`, which folds "
                   "cannot compare: leave one of the two out");
  }
}

SearchResult search(const SearchSource& source, const ComparedMethod& method,
                    const SearchOptions& options, ThreadPool& pool, Reporter& reporter,
                    const CheckpointPart& checkpoint, double seconds_before) {
  check_search(method, options.measure);
  return Search(source, method, options, pool, reporter, checkpoint, seconds_before).result();
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

SearchResult search(const Examples& examples, const TaxonomySource& taxonomy,
                    const ComparedMethod& method, const SearchOptions& options) {
  Reporter silent;
  Reporter& reporter = options.reporter != nullptr ? *options.reporter : silent;
  ThreadPool pool(options.threads);
  const auto source = source_of(examples, "train");
  TrainingPlan plan;
  if (const auto* files = dynamic_cast<const FileSource*>(source.get())) {
    plan.places = files->files.places;
  }
  plan.taxonomy = taxonomy;
  plan.label_nodes = configure(method).label_nodes;
  return search(SearchSource{*source, std::move(plan)}, method, options, pool, reporter);
}

ComparedMethod with_found_options(ComparedMethod method, const SearchResult& found) {
  TextParams text;
  std::vector<std::string> of_text;
  for (const Parameter& p : parameters_of(text)) of_text.push_back(p.name);
  for (const auto& [name, value] : found.chosen) {
    const bool is_text = std::find(of_text.begin(), of_text.end(), name) != of_text.end();
    (is_text ? method.text : method.options).push_back({name, value});
  }
  return method;
}

}  // namespace clade
