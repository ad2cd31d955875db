#include "eval/check/data_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "base/text.h"
#include "data/taxonomy_file.h"
#include "pipeline/unknown_labels.h"

namespace clade::detail {

namespace {

Records read_for_check(const RecordSource& source, ThreadPool& pool) {
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(TextParams());
  ReadOptions read = source.options(Precision::single, nullptr);
  read.analyzer = analyzer.get();
  read.fingerprints = true;
  return source.read(read, pool);
}

// The records for testing of files that say which these are; nothing where there are none.
std::optional<Records> read_test_split(const RecordSource& source, ThreadPool& pool) {
  const auto* files = dynamic_cast<const FileSource*>(&source);
  if (files == nullptr || !files->files.split.empty()) return std::nullopt;
  FileSource tested = *files;
  tested.files.split = "test";
  try {
    return read_for_check(tested, pool);
  } catch (const Error&) {
    return std::nullopt;  // no record is in it
  }
}

std::string id_of(const Records& records, std::size_t i) {
  return records.ids.empty() ? std::to_string(i) : records.ids[i];
}

std::size_t row_size(const Records& records, std::size_t i) {
  return std::visit([i](const auto& rows) { return rows.row(i).size(); }, records.rows);
}

// "docs.csv (csv, windows-1252): text Title; labels Category"
std::string file_text(const FieldSummary& file) {
  if (!file.fields.empty()) return file.text();
  return fmt::format("{} ({}{}{})", file.file, file.format, file.encoding.empty() ? "" : ", ",
                     file.encoding);
}

void count_records(const Records& records, DataCheck& check) {
  for (const FieldSummary& file : records.files) check.files.push_back(file_text(file));
  check.without_split = records.without_split;
  check.records = records.size();
  check.is_split = records.has_splits;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::size_t labels = records.labels_of(i).size();
    ++check.labels_per_record[labels];
    check.unlabelled += labels == 0;
    check.without_content += row_size(records, i) == 0;
  }
}

void find_unknown_labels(const KnownLabels& known, const Taxonomy& taxonomy, const Records& records,
                         DataCheck& check) {
  std::vector<std::size_t> count(records.label_names.size(), 0);
  for (const std::uint32_t label : records.labels) ++count[label];
  for (std::size_t l = 0; l < count.size(); ++l) {
    const auto& [name, place] = records.label_names[l];
    if (known.has(name)) continue;
    check.unknown_labels.push_back({name, place, taxonomy.suggestion(name), count[l]});
  }
  std::stable_sort(check.unknown_labels.begin(), check.unknown_labels.end(),
                   [](const auto& a, const auto& b) { return a.records > b.records; });
}

// Whatever the rule, the rest is looked at without them.
void settle_unknown_labels(const TaxonomySource& resolved,
                           const std::optional<TaxonomyDocument>& document, UnknownLabels rule,
                           Records& records, DataCheck& check) {
  check.unknown_rule = rule;
  if (resolved.kind != TaxonomySource::Kind::given) return;
  const KnownLabels known = document ? known_nodes(*document, resolved.separator)
                                     : known_nodes(*resolved.taxonomy, resolved.separator);
  find_unknown_labels(known, *resolved.taxonomy, records, check);
  LabelFilter(rule == UnknownLabels::error ? UnknownLabels::skip : rule).apply(known, records);
}

void count_classes(const TaxonomySource& resolved, const Records& records, DataCheck& check) {
  constexpr std::size_t few = 5;
  if (records.label_names.empty()) return;
  const LabelSpace labels(resolved, LabelNodes::terminal, records.label_names);
  std::vector<std::size_t> class_of_label, examples(labels.size(), 0);
  for (const LabelName& label : records.label_names) {
    class_of_label.push_back(index_of(*labels.find(label.name)));
  }
  for (const std::uint32_t label : records.labels) ++examples[class_of_label[label]];
  check.nodes = labels.taxonomy().size();
  check.classes = labels.size();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const std::string name(labels.name(static_cast<ClassId>(c)));
    if (examples[c] == 0) check.empty_classes.push_back(name);
    if (examples[c] == 1) check.single_classes.push_back(name);
    if (examples[c] > 1 && examples[c] < few) check.small_classes.push_back(name);
  }
}

void find_repeated(const Records& records, DataCheck& check) {
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_content;
  std::vector<std::uint64_t> repeated;  // in the order of the records
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint64_t content = records.fingerprints[i];
    if (content == 0 || records.labels_of(i).empty()) continue;
    std::vector<std::size_t>& same = by_content[content];
    same.push_back(i);
    if (same.size() == 2) repeated.push_back(content);
  }
  for (const std::uint64_t content : repeated) {
    DataCheck::SameContent lot;
    std::set<std::set<std::uint32_t>> sets;
    std::set<std::uint32_t> all;
    for (const std::size_t i : by_content[content]) {
      const auto labels = records.labels_of(i);
      lot.ids.push_back(id_of(records, i));
      sets.emplace(labels.begin(), labels.end());
      all.insert(labels.begin(), labels.end());
    }
    for (const std::uint32_t label : all) lot.labels.push_back(records.label_names[label].name);
    (sets.size() > 1 ? check.conflicting : check.repeated).push_back(std::move(lot));
  }
}

void find_repeated_ids(const Records& records, DataCheck& check) {
  std::unordered_map<std::string, std::size_t> count;
  for (const std::string& id : records.ids) {
    if (++count[id] == 2) check.repeated_ids.push_back(id);
  }
}

void find_leaks(const Records& train, const Records& test, DataCheck& check) {
  const std::unordered_set<std::uint64_t> known(train.fingerprints.begin(),
                                                train.fingerprints.end());
  check.test_records = test.size();
  for (std::size_t i = 0; i < test.size(); ++i) {
    const std::uint64_t content = test.fingerprints[i];
    if (content != 0 && known.count(content) > 0) check.leaks.push_back(id_of(test, i));
  }
}

void find_obstacles(DataCheck& check) {
  const std::size_t labelled = check.records - check.unlabelled;
  if (labelled == 0) {
    check.obstacles.push_back(fmt::format("no record of {} has a label", check.records));
  } else if (check.classes < 2) {
    check.obstacles.emplace_back("there are fewer than two classes: nothing to tell apart");
  }
  if (check.without_content == check.records) {
    check.obstacles.emplace_back("no record has a word or a feature");
  }
  if (!check.unknown_labels.empty() && check.unknown_rule == UnknownLabels::error) {
    const DataCheck::UnknownLabel& first = check.unknown_labels.front();
    check.obstacles.push_back(fmt::format(
        "{}: label {} is not in the taxonomy{}; {} such label{} in all: `unknown_labels=skip` "
        "leaves them out",
        first.place, quoted(first.name), first.suggestion, check.unknown_labels.size(),
        check.unknown_labels.size() == 1 ? "" : "s"));
  }
  check.is_usable = check.obstacles.empty();
}

}  // namespace

DataCheck check_data(const RecordSource& source, const RecordSource* test,
                     const TaxonomySource& taxonomy, ThreadPool& pool) {
  DataCheck check;
  Records records = read_for_check(source, pool);
  std::optional<TaxonomyDocument> document;
  const TaxonomySource resolved = resolve_taxonomy(taxonomy, records, nullptr, &document);
  count_records(records, check);
  find_repeated(records, check);
  find_repeated_ids(records, check);
  settle_unknown_labels(resolved, document, source.unknown_labels(), records, check);
  count_classes(resolved, records, check);
  std::optional<Records> others;
  if (test != nullptr) {
    others = read_for_check(*test, pool);
  } else if (records.has_splits) {
    others = read_test_split(source, pool);
  }
  if (others) find_leaks(records, *others, check);
  find_obstacles(check);
  return check;
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

DataCheck check(const Examples& examples, const TaxonomySource& taxonomy,
                const CheckOptions& options) {
  ThreadPool pool(options.threads);
  std::shared_ptr<const RecordSource> test;
  if (options.test != nullptr) test = source_of(*options.test, "test");
  return check_data(*source_of(examples, "train"), test.get(), taxonomy, pool);
}

}  // namespace clade
