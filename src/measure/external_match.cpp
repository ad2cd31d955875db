// Brings another program's scores and predictions together with the true labels.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "measure/external_predictions.h"

namespace clade::detail {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

using InstanceOfId = std::unordered_map<std::string, std::size_t>;

InstanceOfId instances_by_id(const Dataset& truth) {
  InstanceOfId instances;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!instances.emplace(truth.id(i), i).second) {
      fail(ErrorKind::input,
           "id {} occurs twice in the true labels, so predictions cannot be matched by id",
           clade::detail::quoted(truth.id(i)));
    }
  }
  return instances;
}

std::size_t find_instance(const InstanceOfId& instances, std::string_view id) {
  const auto found = instances.find(std::string(id));
  return found == instances.end() ? none : found->second;
}

ClassId find_class(const LabelSpace& labels, std::string_view name, const std::string& place) {
  const auto found = labels.find(name);
  if (!found) {
    fail(ErrorKind::input, "{}: {} is not a class{}", place, clade::detail::quoted(name),
         labels.taxonomy().suggestion(name));
  }
  return *found;
}

// What each column is about.
struct Columns {
  std::vector<std::optional<ClassId>> classes;
  std::vector<std::optional<NodeId>> nodes;  // of a table of nodes, else empty
};

void take_once(const LabelName& name, std::vector<bool>& taken, std::size_t number) {
  if (taken[number]) {
    fail(ErrorKind::input, "{}: class {} has a column already", name.place,
         clade::detail::quoted(name.name));
  }
  taken[number] = true;
}

Columns columns_of_classes(const ScoresFile& file, const LabelSpace& labels) {
  Columns columns;
  std::vector<bool> taken(labels.size(), false);
  for (const LabelName& name : file.classes()) {
    const ClassId c = find_class(labels, name.name, name.place);
    take_once(name, taken, index_of(c));
    columns.classes.emplace_back(c);
  }
  return columns;
}

// The name of an inner node is the node here, and not the class of labels at it.
Columns columns_of_nodes(const ScoresFile& file, const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  Columns columns;
  std::vector<bool> taken(taxonomy.size(), false);
  for (const LabelName& name : file.classes()) {
    const auto node = taxonomy.find(name.name);
    if (node && !taxonomy.is_terminal(*node)) {
      columns.classes.emplace_back();
      columns.nodes.push_back(*node);
    } else {
      columns.classes.emplace_back(find_class(labels, name.name, name.place));
      columns.nodes.push_back(labels.node(*columns.classes.back()));
    }
    take_once(name, taken, index_of(*columns.nodes.back()));
  }
  return columns;
}

constexpr std::string_view added_ending = "__misc";

// Every node is a class here, and the table has a column for some m__misc beside that of m: this is
// about the node, that about labels at it.
Columns columns_with_added(const ScoresFile& file, const LabelSpace& labels) {
  std::unordered_set<std::string> with_added;
  for (const LabelName& name : file.classes()) {
    if (!name.name.ends_with(added_ending)) continue;
    with_added.insert(name.name.substr(0, name.name.size() - added_ending.size()));
  }
  Columns columns;
  std::vector<bool> class_taken(labels.size(), false), node_taken(labels.size(), false);
  for (const LabelName& name : file.classes()) {
    const ClassId c = find_class(labels, name.name, name.place);
    const bool is_added = name.name.ends_with(added_ending);
    const bool is_class = is_added || with_added.count(name.name) == 0;
    if (is_class) take_once(name, class_taken, index_of(c));
    if (!is_added) take_once(name, node_taken, index_of(c));
    columns.classes.push_back(is_class ? std::optional(c) : std::nullopt);
    columns.nodes.push_back(is_added ? std::nullopt : std::optional(labels.node(c)));
  }
  return columns;
}

bool has_added_columns(const ScoresFile& file) {
  return std::any_of(file.classes().begin(), file.classes().end(),
                     [](const LabelName& name) { return name.name.ends_with(added_ending); });
}

Columns resolve_columns(const ScoresFile& file, const LabelSpace& labels) {
  if (!is_table_of_nodes(file, labels.taxonomy())) return columns_of_classes(file, labels);
  if (labels.mode() != LabelNodes::all) return columns_of_nodes(file, labels);
  return has_added_columns(file) ? columns_with_added(file, labels)
                                 : columns_of_classes(file, labels);
}

void warn_about_missing_columns(const Columns& columns, const LabelSpace& labels,
                                const std::string& file, std::vector<std::string>& warnings) {
  std::vector<bool> present(labels.size(), false);
  for (const auto c : columns.classes) {
    if (c) present[index_of(*c)] = true;
  }
  std::size_t missing = 0;
  std::optional<ClassId> first;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (present[c] || !labels.is_predictable(label)) continue;
    if (!first) first = label;
    ++missing;
  }
  if (!first) return;
  warnings.push_back(
      fmt::format("{}: {} of {} classes have no column and count as never predicted (the first is "
                  "{})",
                  file, missing, labels.size(), clade::detail::quoted(labels.name(*first))));
}

void warn_about_unknown_ids(std::size_t unknown, const std::string& file,
                            std::vector<std::string>& warnings) {
  if (unknown == 0) return;
  warnings.push_back(fmt::format("{}: {} lines were ignored: their ids are not in the true labels",
                                 file, unknown));
}

std::vector<std::size_t> rows_by_order(const ScoresFile& file, const Dataset& truth) {
  if (file.rows() != truth.size()) {
    fail(ErrorKind::input,
         "{}: expected {} rows of scores, one per instance (there is no column 'id'), got {}",
         file.name(), truth.size(), file.rows());
  }
  std::vector<std::size_t> rows(truth.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return rows;
}

std::vector<std::size_t> rows_by_id(const ScoresFile& file, const Dataset& truth,
                                    std::vector<std::string>& warnings) {
  const InstanceOfId instances = instances_by_id(truth);
  std::vector<std::size_t> rows(truth.size(), none);
  std::size_t unknown = 0;
  for (std::size_t row = 0; row < file.rows(); ++row) {
    const std::size_t instance = find_instance(instances, file.id(row));
    if (instance == none) {
      ++unknown;
    } else if (rows[instance] != none) {
      fail(ErrorKind::input, "{}: id {} occurs twice", file.place(row),
           clade::detail::quoted(file.id(row)));
    } else {
      rows[instance] = row;
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == none && !truth.labels(i).empty()) {
      fail(ErrorKind::input, "{}: expected a row of scores for id {}, got none", file.name(),
           clade::detail::quoted(truth.id(i)));
    }
  }
  warn_about_unknown_ids(unknown, file.name(), warnings);
  return rows;
}

void add_scores(std::shared_ptr<const ScoresFile> file, const LabelSpace& labels,
                const Dataset& truth, GivenPredictions& result) {
  Columns columns = resolve_columns(*file, labels);
  warn_about_missing_columns(columns, labels, file->name(), result.warnings);
  std::vector<std::size_t> rows =
      file->has_ids() ? rows_by_id(*file, truth, result.warnings) : rows_by_order(*file, truth);
  const auto shared_rows = std::make_shared<const std::vector<std::size_t>>(std::move(rows));
  result.scores = [file, classes = std::move(columns.classes), shared_rows](
                      std::size_t instance, std::span<double> scores) {
    std::vector<double> values(classes.size());
    file->read_row((*shared_rows)[instance], values);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      if (classes[i]) scores[index_of(*classes[i])] = values[i];
    }
  };
  if (columns.nodes.empty()) return;
  result.pooled_over = PooledOver::nodes;
  result.node_values = [file, nodes = std::move(columns.nodes), shared_rows](
                           std::size_t instance, std::span<const double>,
                           std::span<double> of_nodes) {
    std::vector<double> values(nodes.size());
    file->read_row((*shared_rows)[instance], values);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i]) of_nodes[index_of(*nodes[i])] = values[i];
    }
  };
}

void warn_about_missing_sets(const std::vector<bool>& given, const Dataset& truth,
                             const std::string& file, std::vector<std::string>& warnings) {
  std::size_t missing = 0;
  std::size_t first = none;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (given[i] || truth.labels(i).empty()) continue;
    if (first == none) first = i;
    ++missing;
  }
  if (missing == 0) return;
  warnings.push_back(
      fmt::format("{}: {} instances have no line and count as empty sets (the first has id {})",
                  file, missing, clade::detail::quoted(truth.id(first))));
}

void add_sets(const PredictionsFile& file, const LabelSpace& labels, const Dataset& truth,
              GivenPredictions& result) {
  const InstanceOfId instances = instances_by_id(truth);
  std::vector<std::vector<ClassId>> sets(truth.size());
  std::vector<bool> given(truth.size(), false);
  std::size_t unknown = 0;
  for (const PredictionsFile::Entry& entry : file.entries()) {
    const std::size_t instance = find_instance(instances, entry.id);
    if (instance == none) {
      ++unknown;
      continue;
    }
    given[instance] = true;
    if (entry.label.empty()) continue;
    const ClassId c = find_class(labels, entry.label, file.place(entry));
    auto& set = sets[instance];
    if (std::find(set.begin(), set.end(), c) != set.end()) {
      fail(ErrorKind::input, "{}: label {} occurs twice for id {}", file.place(entry),
           clade::detail::quoted(entry.label), clade::detail::quoted(entry.id));
    }
    set.push_back(c);
  }
  if (unknown == file.entries().size() && truth.size() > 0) {
    fail(ErrorKind::input,
         "{}: none of its {} lines has an id of the true labels, the first of which is {}",
         file.name(), unknown, clade::detail::quoted(truth.id(0)));
  }
  warn_about_unknown_ids(unknown, file.name(), result.warnings);
  warn_about_missing_sets(given, truth, file.name(), result.warnings);
  result.sets = std::move(sets);
}

}  // namespace

GivenPredictions match_predictions(std::shared_ptr<const ScoresFile> scores,
                                   const PredictionsFile* predictions, const LabelSpace& labels,
                                   const Dataset& truth) {
  GivenPredictions result;
  if (scores) add_scores(std::move(scores), labels, truth, result);
  if (predictions) add_sets(*predictions, labels, truth, result);
  return result;
}

}  // namespace clade::detail
