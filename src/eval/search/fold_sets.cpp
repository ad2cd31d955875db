#include "eval/search/fold_sets.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "base/fail.h"
#include "data/record_subset.h"
#include "pipeline/choose_label_nodes.h"

namespace clade::detail {

namespace {

// As much of either kind is kept for later beside what is in use.
constexpr std::size_t most_kept_bytes = std::size_t{1} << 30;

std::size_t bytes_of(const Rows& rows) {
  return std::visit(
      []<class Real>(const SparseRows<Real>& of) {
        return of.nonzeros() * sizeof(BasicFeature<Real>);
      },
      rows);
}
std::size_t bytes_of(const Records& records) { return bytes_of(records.rows); }
std::size_t bytes_of(const FoldSets& sets) {
  std::size_t bytes = 0;
  for (const FoldSet& set : sets) bytes += bytes_of(set.train.data.rows()) + bytes_of(set.test);
  return bytes;
}

// The entry goes to the front; null where there is none.
template <class Entries>
auto find_entry(Entries& entries, const std::string& key) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  if (found == entries.end()) return decltype(found->second)();
  entries.splice(entries.begin(), entries, found);
  return entries.front().second;
}

// Drops what was not used for the longest time where it is too much.
template <class Entries>
void trim_entries(Entries& entries) {
  std::size_t bytes = 0;
  auto entry = entries.begin();
  if (entry != entries.end()) ++entry;
  while (entry != entries.end() && (bytes += bytes_of(*entry->second)) <= most_kept_bytes) ++entry;
  entries.erase(entry, entries.end());
}

// What decides how examples become vectors and classes.
std::string vector_key(const Configured& configured) {
  TextParams text = configured.text;
  std::string key = reading_key(configured);
  for (const Parameter& p : parameters_of(text)) key += '\n' + p.get();
  return key;
}

// Says nothing, but stops where the other does.
class SilentReporter : public Reporter {
 public:
  explicit SilentReporter(const Reporter& outer) : outer_(outer) {}
  bool stop_requested() const override { return outer_.stop_requested(); }

 private:
  const Reporter& outer_;
};

}  // namespace

std::shared_ptr<const Records> FoldSetCache::records_for(const Configured& configured) {
  const std::string key = reading_key(configured);
  if (auto found = find_entry(records_, key)) return found;
  SilentReporter silent(reporter_);
  TrainingPlan plan = source_.plan;
  plan.text = configured.text;
  Reporter& reporter = has_read_ ? static_cast<Reporter&>(silent) : reporter_;
  auto records = std::make_shared<const Records>(
      read_for_plan(source_.records, plan, *configured.method, pool_, reporter));
  if (!has_read_) {
    taxonomy_ = plan.taxonomy;
    if (!plan.label_nodes) source_.plan.label_nodes = choose_label_nodes(taxonomy_, *records);
  }
  has_read_ = true;
  records_.emplace_front(key, records);
  trim_entries(records_);
  return records;
}

const std::vector<Rung>& FoldSetCache::rungs_for(const Configured& configured) {
  if (rungs_.empty()) rungs_ = make_rungs(*records_for(configured), seed_);
  return rungs_;
}

const FoldSetCache::WholeData& FoldSetCache::whole(const Configured& configured) {
  if (whole_) return *whole_;
  const std::vector<Split>& folds = rungs_for(configured).back().folds;
  std::vector<std::size_t> examples = folds.front().train;
  examples.insert(examples.end(), folds.front().test.begin(), folds.front().test.end());
  Records records = subset(*records_for(configured), examples);
  LabelSpace labels(taxonomy_, *source_.plan.label_nodes, records.label_names);
  Dataset data(std::move(records), labels);
  whole_.emplace(WholeData{std::move(labels), std::move(data)});
  return *whole_;
}

Configured FoldSetCache::settled(Configured configured) {
  const WholeData& all = whole(configured);
  if (auto method = configured.method->settled(all.data, all.labels)) {
    configured.method = std::move(method);
  }
  return configured;
}

std::shared_ptr<const FoldSets> FoldSetCache::sets_for(const Configured& configured,
                                                       std::size_t rung) {
  const std::string key = std::to_string(rung) + '\n' + vector_key(configured);
  if (auto found = find_entry(sets_, key)) return found;
  const std::shared_ptr<const Records> records = records_for(configured);
  const std::vector<Split>& folds = rungs_for(configured)[rung].folds;
  std::vector<std::optional<FoldSet>> made(folds.size());
  pool_.for_blocks(folds.size(),
                   [&](std::size_t f) { made[f] = make(*records, folds[f], configured); });
  auto sets = std::make_shared<FoldSets>();
  for (std::optional<FoldSet>& set : made) sets->push_back(std::move(*set));
  sets_.emplace_front(key, sets);
  trim_entries(sets_);
  return sets;
}

FoldSet FoldSetCache::make(const Records& records, const Split& fold,
                           const Configured& configured) const {
  Reporter silent;  // the training on all examples will say it
  TrainingPlan plan = source_.plan;
  plan.text = configured.text;
  plan.taxonomy = taxonomy_;
  plan.fingerprint = false;
  TrainingSet train = prepare(subset(records, fold.train), plan, *configured.method,
                              source_.records.name(), silent);
  Records test = subset(records, fold.test);
  test.fingerprints.clear();
  use_names(test, train.vectoriser.fitted().names);
  train.vectoriser.transform(test);
  return {std::move(train), std::move(test)};
}

}  // namespace clade::detail
