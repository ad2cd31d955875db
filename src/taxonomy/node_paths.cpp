#include "taxonomy/node_paths.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "taxonomy/format_functions.h"

namespace clade::detail {

namespace {

// Those that may be in names: of the source, of nodes with equal names, of what people read.
std::array<std::string_view, 3> path_separators(std::string_view separator) {
  return {separator, "/", shown_path_separator};
}

// Follows a label from the root down.
class PathSearch {
 public:
  PathSearch(const Taxonomy& taxonomy, std::string_view label, std::string_view between,
             std::string_view separator)
      : taxonomy_(taxonomy), label_(label), between_(between), separator_(separator) {}

  std::optional<NodeId> find() const {
    const std::string_view root = taxonomy_.name(taxonomy_.root());
    if (const auto node = below(taxonomy_.root(), 0, {})) return node;
    const bool begins_at_root = !root.empty() && label_.starts_with(root) &&
                                label_.substr(root.size()).starts_with(between_);
    if (!begins_at_root) return std::nullopt;
    return below(taxonomy_.root(), root.size() + between_.size(), {});
  }

 private:
  // A part may hold the separator itself, but not any number of times.
  static constexpr int most_ends = 16;

  std::optional<NodeId> below(NodeId node, std::size_t begin,
                              const std::vector<std::string>& above) const {
    std::size_t end = begin;
    for (int k = 0; k < most_ends && end < label_.size(); ++k) {
      end = std::min(label_.find(between_, k == 0 ? begin : end + between_.size()), label_.size());
      const std::string_view part = label_.substr(begin, end - begin);
      const auto child = part.empty() ? std::nullopt : child_called(node, part, above);
      if (!child) continue;
      if (end == label_.size()) return child;
      std::vector<std::string> path = above;
      path.emplace_back(part);
      if (const auto found = below(*child, end + between_.size(), path)) return found;
    }
    return std::nullopt;
  }

  std::optional<NodeId> child_called(NodeId node, std::string_view part,
                                     const std::vector<std::string>& above) const {
    if (const auto child = child_named(node, part)) return child;
    if (above.empty()) return std::nullopt;
    for (const std::string_view separator : path_separators(separator_)) {
      std::string name = join(above, separator);
      name.append(separator).append(part);
      if (const auto child = child_named(node, name)) return child;
    }
    return std::nullopt;
  }

  std::optional<NodeId> child_named(NodeId node, std::string_view name) const {
    const auto child = taxonomy_.find(name);
    if (!child || taxonomy_.is_added(*child)) return std::nullopt;
    const auto parents = taxonomy_.parents(*child);
    return std::find(parents.begin(), parents.end(), node) != parents.end() ? child : std::nullopt;
  }

  const Taxonomy& taxonomy_;
  std::string_view label_, between_, separator_;
};

bool has_few_parts(std::string_view label, std::string_view between) {
  std::size_t parts = 0;
  for (std::size_t at = label.find(between); at != std::string_view::npos;
       at = label.find(between, at + between.size())) {
    if (++parts > most_path_parts) return false;
  }
  return parts > 0;
}

// The names of nodes that are called so at the end of their paths.
std::vector<std::string> paths_that_end_in(const Taxonomy& taxonomy, std::string_view label) {
  std::vector<std::string> paths;
  if (label.empty()) return paths;
  for (const NodeId node : taxonomy.top_down()) {
    std::string_view name = taxonomy.name(node);
    if (name.size() <= label.size() || !name.ends_with(label)) continue;
    name.remove_suffix(label.size());
    if (!name.ends_with('/') && !name.ends_with(shown_path_separator)) continue;
    if (!taxonomy.is_added(node)) paths.emplace_back(taxonomy.name(node));
  }
  return paths;
}

}  // namespace

std::vector<std::string> path_parts(std::vector<std::string> names, std::string_view separator) {
  const auto separators = path_separators(separator);
  std::array<std::string, 3> above;  // the path so far, joined by each
  for (std::string& name : names) {
    for (const std::string& path : above) {
      if (path.empty() || name.size() <= path.size() || !name.starts_with(path)) continue;
      name.erase(0, path.size());
      break;
    }
    for (std::size_t k = 0; k < above.size(); ++k) above[k].append(name).append(separators[k]);
  }
  return names;
}

std::optional<NodeId> node_at_path(const Taxonomy& taxonomy, std::string_view label,
                                   std::string_view separator) {
  for (const std::string_view between : path_separators(separator)) {
    if (between.empty() || !has_few_parts(label, between)) continue;
    if (const auto node = PathSearch(taxonomy, label, between, separator).find()) return node;
  }
  return std::nullopt;
}

std::string unknown_label_text(const Taxonomy& taxonomy, std::string_view label,
                               std::string_view where) {
  constexpr std::size_t shown = 5;
  const std::vector<std::string> paths = paths_that_end_in(taxonomy, label);
  if (paths.empty()) {
    return fmt::format("is not in {}{}", where, taxonomy.suggestion(label));
  }
  if (paths.size() == 1) {
    return fmt::format("is not in {} (did you mean {}?)", where, quoted(paths.front()));
  }
  std::vector<std::string> first;
  for (std::size_t i = 0; i < std::min(shown, paths.size()); ++i) first.push_back(quoted(paths[i]));
  return fmt::format("is the name of {} nodes of {}; name one by its path: {}{}", paths.size(),
                     where, join(first, ", "), paths.size() > shown ? ", ..." : "");
}

}  // namespace clade::detail
