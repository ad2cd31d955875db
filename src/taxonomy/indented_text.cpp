// Taxonomies as indented text: a line per node, further in than its parent.
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/placed_nodes.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

std::vector<NestedStep> nested_order(const Taxonomy& taxonomy) {
  std::vector<NestedStep> order, open;
  std::vector<bool> was_seen(taxonomy.size(), false);
  const auto open_children = [&](NodeId node, std::size_t depth) {
    const auto children = taxonomy.children(node);
    for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i], depth, false});
  };
  if (taxonomy.name(taxonomy.root()).empty()) {
    open_children(taxonomy.root(), 0);
  } else {
    open.push_back({taxonomy.root(), 0, false});
  }
  while (!open.empty()) {
    NestedStep step = open.back();
    open.pop_back();
    step.is_again = was_seen[index_of(step.node)];
    was_seen[index_of(step.node)] = true;
    order.push_back(step);
    if (!step.is_again) open_children(step.node, step.depth + 1);
  }
  return order;
}

namespace {

constexpr std::string_view blanks = " \t";

struct OpenLevel {
  std::string_view indent;
  PlacedNodes::Place node;
};

// Leaves open the levels that the line lies below.
void close_levels(std::vector<OpenLevel>& open, std::string_view indent, const TextLines& lines) {
  std::string_view last;
  while (!open.empty() && open.back().indent.size() >= indent.size()) {
    last = open.back().indent;
    open.pop_back();
  }
  const std::string_view above = open.empty() ? "" : open.back().indent;
  // The line is as far in as its elder sibling, or it is the first below the line before.
  const bool fits = last.empty() ? indent.starts_with(above) : indent == last;
  if (fits) return;
  fail(ErrorKind::input,
       "{}: expected the line to begin as far in as one above it, or further in than the last one "
       "by more blanks of the same kind",
       lines.place());
}

void check_name(std::string_view name, const TextLines& lines) {
  if (name.find('\t') == std::string_view::npos) return;
  fail(ErrorKind::input,
       "{}: expected one name, got {} with a tab in it; is this an edge list "
       "(`taxonomy_format=edges`)?",
       lines.place(), quoted(name));
}

// What separates the parts of most lines where no line is further in than another; "" where the
// text is no list of paths.
std::string_view separator_of_paths(std::string_view text) {
  TextLines lines(text, "");
  std::size_t all = 0, slashes = 0, arrows = 0;
  while (const auto line = lines.next()) {
    if (line->empty() || blanks.find(line->front()) != std::string_view::npos) return "";
    ++all;
    if (line->find(" > ") != std::string_view::npos) {
      ++arrows;
    } else if (line->find('/') != std::string_view::npos) {
      ++slashes;
    }
  }
  if (2 * arrows > all) return " > ";
  return 2 * slashes > all ? "/" : "";
}

void read_as_paths(std::string_view text, std::string_view between,
                   const TaxonomyReadOptions& options, TaxonomyDraft& draft) {
  draft.add_loud_note(
      0, fmt::format("no line is indented, so the lines are read as paths with the separator {} "
                     "(`taxonomy_format=indented`: as names)",
                     quoted(between)));
  TaxonomyReadOptions paths = options;
  paths.separator = between;
  read_paths(text, paths, draft);
}

void check_can_write(const Taxonomy& taxonomy, const std::vector<NestedStep>& order) {
  constexpr std::size_t largest = std::size_t{1} << 31;
  std::size_t total = 0;
  for (const NestedStep& step : order) {
    const std::string_view name = taxonomy.name(step.node);
    if (step.is_again) {
      fail(ErrorKind::input,
           "indented text cannot hold a DAG: {} is below several nodes, and would be as many there "
           "(edge lists, JSON and OBO hold it)",
           quoted(name));
    }
    if (trim(name) != name) {
      fail(ErrorKind::input,
           "indented text cannot hold the node {}: its name begins or ends with a blank",
           quoted(name));
    }
    total += step.depth + name.size() + 1;
    if (total > largest) fail(ErrorKind::input, "the taxonomy is too deep for indented text");
  }
}

}  // namespace

void read_indented(std::string_view text, const TaxonomyReadOptions& options,
                   TaxonomyDraft& draft) {
  const std::string_view between = options.format.empty() ? separator_of_paths(text) : "";
  if (!between.empty()) return read_as_paths(text, between, options, draft);
  TextLines lines(text, draft.source());
  PlacedNodes nodes;
  std::vector<OpenLevel> open;
  while (const auto line = lines.next()) {
    const std::size_t begin = line->find_first_not_of(blanks);
    if (begin == std::string_view::npos) continue;
    const std::string_view indent = line->substr(0, begin);
    const std::string_view name = trim(line->substr(begin));
    check_name(name, lines);
    close_levels(open, indent, lines);
    const auto parent = open.empty() ? PlacedNodes::top : open.back().node;
    open.push_back({indent, nodes.child(parent, name, lines.number())});
  }
  nodes.add_to(draft);
}

std::string write_indented(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const std::vector<NestedStep> order = nested_order(document.taxonomy);
  check_can_write(document.taxonomy, order);
  std::string text;
  for (const NestedStep& step : order) {
    text.append(step.depth, '\t').append(document.taxonomy.name(step.node)).append(1, '\n');
  }
  return text;
}

}  // namespace clade::detail
