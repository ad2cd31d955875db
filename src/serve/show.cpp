#include "serve/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "clade/label_space.h"
#include "pipeline/explained_document.h"
#include "serve/json_out.h"

namespace clade::detail::serve {

namespace {

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

std::string_view name_of(DocumentContent::Kind kind) {
  switch (kind) {
    case DocumentContent::Kind::text:
      return "text";
    case DocumentContent::Kind::features:
      return "features";
    case DocumentContent::Kind::vector:
      break;
  }
  return "vector";
}

std::string_view name_of(Learning learning) {
  return learning == Learning::no ? "no" : learning == Learning::online ? "online" : "batch";
}

std::size_t count_predictable(const LabelSpace& labels) {
  std::size_t count = 0;
  for (std::size_t c = 0; c < labels.size(); ++c) count += labels.is_predictable(ClassId(c));
  return count;
}

// The nodes that a taxonomy has for people, parents first: not those that were added for labels.
std::vector<NodeId> shown_nodes(const Taxonomy& taxonomy) {
  std::vector<NodeId> nodes;
  for (const NodeId node : taxonomy.top_down()) {
    if (!taxonomy.is_added(node)) nodes.push_back(node);
  }
  return nodes;
}

std::int64_t count_pending(Journal* journal, const HostedModel& model) {
  if (journal == nullptr) return 0;
  return journal->read([&](Database& database) {
    const auto present = present_generation(database, model.id);
    return count_to_learn(database, model.id, present->through, no_end);
  });
}

// By node: corrections with a right label there or below, and those that were wrong there.
struct NodeCounts {
  explicit NodeCounts(std::size_t nodes) : feedback(nodes), wrong(nodes) {}
  std::vector<std::int64_t> feedback, wrong;
};

// The nodes of the labels and those above, sorted.
std::vector<NodeId> nodes_above(const LabelSpace& labels, const std::vector<std::string>& names) {
  std::vector<NodeId> above;
  for (const std::string& name : names) {
    const auto label = labels.find(name);
    const auto node = label ? std::optional(labels.node(*label)) : labels.taxonomy().find(name);
    if (!node) continue;
    const std::vector<NodeId> set = labels.taxonomy().ancestor_set(*node);
    above.insert(above.end(), set.begin(), set.end());
  }
  std::sort(above.begin(), above.end());
  above.erase(std::unique(above.begin(), above.end()), above.end());
  return above;
}

NodeCounts count_by_node(Journal* journal, const HostedModel& model, const LabelSpace& labels) {
  NodeCounts counts(labels.taxonomy().size());
  if (journal == nullptr) return counts;
  const auto all =
      journal->read([&](Database& database) { return all_labels(database, model.id); });
  for (const GivenLabels& one : all) {
    const std::vector<NodeId> answered = nodes_above(labels, one.predicted);
    for (const NodeId node : nodes_above(labels, one.labels)) {
      ++counts.feedback[index_of(node)];
      counts.wrong[index_of(node)] += !std::binary_search(answered.begin(), answered.end(), node);
    }
  }
  return counts;
}

bool can_be_predicted(const LabelSpace& labels, NodeId node) {
  const auto predictable = [&](std::optional<NodeId> at) {
    const auto label = at ? labels.class_at(*at) : std::nullopt;
    return label && labels.is_predictable(*label);
  };
  return predictable(node) || predictable(labels.taxonomy().added_child(node));
}

void append_recent(std::string& to, const Recent& recent) {
  to += fmt::format(R"(,"recent":{{"documents":{},"right_before":{},"right_after":{},"changed":[)",
                    recent.documents, recent.right_before, recent.right_after);
  for (const RecentChange& change : recent.changed) {
    if (to.back() == '}') to += ',';
    to += R"({"document":)";
    append_json_string(to, change.document);
    to += R"(,"labels":)" + json_strings(change.labels);
    to += R"(,"before":)" + json_strings(change.before);
    to += R"(,"after":)" + json_strings(change.after) + '}';
  }
  to += "]}";
}

void append_generation(std::string& to, const GenerationRow& row, bool is_present) {
  if (to.back() == '}') to += ',';
  to += fmt::format(
      R"({{"generation":{},"at":"{}","how":"{}","current":{},"through":{},"examples":{})",
      row.number, row.at, row.how, is_present, row.through, row.examples);
  if (row.content != row.number) to += fmt::format(R"(,"same_as":{})", row.content);
  if (row.recent) append_recent(to, *row.recent);
  to += '}';
}

}  // namespace

std::string show_model(Journal* journal, const HostedModel& model) {
  const auto generation = model.present();
  const Model& made = generation->model();
  std::string json = R"({"name":)";
  append_json_string(json, model.name);
  json += fmt::format(R"(,"generation":{},"method":)", generation->number());
  append_json_string(json, made.method());
  json += fmt::format(
      R"(,"classes":{},"nodes":{},"features":{},"takes":"{}","calibrated":{},"explains":{},)"
      R"("updates":"{}","feedback":{},"pending":{},"updating":{}}})",
      count_predictable(made.label_space()), shown_nodes(made.label_space().taxonomy()).size(),
      made.feature_count(), name_of(generation->reader().takes()), generation->is_calibrated(),
      is_explainable(made), name_of(generation->learning()), journal != nullptr,
      count_pending(journal, model), model.updating.load());
  return json;
}

std::string show_taxonomy(Journal* journal, const HostedModel& model) {
  const auto generation = model.present();
  const LabelSpace& labels = generation->model().label_space();
  const Taxonomy& taxonomy = labels.taxonomy();
  const NodeCounts counts = count_by_node(journal, model, labels);
  const std::vector<NodeId> nodes = shown_nodes(taxonomy);
  std::vector<std::size_t> number(taxonomy.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) number[index_of(nodes[i])] = i;
  std::string json = R"({"nodes":[)";
  for (const NodeId node : nodes) {
    if (json.back() == '}') json += ',';
    json += R"({"name":)";
    append_json_string(json, taxonomy.name(node));
    json += R"(,"parents":[)";
    for (const NodeId parent : taxonomy.parents(node)) {
      if (json.back() != '[') json += ',';
      append_json_number(json, number[index_of(parent)]);
    }
    json +=
        fmt::format(R"(],"class":{},"feedback":{},"wrong":{}}})", can_be_predicted(labels, node),
                    counts.feedback[index_of(node)], counts.wrong[index_of(node)]);
  }
  return json + "]}";
}

std::string show_history(Journal* journal, const HostedModel& model) {
  std::int64_t present = 0;
  std::vector<GenerationRow> rows;
  if (journal == nullptr) {
    rows = model.history_in_memory();
    present = rows.front().number;
  } else {
    journal->read([&](Database& database) {
      present = present_generation(database, model.id)->number;
      rows = generations(database, model.id, true);
    });
  }
  std::string json = R"({"generations":[)";
  for (const GenerationRow& row : rows) append_generation(json, row, row.number == present);
  return json + "]}";
}

}  // namespace clade::detail::serve
