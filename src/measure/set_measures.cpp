#include "measure/set_measures.h"

#include <cstddef>
#include <span>

namespace clade::detail {

namespace {

// The mean of F1 over the classes that `takes_part` accepts; 0 where there is none.
template <class Predicate>
double macro_f1(std::span<const Overlap> classes, Predicate takes_part) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!takes_part(c)) continue;
    sum += classes[c].f1();
    ++count;
  }
  return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

double weighted_f1(std::span<const Overlap> classes) {
  double sum = 0, labels = 0;
  for (const Overlap& c : classes) {
    sum += static_cast<double>(c.truth) * c.f1();
    labels += static_cast<double>(c.truth);
  }
  return labels == 0 ? 0.0 : sum / labels;
}

}  // namespace

std::vector<std::pair<std::string, double>> set_measures(const SetCounts& sets,
                                                         const std::vector<bool>& counted,
                                                         bool single_label) {
  const auto classes = sets.classes();
  std::vector<std::pair<std::string, double>> metrics{{"micro_f1", sets.labels().f1()}};
  metrics.emplace_back(
      "macro_f1", macro_f1(classes, [&](std::size_t c) { return static_cast<bool>(counted[c]); }));
  metrics.emplace_back("macro_f1_seen", macro_f1(classes, [&](std::size_t c) {
                         return classes[c].truth + classes[c].predicted > 0;
                       }));
  if (single_label) metrics.emplace_back("weighted_f1", weighted_f1(classes));
  metrics.emplace_back("hierarchical_precision", sets.nodes().precision());
  metrics.emplace_back("hierarchical_recall", sets.nodes().recall());
  metrics.emplace_back("hierarchical_f1", sets.nodes().f1());
  return metrics;
}

}  // namespace clade::detail
