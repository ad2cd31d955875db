#include "eval/taxonomy/taxonomy_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "data/taxonomy_file.h"
#include "pipeline/label_profile.h"
#include "pipeline/unknown_labels.h"
#include "taxonomy/draft_problems.h"
#include "taxonomy/levels.h"

namespace clade::detail {

namespace {

using Names = std::vector<std::string>;

Names names_that(const Taxonomy& taxonomy, const std::function<bool(NodeId)>& condition) {
  Names names;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (condition(NodeId(i))) names.emplace_back(taxonomy.name(NodeId(i)));
  }
  return names;
}

bool is_only_child(const Taxonomy& taxonomy, NodeId node) {
  const auto parents = taxonomy.parents(node);
  return std::any_of(parents.begin(), parents.end(),
                     [&](NodeId parent) { return taxonomy.children(parent).size() == 1; });
}

Names names_of(const TaxonomyDraft& draft, const std::vector<NodeId>& nodes) {
  Names names;
  for (const NodeId node : nodes) names.push_back(draft.name(node));
  return names;
}

// What a reader noted: places and texts.
Names notes_of(const TaxonomyDraft& draft) {
  Names notes;
  for (const auto& note : draft.notes()) {
    notes.push_back(note.line > 0 ? fmt::format("line {}: {}", note.line, note.text) : note.text);
  }
  return notes;
}

void add_shape(const Taxonomy& taxonomy, TaxonomyCheck& check) {
  const std::string_view root = taxonomy.name(taxonomy.root());
  check.is_tree = taxonomy.is_tree();
  check.root = root.empty() ? "(root)" : std::string(root);
  check.nodes = taxonomy.size();
  check.terminal_nodes = taxonomy.terminals().size();
  for (const std::size_t level : levels_of(taxonomy)) ++check.nodes_by_level[level];
  check.several_parents =
      names_that(taxonomy, [&](NodeId n) { return taxonomy.parents(n).size() > 1; });
  check.only_children = names_that(taxonomy, [&](NodeId n) { return is_only_child(taxonomy, n); });
}

void add_problems(const TaxonomyDraft& draft, const DraftProblems& problems, TaxonomyCheck& check) {
  check.is_usable = problems.is_usable();
  for (const auto& cycle : problems.cycles) check.cycles.push_back(cycle_text(draft, cycle));
  check.own_parents = names_of(draft, problems.own_parents);
  check.unreachable = names_of(draft, problems.unreachable);
  check.roots = names_of(draft, problems.parentless);
  check.repeated_edges = problems.repeated_edges;
  for (const auto& [one, other] : problems.similar_names) {
    check.similar_names.emplace_back(draft.name(one), draft.name(other));
  }
  check.notes = notes_of(draft);
}

LabelCheck check_labels(const TaxonomyDocument& document, Records& records,
                        std::string_view separator, UnknownLabels rule) {
  const Taxonomy& taxonomy = document.taxonomy;
  constexpr std::size_t few = 3;
  LabelCheck labels;
  labels.outside_rule = rule;
  for (const LabelName* label : profile_labels(taxonomy, records).outside) {
    labels.outside.push_back({label->name, label->place, taxonomy.suggestion(label->name),
                              unknown_label_text(document, label->name)});
  }
  if (rule != UnknownLabels::error) {
    LabelFilter(rule).apply(known_nodes(document, std::string(separator)), records);
  }
  LabelProfile profile = profile_labels(taxonomy, records);
  const auto examples = [&](NodeId node) { return profile.examples[index_of(node)]; };
  labels.instances = records.size();
  labels.unlabelled = profile.unlabelled;
  labels.labels_per_instance = std::move(profile.set_sizes);
  labels.mean_labels = profile.mean_labels;
  labels.classes_by_level = std::move(profile.class_depth);
  labels.inner_labels =
      names_that(taxonomy, [&](NodeId n) { return examples(n) > 0 && !taxonomy.is_terminal(n); });
  labels.empty_classes =
      names_that(taxonomy, [&](NodeId n) { return examples(n) == 0 && taxonomy.is_terminal(n); });
  labels.rare_classes =
      names_that(taxonomy, [&](NodeId n) { return examples(n) > 0 && examples(n) < few; });
  CentroidCosines cosines = centroid_cosines(taxonomy, records);
  labels.cosine_by_distance = std::move(cosines.by_distance);
  if (cosines.near && cosines.far) labels.near_are_alike = *cosines.near > *cosines.far;
  return labels;
}

// Of a taxonomy that was made of labels.
TaxonomyDraft draft_of(const Taxonomy& taxonomy, const std::string& name) {
  TaxonomyDraft draft(name);
  draft.want_unnamed_root();
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (taxonomy.name(NodeId(i)).empty()) continue;
    const NodeId node = draft.node(taxonomy.name(NodeId(i)));
    for (const NodeId parent : taxonomy.parents(NodeId(i))) {
      if (taxonomy.name(parent).empty()) continue;
      draft.add_edge(draft.node(taxonomy.name(parent)), node, 0);
    }
  }
  return draft;
}

TaxonomyDraft draft_of(const TaxonomySource& source, const std::optional<Records>& records) {
  if (source.kind == TaxonomySource::Kind::given) {
    return read_taxonomy_draft(source.file, source.read_options);
  }
  const LabelSpace labels(source, LabelNodes::all, records->label_names);
  return draft_of(labels.taxonomy(), "paths");
}

CheckedTaxonomy check(TaxonomyDraft draft, std::optional<Records> records, bool is_repaired,
                      std::string_view separator = "/", UnknownLabels rule = UnknownLabels::error) {
  const DraftProblems problems = find_problems(draft);
  RepairedDraft fixed = repaired(draft);
  const bool takes_draft = problems.is_usable() && !is_repaired;
  TaxonomyDocument document = document_of(takes_draft ? draft : fixed.draft);
  TaxonomyCheck result;
  add_problems(draft, problems, result);
  add_shape(document.taxonomy, result);
  if (is_repaired) result.changes = std::move(fixed.changes);
  if (records) {
    resolve_labels(document, *records, separator);
    result.labels = check_labels(document, *records, separator, rule);
  }
  return {std::move(draft), std::move(document), std::move(result)};
}

TaxonomySource source_of(const std::filesystem::path& file, const TaxonomyReadOptions& options) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.file = file;
  source.read_options = options;
  return source;
}

RepairedTaxonomy repaired_taxonomy(CheckedTaxonomy checked) {
  return {std::move(checked.document.taxonomy), std::move(*checked.check.changes)};
}

constexpr const char* name_for_messages = "taxonomy";

}  // namespace

CheckedTaxonomy check_taxonomy(const TaxonomySource& source, const RecordSource* data,
                               bool is_repaired, ThreadPool& pool) {
  std::optional<Records> records;
  if (data != nullptr) records = read_vectors(*data, {}, Precision::single, pool).records;
  TaxonomyDraft draft = draft_of(source, records);
  const bool is_given = source.kind == TaxonomySource::Kind::given;
  return check(std::move(draft), std::move(records), is_repaired,
               is_given ? source.read_options.separator : source.separator,
               data != nullptr ? data->unknown_labels() : UnknownLabels::error);
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

TaxonomyCheck check_taxonomy(const std::filesystem::path& file,
                             const TaxonomyReadOptions& options) {
  return check(read_taxonomy_draft(file, options), std::nullopt, false).check;
}

TaxonomyCheck check_taxonomy(const std::filesystem::path& file, const Examples& examples,
                             const TaxonomyReadOptions& options, const RunOptions& run) {
  ThreadPool pool(run.threads);
  return check_taxonomy(source_of(file, options), examples.source().get(), false, pool).check;
}

TaxonomyCheck check_taxonomy_text(std::string_view text, const TaxonomyReadOptions& options) {
  return check(read_draft(text, name_for_messages, options), std::nullopt, false).check;
}

RepairedTaxonomy repair_taxonomy(const std::filesystem::path& file,
                                 const TaxonomyReadOptions& options) {
  return repaired_taxonomy(check(read_taxonomy_draft(file, options), std::nullopt, true));
}

RepairedTaxonomy repair_taxonomy_text(std::string_view text, const TaxonomyReadOptions& options) {
  return repaired_taxonomy(check(read_draft(text, name_for_messages, options), std::nullopt, true));
}

}  // namespace clade
