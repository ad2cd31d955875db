// The hierarchical class attribute of Clus, and ARFF as a format of taxonomies.
#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/arff_header.h"
#include "taxonomy/format_functions.h"

namespace clade::detail {

namespace {

constexpr std::string_view root_name = "root";

std::size_t slashes(std::string_view entry) {
  return static_cast<std::size_t>(std::count(entry.begin(), entry.end(), '/'));
}

bool are_pairs(const std::vector<std::string>& entries) {
  std::unordered_set<std::string_view> children;
  for (const std::string& entry : entries) {
    if (slashes(entry) != 1) return false;
    children.insert(std::string_view(entry).substr(entry.find('/') + 1));
  }
  return std::any_of(entries.begin(), entries.end(), [&](const std::string& entry) {
    const auto parent = std::string_view(entry).substr(0, entry.find('/'));
    return parent == root_name || children.count(parent) > 0;
  });
}

void add_pair(std::string_view entry, const ArffAttribute& attribute, TaxonomyDraft& draft) {
  const std::size_t slash = entry.find('/');
  if (slash == 0 || slash + 1 == entry.size()) {
    fail(ErrorKind::input, "{}:{}: attribute {}: expected parent/child, got {}", draft.source(),
         attribute.line, quoted(attribute.name), quoted(entry));
  }
  const NodeId parent = draft.node(entry.substr(0, slash));
  draft.add_edge(parent, draft.node(entry.substr(slash + 1)), attribute.line);
}

// The top nodes get the root above them, for which ARFF has a name.
void add_root(const ArffAttribute& attribute, TaxonomyDraft& draft) {
  std::vector<bool> has_parent(draft.size(), false);
  for (const auto& edge : draft.edges()) has_parent[index_of(edge.child)] = true;
  const NodeId root = draft.node(root_name);
  for (std::size_t i = 0; i < has_parent.size(); ++i) {
    if (!has_parent[i] && node_at(i) != root) draft.add_edge(root, node_at(i), attribute.line);
  }
}

void check_name(std::string_view name, bool is_path) {
  const bool fits = name.find('@') == std::string_view::npos &&
                    (is_path || name.find('/') == std::string_view::npos);
  if (fits) return;
  fail(ErrorKind::input, "ARFF cannot hold the node {}: '{}' separates {} there", quoted(name),
       name.find('@') == std::string_view::npos ? '/' : '@',
       name.find('@') == std::string_view::npos ? "parent and child" : "labels");
}

void check_root(const Taxonomy& taxonomy) {
  const auto other = taxonomy.find(root_name);
  if (!other || *other == taxonomy.root()) return;
  fail(ErrorKind::input,
       "ARFF cannot hold the taxonomy: its root is always called root there, and "
       "another node has that name");
}

}  // namespace

std::string_view arff_name(const Taxonomy& taxonomy, NodeId node) {
  return node == taxonomy.root() ? root_name : taxonomy.name(node);
}

void add_arff_classes(const ArffAttribute& attribute, TaxonomyDraft& draft) {
  if (are_pairs(attribute.values)) {
    for (const std::string& entry : attribute.values) add_pair(entry, attribute, draft);
    if (!draft.find(root_name)) add_root(attribute, draft);
    return;
  }
  draft.node(root_name);
  for (const std::string& entry : attribute.values) {
    add_path(draft, entry, "/", attribute.line,
             fmt::format("{}:{}: attribute {}: ", draft.source(), attribute.line,
                         quoted(attribute.name)));
  }
  add_root(attribute, draft);
}

std::string arff_classes(const Taxonomy& taxonomy) {
  check_root(taxonomy);
  const bool are_paths = has_path_names(taxonomy, "/");
  std::string text;
  const auto add = [&](const std::string& entry) {
    text += (text.empty() ? "" : ",") + arff_word(entry);
  };
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (node_at(i) != taxonomy.root()) check_name(taxonomy.name(node_at(i)), are_paths);
    if (node_at(i) != taxonomy.root() && are_paths) add(std::string(taxonomy.name(node_at(i))));
  }
  if (are_paths) return text;
  for (const TaxonomyEdge& edge : edges_in_order(taxonomy, true)) {
    add(fmt::format("{}/{}", arff_name(taxonomy, edge.parent), taxonomy.name(edge.child)));
  }
  return text;
}

void read_arff(std::string_view text, const TaxonomyReadOptions& /*options*/,
               TaxonomyDraft& draft) {
  const ArffHeader header = parse_arff_header(text, draft.source());
  const auto is_class = [](const ArffAttribute& a) {
    return a.kind == ArffAttribute::Kind::hierarchical;
  };
  const auto found = std::find_if(header.attributes.begin(), header.attributes.end(), is_class);
  if (found == header.attributes.end()) {
    fail(ErrorKind::input, "{}: no attribute is hierarchical: the file holds no taxonomy",
         draft.source());
  }
  add_arff_classes(*found, draft);
}

std::string write_arff(const TaxonomyDocument& document, const std::string& /*separator*/) {
  if (document.taxonomy.size() < 2) {
    fail(ErrorKind::input, "ARFF cannot hold a taxonomy of one node");
  }
  return fmt::format("@relation taxonomy\n@attribute class hierarchical {}\n@data\n",
                     arff_classes(document.taxonomy));
}

}  // namespace clade::detail
