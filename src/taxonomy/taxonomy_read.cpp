// Taxonomies from files, from a list of names, and from labels that are paths.
#include <memory>
#include <utility>

#include "base/fail.h"
#include "base/file.h"
#include "clade/taxonomy.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade {

using namespace detail;

namespace {

void check_label(std::string_view label) {
  if (label.empty()) fail(ErrorKind::input, "expected the name of a label, got an empty one");
}

}  // namespace

Taxonomy Taxonomy::from_draft(const TaxonomyDraft& draft) {
  return Taxonomy(std::make_shared<const Impl>(Impl{draft.build()}));
}

Taxonomy Taxonomy::read(const std::filesystem::path& file, const TaxonomyReadOptions& options) {
  const MappedFile content(file);
  return parse(content.text(), file.string(), options);
}

Taxonomy Taxonomy::parse(std::string_view text, const std::string& name_for_messages,
                         const TaxonomyReadOptions& options) {
  return from_draft(read_draft(text, name_for_messages, options));
}

Taxonomy Taxonomy::from_edges(const std::vector<std::pair<std::string, std::string>>& edges) {
  TaxonomyDraft draft("edges");
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& [parent, child] = edges[i];
    if (parent.empty() || child.empty()) {
      fail(ErrorKind::input, "edges:{}: expected two names, got an empty one", i + 1);
    }
    const NodeId above = draft.node(parent);
    draft.add_edge(above, draft.node(child), i + 1);
  }
  if (edges.empty()) fail(ErrorKind::input, "edges: expected one or more, got none");
  return from_draft(draft);
}

Taxonomy Taxonomy::flat(std::span<const std::string> names) {
  TaxonomyDraft draft("labels");
  draft.want_unnamed_root();
  for (const std::string& name : names) {
    check_label(name);
    draft.node(name);
  }
  return from_draft(draft);
}

Taxonomy Taxonomy::from_paths(std::span<const std::string> labels, std::string_view separator) {
  if (separator.empty()) {
    fail_parameter("taxonomy", "expected paths:SEP, got an empty separator");
  }
  TaxonomyDraft draft("labels");
  draft.want_unnamed_root();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    check_label(labels[i]);
    add_path(draft, labels[i], separator, i + 1, "");
  }
  return from_draft(draft);
}

}  // namespace clade
