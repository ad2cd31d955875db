// How good predictions are: every measure of the papers (definitions in docs/METRICS.md).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clade/dataset.h"
#include "clade/label_space.h"
#include "clade/model.h"

namespace clade {

struct Loss;
class ThreadPool;

struct ClassReport {
  ClassId label;
  std::size_t support;
  double precision, recall, f1;
};
struct LevelReport {
  std::size_t level;  // 1 is below the root
  double accuracy;
  std::size_t nodes;
};

struct Evaluation {
  std::size_t instances = 0;
  std::vector<std::pair<std::string, double>> metrics;  // in the order of the contract; what does not apply is absent
  std::map<double, std::size_t> loss_histogram;         // top loss -> instances
  std::vector<LevelReport> per_level;
  std::vector<ClassReport> per_class;

  std::optional<double> find(std::string_view metric) const;
};

}  // namespace clade
