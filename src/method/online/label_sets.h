// The labels of examples as online learners want them; examples with the same labels share them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "clade/features.h"
#include "clade/label_space.h"
#include "solver/online/online_rules.h"

namespace clade::detail {

class LabelSets {
 public:
  explicit LabelSets(const LabelSpace& labels);

  const LabelSet& of(std::span<const ClassId> own);

 private:
  const LabelSpace& labels_;
  std::vector<Decision> predictable_;
  std::map<std::vector<ClassId>, LabelSet> sets_;
  std::vector<ClassId> key_;
};

}  // namespace clade::detail
