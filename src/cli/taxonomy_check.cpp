#include "cli/taxonomy_check.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/taxonomy_source.h"
#include "data/label_nodes.h"

namespace clade::cli {

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

CommandSpec check_spec(DataOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy check";
  spec.summary = "find out whether a taxonomy can be used and fits the data";
  spec.usage = {"T [DATA...]"};
  spec.positionals = {{"T", taxonomy_help, true, false}, {"DATA...", data_help, false, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes = "Exit code 3 where the taxonomy cannot be used or a label of DATA is not in it.\n";
  spec.examples = {{"clade taxonomy check topics.tsv", "look at the taxonomy alone"},
                   {"clade taxonomy check topics.tsv train.svm", "and at the labels of the data"}};
  return spec;
}

// "3: 'a', 'b', 'c'", with the first few names.
std::string counted(const Taxonomy& taxonomy, const std::vector<NodeId>& nodes) {
  constexpr std::size_t shown = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(shown, nodes.size()); ++i) {
    names.push_back(quoted(taxonomy.name(nodes[i])));
  }
  if (nodes.empty()) return "none";
  return fmt::format("{}: {}{}", nodes.size(), join(names, ", "),
                     nodes.size() > shown ? ", ..." : "");
}

std::vector<NodeId> nodes_that(const Taxonomy& taxonomy,
                               const std::function<bool(NodeId)>& condition) {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (condition(NodeId(i))) nodes.push_back(NodeId(i));
  }
  return nodes;
}

bool is_only_child(const Taxonomy& taxonomy, NodeId node) {
  const auto parents = taxonomy.parents(node);
  return std::any_of(parents.begin(), parents.end(),
                     [&](NodeId parent) { return taxonomy.children(parent).size() == 1; });
}

// Longest path from the root; the thesis' depth counts ancestors, which is another number in a DAG.
std::size_t levels(const Taxonomy& taxonomy) {
  std::vector<std::size_t> level(taxonomy.size(), 0);
  std::size_t deepest = 0;
  for (const NodeId node : taxonomy.top_down()) {
    for (const NodeId parent : taxonomy.parents(node)) {
      level[index_of(node)] = std::max(level[index_of(node)], level[index_of(parent)] + 1);
    }
    deepest = std::max(deepest, level[index_of(node)]);
  }
  return deepest;
}

Rows structure_rows(const Taxonomy& taxonomy) {
  const auto several_parents =
      nodes_that(taxonomy, [&](NodeId n) { return taxonomy.parents(n).size() > 1; });
  const auto only_children =
      nodes_that(taxonomy, [&](NodeId n) { return is_only_child(taxonomy, n); });
  return {{"kind", taxonomy.is_tree() ? "tree" : "DAG"},
          {"root", shown_name(taxonomy, taxonomy.root())},
          {"nodes", std::to_string(taxonomy.size())},
          {"terminal nodes", std::to_string(taxonomy.terminals().size())},
          {"levels below the root", std::to_string(levels(taxonomy))},
          {"nodes with several parents", counted(taxonomy, several_parents)},
          {"only children", counted(taxonomy, only_children)}};
}

struct LabelReport {
  std::vector<bool> used;  // by node
  std::vector<const LabelName*> unknown;
};

LabelReport look_up_labels(const Taxonomy& taxonomy, const Records& records) {
  LabelReport report{std::vector<bool>(taxonomy.size(), false), {}};
  for (const LabelName& label : records.label_names) {
    const auto node = node_of_label(taxonomy, label.name);
    if (node) report.used[index_of(*node)] = true;
    if (!node) report.unknown.push_back(&label);
  }
  return report;
}

Rows label_rows(const Taxonomy& taxonomy, const Records& records, const LabelReport& report) {
  const auto inner = nodes_that(
      taxonomy, [&](NodeId n) { return report.used[index_of(n)] && !taxonomy.is_terminal(n); });
  const auto empty = nodes_that(taxonomy, [&](NodeId n) {
    return !report.used[index_of(n)] && taxonomy.is_terminal(n) && !taxonomy.is_added(n);
  });
  std::size_t unlabelled = 0;
  for (std::size_t i = 0; i < records.size(); ++i) unlabelled += records.labels_of(i).empty();
  return {{"instances", std::to_string(records.size())},
          {"instances without a label", std::to_string(unlabelled)},
          {"labels at inner nodes", counted(taxonomy, inner)},
          {"terminal nodes without examples", counted(taxonomy, empty)},
          {"labels outside the taxonomy",
           report.unknown.empty() ? "none" : std::to_string(report.unknown.size())}};
}

[[noreturn]] void fail_unknown_labels(const Taxonomy& taxonomy, const LabelReport& report) {
  constexpr std::size_t shown = 10;
  std::string message;
  for (std::size_t i = 0; i < std::min(shown, report.unknown.size()); ++i) {
    const LabelName& label = *report.unknown[i];
    message += fmt::format("{}{}: label {} is not in the taxonomy{}", i > 0 ? "\nclade: " : "",
                           label.place, quoted(label.name), taxonomy.suggestion(label.name));
  }
  if (report.unknown.size() > shown)
    message += fmt::format("\nclade: and {} more", report.unknown.size() - shown);
  throw Error(ErrorKind::input, message);
}

// Wider than the columns of help: these rows are read downward.
std::string table(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) text += fmt::format("{:<33}{}\n", row.first, row.second);
  return text;
}

}  // namespace

int run_taxonomy_check(const Words& words, Output& out) {
  DataOptions options;
  const CommandSpec spec = check_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Words arguments = parse_arguments(spec, words);
  const auto records = read_labels(spec.name, arguments, options);
  const Taxonomy taxonomy =
      read_document(arguments.front(), {}, records.value_or(Records{})).taxonomy;
  out.write(table(structure_rows(taxonomy)));
  if (!records) return 0;
  const LabelReport report = look_up_labels(taxonomy, *records);
  out.write(table(label_rows(taxonomy, *records, report)));
  if (!report.unknown.empty()) fail_unknown_labels(taxonomy, report);
  return 0;
}

}  // namespace clade::cli
