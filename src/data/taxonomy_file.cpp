#include "data/taxonomy_file.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/input_text.h"

namespace clade::detail {

namespace {

using NodesByAlias = std::unordered_map<std::string_view, std::vector<NodeId>>;

// The labels of the records by new numbers: for each old one those that take its place.
class RenamedLabels {
 public:
  RenamedLabels(const TaxonomyDocument& document, const NodesByAlias& nodes,
                const std::vector<LabelName>& old) {
    for (const LabelName& label : old) {
      const auto alias = nodes.find(label.name);
      const bool is_node = document.taxonomy.find(label.name).has_value();
      std::vector<std::uint32_t>& replacement = replacements_.emplace_back();
      if (alias == nodes.end() || is_node) {
        replacement.push_back(number(label.name, label.place));
        continue;
      }
      for (const NodeId node : alias->second) {
        replacement.push_back(number(std::string(document.taxonomy.name(node)), label.place));
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
  return read_draft(input.text(), input.name(), options);
}

TaxonomyDocument read_taxonomy_document(const std::filesystem::path& file,
                                        const TaxonomyReadOptions& options) {
  return document_of(read_taxonomy_draft(file, options));
}

void resolve_aliases(const TaxonomyDocument& document, Records& records) {
  if (document.aliases.empty()) return;
  NodesByAlias nodes;
  for (const auto& alias : document.aliases) nodes[alias.name].push_back(alias.node);
  const bool is_used = std::any_of(records.label_names.begin(), records.label_names.end(),
                                   [&](const LabelName& l) { return nodes.count(l.name) > 0; });
  if (is_used) RenamedLabels(document, nodes, records.label_names).apply(records);
}

TaxonomySource resolve_taxonomy(TaxonomySource source, Records& records) {
  if (source.kind == TaxonomySource::Kind::flat && records.taxonomy) {
    source.kind = TaxonomySource::Kind::given;
    source.taxonomy = records.taxonomy;
  }
  if (source.kind != TaxonomySource::Kind::given || source.taxonomy) return source;
  const TaxonomyDocument document = read_taxonomy_document(source.file, source.read_options);
  resolve_aliases(document, records);
  source.taxonomy = document.taxonomy;
  return source;
}

}  // namespace clade::detail
