// Explanations in the data of a page (`Explained` of web/report.schema.json).
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clade/explanation.h"
#include "clade/label_space.h"

namespace clade::detail::report {

// What names are on the page: numbers of nodes, or the names themselves where it has no such node.
struct NamesOfPage {
  std::function<nlohmann::ordered_json(const std::string& label)> label;
  std::function<nlohmann::ordered_json(const std::string& node)> node;
};

// Nodes of the tree of a page (tree_json). `labels` is kept by reference.
NamesOfPage names_of_page(const LabelSpace& labels);

// How much of an explanation is shown: words of the difference and of every node, 0 for all of
// them; whether nodes have words.
struct ShownWords {
  std::size_t most = 0;
  bool of_nodes = false;
};

nlohmann::ordered_json explained_json(const ExplainedDocument& document, std::size_t method,
                                      const NamesOfPage& names, const ShownWords& words);

// A probability with as many digits as a reader needs.
double short_probability(double value);

}  // namespace clade::detail::report
