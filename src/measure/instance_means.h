// The metrics that are means over instances: their names, values and, where asked for, the values
// of every instance.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "clade/metrics.h"

namespace clade::detail {

class InstanceMeans {
 public:
  // Writes into `evaluation`, which must outlive this object.
  InstanceMeans(Evaluation& evaluation, bool keep_instances)
      : evaluation_(evaluation), keep_(keep_instances) {}

  // The metric is the mean of value(one) over `instances`, of which there must be one.
  template <class Values, class Value>
  void add(std::string name, const std::vector<Values>& instances, Value value) {
    std::vector<double> kept;
    double sum = 0;
    for (const Values& one : instances) {
      const auto number = static_cast<double>(std::invoke(value, one));
      sum += number;
      if (keep_) kept.push_back(number);
    }
    evaluation_.metrics.emplace_back(name, sum / static_cast<double>(instances.size()));
    if (keep_) evaluation_.per_instance.emplace_back(std::move(name), std::move(kept));
  }

 private:
  Evaluation& evaluation_;
  bool keep_;
};

}  // namespace clade::detail
