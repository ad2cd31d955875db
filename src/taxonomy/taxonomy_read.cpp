// Taxonomies from an edge list, from a list of names, and from labels that are paths.
#include <memory>
#include <utility>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "clade/taxonomy.h"
#include "taxonomy/taxonomy_builder.h"
#include "taxonomy/text_lines.h"

namespace clade {

namespace {

struct NamedEdge {
  std::string_view parent, child;
};

NamedEdge parse_edge(std::string_view line, const TextLines& lines) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) {
    fail(ErrorKind::input, "{}: expected parent<TAB>child, got {} without a tab", lines.place(),
         quoted(line));
  }
  const NamedEdge edge{line.substr(0, tab), line.substr(tab + 1)};
  if (edge.child.find('\t') != std::string_view::npos) {
    fail(ErrorKind::input, "{}: expected parent<TAB>child, got {} fields: {}", lines.place(),
         split(line, '\t').size(), quoted(line));
  }
  if (edge.parent.empty() || edge.child.empty()) {
    fail(ErrorKind::input, "{}: expected parent<TAB>child, got an empty name for the {}",
         lines.place(), edge.parent.empty() ? "parent" : "child");
  }
  if (edge.parent == edge.child) {
    fail(ErrorKind::input, "{}: {} is its own parent", lines.place(), quoted(edge.parent));
  }
  return edge;
}

void check_label(std::string_view label) {
  if (label.empty()) fail(ErrorKind::input, "expected the name of a label, got an empty one");
}

// Adds the nodes of one path label: every prefix that ends before a separator, and the whole.
void add_path(TaxonomyBuilder& builder, std::string_view label, std::string_view separator,
              std::size_t line) {
  std::optional<NodeId> parent;
  for (std::size_t begin = 0; begin <= label.size();) {
    const std::size_t end = std::min(label.find(separator, begin), label.size());
    if (end == begin) {
      fail(ErrorKind::input, "expected a path like A{0}B, got {1} with an empty part", separator,
           quoted(label));
    }
    const NodeId node = builder.node(label.substr(0, end));
    if (parent) builder.add_edge(*parent, node, line);
    parent = node;
    if (end == label.size()) return;
    begin = end + separator.size();
  }
}

}  // namespace

Taxonomy Taxonomy::read(const std::filesystem::path& file) {
  const MappedFile content(file);
  return parse(content.text(), file.string());
}

Taxonomy Taxonomy::parse(std::string_view text, const std::string& name_for_messages) {
  TaxonomyBuilder builder(name_for_messages);
  TextLines lines(text, name_for_messages);
  while (const auto line = lines.next()) {
    const NamedEdge edge = parse_edge(*line, lines);
    const NodeId parent = builder.node(edge.parent);
    builder.add_edge(parent, builder.node(edge.child), lines.number());
  }
  if (builder.size() == 0) {
    fail(ErrorKind::input, "{}: holds no edge; expected lines of parent<TAB>child",
         name_for_messages);
  }
  return Taxonomy(std::make_shared<const Impl>(Impl{builder.build(false)}));
}

Taxonomy Taxonomy::flat(std::span<const std::string> names) {
  TaxonomyBuilder builder("labels");
  for (const std::string& name : names) {
    check_label(name);
    builder.node(name);
  }
  return Taxonomy(std::make_shared<const Impl>(Impl{builder.build(true)}));
}

Taxonomy Taxonomy::from_paths(std::span<const std::string> labels, std::string_view separator) {
  if (separator.empty()) {
    fail(ErrorKind::usage, "--taxonomy: expected paths:SEP, got an empty separator");
  }
  TaxonomyBuilder builder("labels");
  for (std::size_t i = 0; i < labels.size(); ++i) {
    check_label(labels[i]);
    add_path(builder, labels[i], separator, i + 1);
  }
  return Taxonomy(std::make_shared<const Impl>(Impl{builder.build(true)}));
}

}  // namespace clade
