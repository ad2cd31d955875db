#include "data/taxonomy_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/input_text.h"
#include "taxonomy/node_paths.h"

namespace clade::detail {

namespace {

using NodesByAlias = std::unordered_map<std::string_view, std::vector<NodeId>>;

// The nodes that take the place of a label; empty where it stays as it is: a name, or unknown.
std::vector<NodeId> nodes_instead(const Taxonomy& taxonomy, const NodesByAlias& aliases,
                                  std::string_view label, std::string_view separator) {
  if (taxonomy.find(label)) return {};
  if (const auto alias = aliases.find(label); alias != aliases.end()) return alias->second;
  const auto node = node_at_path(taxonomy, label, separator);
  return node ? std::vector<NodeId>{*node} : std::vector<NodeId>();
}

// The labels of the records by new numbers: for each old one those that take its place.
class RenamedLabels {
 public:
  // `instead` by old label.
  RenamedLabels(const Taxonomy& taxonomy, const std::vector<std::vector<NodeId>>& instead,
                const std::vector<LabelName>& old) {
    for (std::size_t i = 0; i < old.size(); ++i) {
      std::vector<std::uint32_t>& replacement = replacements_.emplace_back();
      if (instead[i].empty()) replacement.push_back(number(old[i].name, old[i].place));
      for (const NodeId node : instead[i]) {
        replacement.push_back(number(std::string(taxonomy.name(node)), old[i].place));
      }
    }
  }

  void apply(Records& records) && {
    std::vector<std::uint32_t> labels;
    std::vector<std::size_t> offsets{0};
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::size_t begin = labels.size();
      for (const std::uint32_t old : records.labels_of(i)) {
        for (const std::uint32_t label : replacements_[old]) add_once(labels, begin, label);
      }
      offsets.push_back(labels.size());
    }
    records.labels = std::move(labels);
    records.label_offsets = std::move(offsets);
    records.label_names = std::move(names_);
  }

 private:
  std::uint32_t number(const std::string& name, const std::string& place) {
    const auto next = static_cast<std::uint32_t>(names_.size());
    const auto [entry, is_new] = numbers_.try_emplace(name, next);
    if (is_new) names_.push_back({name, place});
    return entry->second;
  }

  // A record may have very many labels, so duplicates are found by stamps, not by search.
  void add_once(std::vector<std::uint32_t>& labels, std::size_t begin, std::uint32_t label) {
    last_place_.resize(names_.size());
    const std::size_t last = last_place_[label];
    if (last > begin && last <= labels.size() && labels[last - 1] == label) return;
    labels.push_back(label);
    last_place_[label] = labels.size();
  }

  std::vector<std::vector<std::uint32_t>> replacements_;  // by old number
  std::vector<LabelName> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::size_t> last_place_;  // by new number: behind its last place
};

}  // namespace

TaxonomyDraft read_taxonomy_draft(const std::filesystem::path& file,
                                  const TaxonomyReadOptions& options) {
  const InputText input(file);
  TaxonomyDraft draft = read_draft(input.text(), input.name(), options);
  if (input.encoding() != Encoding::utf8) {
    draft.add_loud_note(1, fmt::format("the file was read as {}", encoding_name(input.encoding())));
  }
  return draft;
}

TaxonomyDocument read_taxonomy_document(const std::filesystem::path& file,
                                        const TaxonomyReadOptions& options) {
  return document_of(read_taxonomy_draft(file, options));
}

void resolve_labels(const TaxonomyDocument& document, Records& records,
                    std::string_view separator) {
  NodesByAlias aliases;
  for (const auto& alias : document.aliases) aliases[alias.name].push_back(alias.node);
  std::vector<std::vector<NodeId>> instead;
  for (const LabelName& label : records.label_names) {
    instead.push_back(nodes_instead(document.taxonomy, aliases, label.name, separator));
  }
  const bool is_used =
      std::any_of(instead.begin(), instead.end(), [](const auto& nodes) { return !nodes.empty(); });
  if (is_used) RenamedLabels(document.taxonomy, instead, records.label_names).apply(records);
}

const TaxonomyDraft::Obsolete* find_obsolete(const TaxonomyDocument& document,
                                             std::string_view label) {
  const auto found = std::partition_point(document.obsolete.begin(), document.obsolete.end(),
                                          [&](const auto& term) { return term.name < label; });
  return found != document.obsolete.end() && found->name == label ? &*found : nullptr;
}

std::string unknown_label_text(const TaxonomyDocument& document, std::string_view label) {
  const TaxonomyDraft::Obsolete* term = find_obsolete(document, label);
  if (term == nullptr) return unknown_label_text(document.taxonomy, label);
  const auto listed = [](const std::vector<std::string>& ids) {
    std::vector<std::string> words;
    for (const std::string& id : ids) words.push_back(quoted(id));
    return join(words, ", ");
  };
  if (!term->replaced_by.empty()) {
    return fmt::format("is obsolete: it is replaced by {}", listed(term->replaced_by));
  }
  if (!term->consider.empty()) {
    return fmt::format("is obsolete: consider {}", listed(term->consider));
  }
  return "is obsolete, and no other term is named in its place";
}

namespace {

void check_not_obsolete(const TaxonomyDocument& document, const std::vector<LabelName>& labels) {
  for (const LabelName& label : labels) {
    if (document.taxonomy.find(label.name) || find_obsolete(document, label.name) == nullptr) {
      continue;
    }
    fail(ErrorKind::input, "{}: label {} {}", label.place, clade::detail::quoted(label.name),
         unknown_label_text(document, label.name));
  }
}

// Labels that are obsolete terms with one replacement, which is an alias.
void tell_of_replaced(const TaxonomyDocument& document, const Records& records,
                      Reporter& reporter) {
  std::size_t count = 0;
  std::string first;
  for (const LabelName& label : records.label_names) {
    const auto* term = find_obsolete(document, label.name);
    if (term == nullptr || document.taxonomy.find(label.name)) continue;
    if (term->replaced_by.size() != 1) continue;
    if (count++ > 0) continue;
    first = fmt::format("{} by {}", quoted(label.name), quoted(term->replaced_by.front()));
  }
  if (count == 0) return;
  reporter.on_note(fmt::format("{} obsolete and replaced as the taxonomy says{}: {}",
                               count == 1 ? "1 label is" : fmt::format("{} labels are", count),
                               count == 1 ? "" : ", for example", first));
}

}  // namespace

TaxonomySource resolve_taxonomy(TaxonomySource source, Records& records, Reporter* reporter,
                                std::optional<TaxonomyDocument>* document) {
  if (source.kind == TaxonomySource::Kind::flat && records.taxonomy) {
    source.kind = TaxonomySource::Kind::given;
    source.taxonomy = records.taxonomy;
  }
  if (source.kind != TaxonomySource::Kind::given) return source;
  if (source.taxonomy) {
    resolve_labels({*source.taxonomy, {}, {}}, records, source.separator);
    return source;
  }
  TaxonomyDocument read = read_taxonomy_document(source.file, source.read_options);
  if (reporter != nullptr) {
    for (const std::string& note : read.notes) reporter->on_note(note);
    tell_of_replaced(read, records, *reporter);
  }
  source.taxonomy = read.taxonomy;
  source.separator = source.read_options.separator;
  resolve_labels(read, records, source.separator);
  if (document != nullptr) {
    *document = std::move(read);
  } else if (!read.obsolete.empty()) {
    check_not_obsolete(read, records.label_names);
  }
  return source;
}

}  // namespace clade::detail
