#include "measure/metric_definition.h"

#include <array>
#include <utility>

namespace clade::detail {

namespace {

// A name that ends in '_' is the beginning of a family.
constexpr std::array<std::pair<std::string_view, std::string_view>, 29> definitions{{
    {"accuracy", "share of documents whose best-scored class is a true one"},
    {"parent_accuracy", "share of documents whose best-scored class has the parent of a true one"},
    {"tree_loss", "mean loss of the best-scored class against the nearest true one"},
    {"top_loss",
     "mean loss of the best-scored class against the farthest true one, 0 if it is true"},
    {"l01", "share of documents whose best-scored class is wrong"},
    {"l_delta", "mean distance of the best-scored class, as a share of all nodes"},
    {"l_sib", "mean error of the best-scored class, weighed by the branching above it"},
    {"l_sub", "mean error of the best-scored class, weighed by the size of the subtree"},
    {"average_precision", "how far up the true classes stand in the ranking, 1 if they lead it"},
    {"precision_at_", "share of true classes among the best-scored so many"},
    {"ranking_loss", "share of pairs in which a wrong class stands before a true one"},
    {"max_loss", "mean loss of the farthest wrong class that stands before a true one"},
    {"ranked_pair_loss", "sum of the distances of all wrong classes that stand before a true one"},
    {"auprc", "area under the curve of precision over recall, all nodes together"},
    {"fmax", "F1 of the nodes at the best threshold of the scores"},
    {"smin", "information missed and made up at the best threshold, in bits"},
    {"micro_f1", "F1 of the given labels, all documents and classes together"},
    {"macro_f1", "mean F1 of the classes, 0 for a class that is neither true nor given"},
    {"macro_f1_seen", "mean F1 of the classes that are true or given here"},
    {"weighted_f1", "mean F1 of the classes, weighed by how often they are true"},
    {"hierarchical_f1", "F1 of the given labels together with all their ancestors"},
    {"hierarchical_precision", "share of the given labels and their ancestors that are true"},
    {"hierarchical_recall", "share of the true labels and their ancestors that were given"},
    {"lca_f1", "F1 of true and given labels up to their lowest common ancestors"},
    {"symmetric_difference", "mean number of labels missed or wrongly given in a document"},
    {"symdiff_ancestor_sets", "mean number of nodes that true and given labels have not in common"},
    {"log_loss", "mean negative logarithm of the probability of the true class"},
    {"brier", "mean squared error of the probabilities"},
    {"ece", "mean difference between how sure answers are and how often they are right"},
}};

}  // namespace

std::string_view metric_definition(std::string_view metric) {
  for (const auto& [name, definition] : definitions) {
    if (name.ends_with('_') ? metric.starts_with(name) : metric == name) return definition;
  }
  return {};
}

}  // namespace clade::detail
