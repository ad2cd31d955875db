#include "pipeline/unknown_labels.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/label_nodes.h"
#include "data/rank_records.h"
#include "data/taxonomy_file.h"
#include "pipeline/read.h"
#include "taxonomy/node_paths.h"

namespace clade::detail {

namespace {

constexpr std::uint32_t left_out = std::numeric_limits<std::uint32_t>::max();

std::string counted(std::size_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

// Gives the labels of the records the numbers in `new_number`, or none; each is on a record once.
void renumber_labels(const std::vector<std::uint32_t>& new_number, std::vector<LabelName> names,
                     Records& records) {
  std::vector<std::uint32_t> labels;
  std::vector<std::size_t> offsets{0}, last_record(names.size(), records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (const std::uint32_t old : records.labels_of(i)) {
      const std::uint32_t label = new_number[old];
      if (label != left_out && std::exchange(last_record[label], i) != i) labels.push_back(label);
    }
    offsets.push_back(labels.size());
  }
  records.labels = std::move(labels);
  records.label_offsets = std::move(offsets);
  records.label_names = std::move(names);
}

std::vector<std::size_t> records_by_label(const Records& records) {
  std::vector<std::size_t> count(records.label_names.size(), 0);
  for (const std::uint32_t label : records.labels) ++count[label];
  return count;
}

std::vector<std::string> separators_of(const std::string& separator) {
  std::vector<std::string> separators{" > "};  // as paths are printed
  if (!separator.empty() && separator != separators.front()) separators.push_back(separator);
  return separators;
}

void drop_and_warn(const LabelFilter& filter, Records& records, const std::string& name,
                   Reporter& reporter, Communicator& peers) {
  const std::size_t dropped = peers.sum(std::uint64_t{drop_unlabelled(records)});
  if (dropped > 0 && !peers.any(records.size() > 0)) {
    fail(ErrorKind::input, "{}: expected labels that the taxonomy has, got {} without one", name,
         counted(dropped, "record", "records"));
  }
  filter.warn(dropped, reporter);
}

}  // namespace

std::optional<std::string> KnownLabels::nearest(std::string_view label) const {
  if (replacement) {
    if (auto other = replacement(label); other && has(*other)) return other;
  }
  std::string_view longest;
  for (const std::string& separator : separators) {
    std::size_t end = label.rfind(separator);
    for (; end != std::string_view::npos && end > 0; end = label.rfind(separator, end - 1)) {
      const std::string_view part = trim(label.substr(0, end));
      if (part.size() > longest.size() && has(part)) longest = part;
    }
  }
  return longest.empty() ? std::nullopt : std::optional<std::string>(longest);
}

KnownLabels known_nodes(const Taxonomy& taxonomy, const std::string& separator) {
  KnownLabels known;
  known.has = [&taxonomy, separator](std::string_view label) {
    return node_of_label(taxonomy, label, separator).has_value();
  };
  known.problem = [&taxonomy](std::string_view label) {
    return unknown_label_text(taxonomy, label);
  };
  known.separators = separators_of(separator);
  known.others = "not in the taxonomy";
  return known;
}

KnownLabels known_nodes(const TaxonomyDocument& document, const std::string& separator) {
  KnownLabels known = known_nodes(document.taxonomy, separator);
  known.problem = [&document](std::string_view label) {
    return unknown_label_text(document, label);
  };
  known.replacement = [&document](std::string_view label) -> std::optional<std::string> {
    const TaxonomyDraft::Obsolete* term = find_obsolete(document, label);
    if (term == nullptr || term->replaced_by.empty()) return std::nullopt;
    return term->replaced_by.front();
  };
  return known;
}

KnownLabels known_classes(const LabelSpace& labels) {
  KnownLabels known = known_nodes(labels.taxonomy(), labels.source().separator);
  known.has = [&labels](std::string_view label) { return labels.find(label).has_value(); };
  known.problem = [&labels](std::string_view label) -> std::string {
    if (!node_of_label(labels.taxonomy(), label, labels.source().separator)) {
      return unknown_label_text(labels.taxonomy(), label, "the taxonomy of the model");
    }
    return "is an inner node, and the model has no class for it, as no example was there when it "
           "was trained: a class can only come with new training";
  };
  known.others = "without a class in the model";
  return known;
}

void LabelFilter::apply(const KnownLabels& known, Records& records) {
  std::vector<std::size_t> unknown;
  for (std::size_t l = 0; l < records.label_names.size(); ++l) {
    if (!known.has(records.label_names[l].name)) unknown.push_back(l);
  }
  if (unknown.empty()) return;
  if (rule_ == UnknownLabels::error) refuse(known, records, unknown);

  others_ = known.others;
  const std::vector<std::size_t> count = records_by_label(records);
  std::vector<LabelName> names;
  std::unordered_map<std::string, std::uint32_t> numbers;
  const auto number_of = [&](const std::string& name, const std::string& place) {
    const auto next = static_cast<std::uint32_t>(names.size());
    const auto [entry, is_new] = numbers.try_emplace(name, next);
    if (is_new) names.push_back({name, place});
    return entry->second;
  };
  std::vector<std::uint32_t> new_number;
  for (std::size_t l = 0, next = 0; l < records.label_names.size(); ++l) {
    const auto& [name, place] = records.label_names[l];
    if (next == unknown.size() || unknown[next] != l) {
      new_number.push_back(number_of(name, place));
      continue;
    }
    ++next;
    Change& change = changes_[name];
    change.records += count[l];
    if (rule_ == UnknownLabels::prefix) change.instead = known.nearest(name);
    new_number.push_back(change.instead ? number_of(*change.instead, place) : left_out);
  }
  renumber_labels(new_number, std::move(names), records);
}

void LabelFilter::refuse(const KnownLabels& known, const Records& records,
                         const std::vector<std::size_t>& unknown) const {
  const auto& [name, place] = records.label_names[unknown.front()];
  std::string message = fmt::format("{}{}label {} {}", place, place.empty() ? "" : ": ",
                                    clade::detail::quoted(name), known.problem(name));
  if (sees_all_) {
    std::size_t affected = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto labels = records.labels_of(i);
      affected += std::any_of(labels.begin(), labels.end(), [&](std::uint32_t label) {
        return std::binary_search(unknown.begin(), unknown.end(), label);
      });
    }
    message +=
        fmt::format("; {} of {} {} such a label, {} in all", affected,
                    counted(records.size(), "record", "records"), affected == 1 ? "has" : "have",
                    counted(unknown.size(), "label", "labels"));
  }
  const bool has_paths = std::any_of(unknown.begin(), unknown.end(), [&](std::size_t label) {
    return known.nearest(records.label_names[label].name).has_value();
  });
  fail(ErrorKind::input, "{}: `unknown_labels=skip` leaves such labels out{}", message,
       has_paths ? ", `unknown_labels=prefix` takes what is known of a path" : "");
}

// The most frequent first.
std::string LabelFilter::changes_text(bool shortened) const {
  constexpr std::size_t shown = 10;
  using Entry = std::pair<const std::string, Change>;
  std::vector<const Entry*> entries;
  for (const Entry& entry : changes_) {
    if (entry.second.instead.has_value() == shortened) entries.push_back(&entry);
  }
  if (entries.empty()) return "";
  std::stable_sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) {
    return a->second.records > b->second.records;
  });
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < std::min(shown, entries.size()); ++k) {
    const auto& [name, change] = *entries[k];
    parts.push_back(fmt::format(
        "{}{} ({})", clade::detail::quoted(name),
        change.instead ? " as " + clade::detail::quoted(*change.instead) : "", change.records));
  }
  return fmt::format(
      "{} {} {} and {} {}, with the number of records: {}{}",
      counted(entries.size(), "label", "labels"), entries.size() == 1 ? "is" : "are", others_,
      entries.size() == 1 ? "was" : "were",
      shortened ? "replaced by what is known of them" : "left out", join(parts, ", "),
      entries.size() > shown ? fmt::format(", and {} more", entries.size() - shown) : "");
}

void LabelFilter::warn(std::size_t dropped, Reporter& reporter) const {
  for (const bool shortened : {true, false}) {
    const std::string text = changes_text(shortened);
    if (!text.empty()) reporter.on_warning(text);
  }
  if (dropped == 0) return;
  reporter.on_warning(
      fmt::format("{} no other label and {} left out",
                  dropped == 1 ? "1 record has" : fmt::format("{} records have", dropped),
                  dropped == 1 ? "is" : "are"));
}

TaxonomySource settle_labels(const TaxonomySource& taxonomy, UnknownLabels rule, Records& records,
                             const std::string& name, Reporter& reporter, bool tells_of_taxonomy,
                             Communicator& peers) {
  std::optional<TaxonomyDocument> document;
  TaxonomySource resolved =
      resolve_taxonomy(taxonomy, records, tells_of_taxonomy ? &reporter : nullptr, &document);
  if (resolved.kind != TaxonomySource::Kind::given) return resolved;
  LabelFilter filter(rule);
  filter.apply(document ? known_nodes(*document, resolved.separator)
                        : known_nodes(*resolved.taxonomy, resolved.separator),
               records);
  drop_and_warn(filter, records, name, reporter, peers);
  if (rule != UnknownLabels::error) agree_on_names(records, peers);
  return resolved;
}

void settle_measured_labels(const LabelSpace& labels, UnknownLabels rule, Records& records,
                            Reporter& reporter) {
  const bool is_given = labels.source().kind == TaxonomySource::Kind::given;
  if (rule == UnknownLabels::error && !is_given) return;
  LabelFilter filter(rule);
  filter.apply(known_nodes(labels.taxonomy(), labels.source().separator), records);
  filter.warn(0, reporter);
}

void settle_measured_labels(const TaxonomySource& resolved, UnknownLabels rule, Records& records,
                            Reporter& reporter) {
  if (resolved.kind != TaxonomySource::Kind::given) return;
  LabelFilter filter(rule);
  filter.apply(known_nodes(*resolved.taxonomy, resolved.separator), records);
  filter.warn(0, reporter);
}

void settle_learned_labels(const LabelSpace& labels, UnknownLabels rule, Records& records,
                           const std::string& name, Reporter& reporter) {
  LabelFilter filter(rule);
  filter.apply(known_classes(labels), records);
  drop_and_warn(filter, records, name, reporter, single_rank());
}

}  // namespace clade::detail
