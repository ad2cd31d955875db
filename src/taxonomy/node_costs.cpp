// The losses of CIKM Eq. 23 and thesis Eq. 3.11: every node has a volume and a price for missing
// it and for a false alarm.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/loss_files.h"
#include "taxonomy/taxonomy_graph.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

namespace {

// The sum of f c over the ancestors of the truth alone, and of f cbar over those of the guess
// alone.
class CostLoss final : public Loss {
 public:
  CostLoss(const Taxonomy& taxonomy, std::span<const NodeId> classes, NodeCosts costs)
      : ancestors_(taxonomy, classes), costs_(std::move(costs)) {}

  double operator()(NodeId truth, NodeId guess) const override {
    std::vector<NodeId> room_truth, room_guess;
    return set_loss(costs_, ancestors_.of(truth, room_truth), ancestors_.of(guess, room_guess));
  }

  void row(NodeId truth, std::span<const NodeId> guesses, std::span<double> out) const override {
    std::vector<NodeId> room_truth, room_guess;
    const auto above = ancestors_.of(truth, room_truth);
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      out[i] = set_loss(costs_, above, ancestors_.of(guesses[i], room_guess));
    }
  }

 private:
  ClassAncestors ancestors_;
  NodeCosts costs_;
};

struct NodeCost {
  double miss = 0;         // f_z c_z
  double false_alarm = 0;  // f_z cbar_z
};

double parse_cost(std::string_view text, const char* what, const TextLines& lines) {
  const auto value = parse_double(text);
  if (!value || !std::isfinite(*value) || *value < 0) {
    fail(ErrorKind::input, "{}: expected a number of at least 0 for the {}, got {}", lines.place(),
         what, quoted(text));
  }
  return *value;
}

NodeCost parse_costs(const std::vector<std::string_view>& fields, const TextLines& lines) {
  const double volume = parse_cost(fields[1], "volume", lines);
  const NodeCost cost{volume * parse_cost(fields[2], "miss", lines),
                      volume * parse_cost(fields[3], "false", lines)};
  if (std::max(cost.miss, cost.false_alarm) > largest_loss) {
    fail(ErrorKind::input, "{}: volume times cost is too large, expected at most {}", lines.place(),
         largest_loss);
  }
  return cost;
}

NodeId parse_node(std::string_view name, const Taxonomy& taxonomy, const TextLines& lines) {
  if (name == taxonomy.name(taxonomy.root())) return taxonomy.root();  // an unnamed one, too
  const auto node = taxonomy.find(name);
  if (!node) {
    fail(ErrorKind::input, "{}: expected the name of a node, got {}{}", lines.place(), quoted(name),
         taxonomy.suggestion(name));
  }
  return *node;
}

void check_complete(const std::vector<std::size_t>& line_of, const Taxonomy& taxonomy,
                    const std::string& file) {
  for (std::size_t i = 0; i < line_of.size(); ++i) {
    const NodeId node = node_at(i);
    // Every ancestor set of a label has the root: its cost counts for empty sets alone.
    if (line_of[i] != 0 || (node == taxonomy.root() && taxonomy.name(node).empty())) continue;
    const std::string why = taxonomy.is_added(node)
                                ? fmt::format(", which was added for labels at the inner node {}",
                                              quoted(taxonomy.class_name(node)))
                                : "";
    fail(ErrorKind::input, "{}: expected a line for every node, got none for {}{}", file,
         quoted(taxonomy.name(node)), why);
  }
}

}  // namespace

// Adds up the two differences rather than subtracting common parts from totals: what is nothing
// but zeros must come out as exactly 0.
double set_loss(const NodeCosts& costs, std::span<const NodeId> truth,
                std::span<const NodeId> predicted) {
  double sum = 0;
  std::size_t i = 0, j = 0;
  while (i < truth.size() || j < predicted.size()) {
    if (j == predicted.size() || (i < truth.size() && truth[i] < predicted[j])) {
      sum += costs.miss[index_of(truth[i++])];
    } else if (i == truth.size() || predicted[j] < truth[i]) {
      sum += costs.false_alarm[index_of(predicted[j++])];
    } else {
      ++i, ++j;
    }
  }
  return sum;
}

NodeCosts read_node_costs(const std::filesystem::path& file, const Taxonomy& taxonomy) {
  const MappedFile content(file);
  TextLines lines(content.text(), file.string());
  NodeCosts costs{std::vector<double>(taxonomy.size()), std::vector<double>(taxonomy.size())};
  std::vector<std::size_t> line_of(taxonomy.size(), 0);
  while (const auto line = lines.next()) {
    const auto fields = split(*line, '\t');
    if (fields.size() != 4) {
      fail(ErrorKind::input, "{}: expected node, volume, miss, false by tabs, got {} field{}",
           lines.place(), fields.size(), fields.size() == 1 ? "" : "s");
    }
    const std::size_t node = index_of(parse_node(fields[0], taxonomy, lines));
    if (line_of[node] != 0) {
      fail(ErrorKind::input, "{}: {} has a line already, line {}", lines.place(), quoted(fields[0]),
           line_of[node]);
    }
    line_of[node] = lines.number();
    const NodeCost cost = parse_costs(fields, lines);
    costs.miss[node] = cost.miss;
    costs.false_alarm[node] = cost.false_alarm;
  }
  check_complete(line_of, taxonomy, file.string());
  return costs;
}

std::unique_ptr<Loss> make_cost_loss(NodeCosts costs, const Taxonomy& taxonomy,
                                     std::span<const NodeId> classes) {
  return std::make_unique<CostLoss>(taxonomy, classes, std::move(costs));
}

}  // namespace clade::detail
