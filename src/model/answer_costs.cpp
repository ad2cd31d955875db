#include "model/answer_costs.h"

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

namespace {

struct Cost {
  double wrong, vague;
};

constexpr double largest_cost = 1e100;

double parse_cost(std::string_view text, const char* what, const TextLines& lines) {
  const auto value = parse_double(text);
  if (!value || !(*value >= 0 && *value <= largest_cost)) {
    fail(ErrorKind::input,
         "{}: expected a number of at least 0 for the cost of a {} answer, got {}", lines.place(),
         what, quoted(text));
  }
  return *value;
}

NodeId parse_node(std::string_view name, const Taxonomy& taxonomy, const TextLines& lines) {
  if (name == taxonomy.name(taxonomy.root())) return taxonomy.root();  // an unnamed one, too
  const auto node = taxonomy.find(name);
  if (!node) {
    fail(ErrorKind::input, "{}: expected the name of a node, or * for all others, got {}{}",
         lines.place(), quoted(name), taxonomy.suggestion(name));
  }
  return *node;
}

struct CostTable {
  std::vector<std::optional<Cost>> of_node;
  std::optional<Cost> of_others;
};

CostTable read_table(const std::filesystem::path& file, const Taxonomy& taxonomy) {
  const MappedFile content(file);
  TextLines lines(content.text(), file.string());
  CostTable table;
  table.of_node.resize(taxonomy.size());
  while (const auto line = lines.next()) {
    const auto fields = split(*line, '\t');
    if (fields.size() != 3) {
      fail(ErrorKind::input, "{}: expected node, wrong, vague by tabs, got {} field{}",
           lines.place(), fields.size(), fields.size() == 1 ? "" : "s");
    }
    const Cost cost{parse_cost(fields[1], "wrong", lines), parse_cost(fields[2], "vague", lines)};
    std::optional<Cost>& place =
        fields[0] == "*" ? table.of_others
                         : table.of_node[index_of(parse_node(fields[0], taxonomy, lines))];
    if (place)
      fail(ErrorKind::input, "{}: {} has a line already", lines.place(), quoted(fields[0]));
    place = cost;
  }
  return table;
}

}  // namespace

AnswerCosts read_answer_costs(const std::filesystem::path& file, const ProbabilityMap& map) {
  const Taxonomy& taxonomy = map.labels().taxonomy();
  const CostTable table = read_table(file, taxonomy);
  AnswerCosts costs;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    if (!table.of_node[n] && !table.of_others) {
      fail(ErrorKind::input,
           "{}: expected costs for every node, got none for {}; a line for * is for all others",
           file.string(), quoted(taxonomy.name(node)));
    }
    const double height = static_cast<double>(map.height(node));
    const Cost cost = table.of_node[n].value_or(
        table.of_others ? Cost{table.of_others->wrong, height * table.of_others->vague} : Cost{});
    costs.wrong.push_back(cost.wrong);
    costs.vague.push_back(cost.vague);
  }
  return costs;
}

}  // namespace clade::detail
