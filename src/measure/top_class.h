// Measures of the one best class f(x).
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "clade/label_space.h"
#include "taxonomy/loss.h"

namespace clade::detail {

// Of one instance; the metrics are their means.
struct TopClassValues {
  bool right = false;
  bool parent_right = false;
  double top_loss = 0;
  double tree_loss = 0;
  double l_delta = 0, l_sib = 0, l_sub = 0;  // zero where they are not measured
};

class TopClass {
 public:
  // `loss` and `symdiff` must outlive this object. The losses of HPSI are measured where each
  // instance has a single label, l_sib and l_sub on trees only.
  TopClass(const LabelSpace& labels, const Loss& loss, const Loss& symdiff, bool single_label);

  bool measures_l_delta() const { return single_label_; }
  bool measures_l_sib_and_l_sub() const { return sibling_ != nullptr; }

  TopClassValues measure(std::span<const ClassId> truth, ClassId top) const;

 private:
  const LabelSpace& labels_;
  const Loss& loss_;
  const Loss& symdiff_;
  std::unique_ptr<Loss> sibling_, subtree_;
  bool single_label_;
};

}  // namespace clade::detail
