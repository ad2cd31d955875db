// Losses of your own: what it costs to guess one class where another is true.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clade {

// Of a loss between sets of labels (thesis Eq. 3.11), by node: what it costs where a true set with
// all ancestors has the node and the predicted one does not, and the other way round.
struct NodeCosts {
  std::vector<double> miss, false_alarm;
};

using ClassCost = std::function<double(std::string_view truth, std::string_view guess)>;

// Writes the costs of all pairs of classes to a file, and returns the value of the option `loss`
// that uses it: make_method("hsvm", {{"loss", save_loss("costs.tsv", classes, cost)}}). A model
// remembers the file's name and not its content. Error{input} for a cost that is negative, not
// finite, or not 0 where truth and guess are the same.
std::string save_loss(const std::filesystem::path& file, std::span<const std::string> classes,
                      const ClassCost& cost);

}  // namespace clade
