#include "eval/audit/audit.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/train_context.h"
#include "clade/error.h"
#include "eval/compare/split_run.h"
#include "measure/splits.h"
#include "measure/step_counter.h"
#include "method/buffered_reporter.h"

namespace clade::detail {

namespace {

constexpr double unlikely = 0.05;

// What a model says of a record that it was not trained on.
struct Opinion {
  SuspectRecord suspect;
  std::string guess;  // the best class of all
};

Opinion opinion_of(const TrainingPart::Scored& scored) {
  const auto is_true = [&](std::size_t c) {
    return std::binary_search(scored.truth.begin(), scored.truth.end(), static_cast<ClassId>(c));
  };
  // A true class that no model has seen is no reason for doubt: its score is unknown.
  std::optional<std::size_t> least, other, best;
  for (std::size_t c = 0; c < scored.scores.size(); ++c) {
    if (std::isinf(scored.scores[c])) continue;
    const auto is_above = [&](const std::optional<std::size_t>& than) {
      return !than || scored.scores[c] > scored.scores[*than];
    };
    if (is_above(best)) best = c;
    if (is_true(c)) {
      if (!least || scored.scores[c] < scored.scores[*least]) least = c;
    } else if (is_above(other)) {
      other = c;
    }
  }
  Opinion opinion;
  if (best) opinion.guess = scored.labels.name(static_cast<ClassId>(*best));
  opinion.suspect.margin = std::numeric_limits<double>::infinity();
  if (!least || !other) return opinion;
  opinion.suspect.label = scored.labels.name(static_cast<ClassId>(*least));
  opinion.suspect.suggested = scored.labels.name(static_cast<ClassId>(*other));
  opinion.suspect.margin = scored.scores[*least] - scored.scores[*other];
  return opinion;
}

// The chance of `hits` or more of `trials`, each with probability `p`.
double binomial_tail(std::size_t hits, std::size_t trials, double p) {
  double sum = 0;
  for (std::size_t k = hits; k <= trials; ++k) {
    const auto n = static_cast<double>(trials), m = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(n - m + 1) +
                    m * std::log(p) + (n - m) * std::log1p(-p));
  }
  return std::min(1.0, sum);
}

// Confusions between classes, and what they say about the places of classes.
class Places {
 public:
  Places(const Taxonomy& taxonomy, const Records& records) : taxonomy_(taxonomy) {
    for (const LabelName& label : records.label_names) {
      if (const auto node = taxonomy.find(label.name)) {
        for (const NodeId above : taxonomy.ancestor_set(*node)) ++classes_below_[above];
      }
    }
  }

  void add(const std::string& truth, const std::string& guess) {
    const auto from = taxonomy_.find(truth), to = taxonomy_.find(guess);
    if (!from || !to || *from == taxonomy_.root()) return;
    Counts& counts = counts_[*from];
    ++counts.records;
    if (from == to) return;
    for (const NodeId above : taxonomy_.ancestor_set(*to)) {
      if (above != *to) ++counts.below[above];
    }
  }

  std::vector<SuspectClass> suspects() const {
    std::vector<SuspectClass> found;
    for (const auto& [node, counts] : counts_) {
      if (const auto suspect = suspect_of(node, counts)) found.push_back(*suspect);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const SuspectClass& a, const SuspectClass& b) { return a.p < b.p; });
    return found;
  }

 private:
  struct Counts {
    std::size_t records = 0;
    std::map<NodeId, std::size_t> below;  // wrong guesses below a node
  };

  static std::size_t count_at(const std::map<NodeId, std::size_t>& counts, NodeId node) {
    const auto found = counts.find(node);
    return found == counts.end() ? 0 : found->second;
  }

  // Against nodes of the parent's depth: the most convincing one.
  std::optional<SuspectClass> suspect_of(NodeId node, const Counts& counts) const {
    NodeId parent = taxonomy_.parents(node).front();  // of several the one with most confusions
    for (const NodeId other : taxonomy_.parents(node)) {
      if (count_at(counts.below, other) > count_at(counts.below, parent)) parent = other;
    }
    const std::size_t here = count_at(counts.below, parent);
    const auto siblings = static_cast<double>(count_at(classes_below_, parent)) - 1;
    const auto above = taxonomy_.ancestor_set(node);
    std::optional<SuspectClass> best;
    for (const auto& [other, there] : counts.below) {
      const bool is_above = std::find(above.begin(), above.end(), other) != above.end();
      if (is_above || taxonomy_.depth(other) != taxonomy_.depth(parent)) continue;
      const auto classes = static_cast<double>(count_at(classes_below_, other));
      if (there <= here || classes == 0) continue;
      const double share = classes / (classes + std::max(siblings, 0.5));
      const double p = binomial_tail(there, there + here, share);
      if (p > (best ? best->p : unlikely)) continue;
      best = SuspectClass{std::string(taxonomy_.name(node)),
                          std::string(taxonomy_.name(parent)),
                          std::string(taxonomy_.name(other)),
                          counts.records,
                          here,
                          there,
                          p};
    }
    return best;
  }

  Taxonomy taxonomy_;
  std::map<NodeId, std::size_t> classes_below_;
  std::map<NodeId, Counts> counts_;
};

// Then the best class is only one of those that a record has, and no confusion.
bool has_label_sets(const Records& records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records.labels_of(i).size() > 1) return true;
  }
  return false;
}

// What people know the record by.
void describe(const Records& records, SuspectRecord& suspect) {
  const std::size_t i = suspect.record;
  suspect.id = records.ids.empty() ? std::to_string(i) : records.ids[i];
  for (const std::uint32_t label : records.labels_of(i)) {
    suspect.labels.push_back(records.label_names[label].name);
  }
  if (records.snippets.empty()) return;
  suspect.text = records.snippets[i].text;
  suspect.text_is_cut = records.snippets[i].is_cut;
}

class Auditor {
 public:
  Auditor(const Contender& method, const TaxonomySource& taxonomy, const AuditOptions& options,
          ThreadPool& pool, Reporter& reporter)
      : method_(method), taxonomy_(taxonomy), options_(options), pool_(pool), reporter_(reporter) {}

  Audit run() {
    const Records& records = method_.data->train;
    const auto splits = fold_splits(records, options_.folds, options_.seed);
    opinions_.resize(records.size());
    StepCounter steps(splits.size(), reporter_);
    for (std::size_t s = 0; s < splits.size(); ++s) {
      judge(splits[s]);
      steps.done(fmt::format("fold {}", s + 1));
    }
    return result(records);
  }

 private:
  void judge(const Split& split) {
    const Records& records = method_.data->train;
    const Configured configured = method_.configure({});
    const TrainingPart part({records, split.train}, configured.text, configured.label_nodes,
                            taxonomy_, {}, pool_);
    BufferedReporter quiet(reporter_);
    TrainContext context{quiet, pool_, options_.seed};
    const Trained trained = part.train(*configured.method, 0, context);
    if (reporter_.stop_requested()) throw Cancelled();
    part.score(trained.model, {records, split.test}, pool_,
               [&](const TrainingPart::Scored& scored) {
                 const std::size_t record = split.test[scored.place];
                 opinions_[record] = opinion_of(scored);
                 opinions_[record].suspect.record = record;
               });
  }

  Audit result(const Records& records) const {
    Audit audit;
    audit.has_texts = !records.snippets.empty();
    for (std::size_t i = 0; i < opinions_.size(); ++i) {
      const Opinion& opinion = opinions_[i];
      if (opinion.suspect.label.empty()) {
        if (!records.labels_of(i).empty()) ++audit.unjudged;
        continue;
      }
      audit.records.push_back(opinion.suspect);
      describe(records, audit.records.back());
    }
    std::stable_sort(
        audit.records.begin(), audit.records.end(),
        [](const SuspectRecord& a, const SuspectRecord& b) { return a.margin < b.margin; });
    if (taxonomy_.kind == TaxonomySource::Kind::flat || has_label_sets(records)) return audit;
    const Configured configured = method_.configure({});
    const LabelSpace labels(taxonomy_, configured.label_nodes.value_or(LabelNodes::terminal),
                            records.label_names);
    Places places(labels.taxonomy(), records);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto own = records.labels_of(i);
      if (own.empty() || opinions_[i].guess.empty()) continue;
      places.add(records.label_names[own.front()].name, opinions_[i].guess);
    }
    audit.classes = places.suspects();
    return audit;
  }

  const Contender& method_;
  const TaxonomySource& taxonomy_;
  const AuditOptions& options_;
  ThreadPool& pool_;
  Reporter& reporter_;
  std::vector<Opinion> opinions_;  // by record
};

}  // namespace

Audit audit(const Contender& method, const TaxonomySource& taxonomy, const AuditOptions& options,
            ThreadPool& pool, Reporter& reporter) {
  return Auditor(method, taxonomy, options, pool, reporter).run();
}

}  // namespace clade::detail
