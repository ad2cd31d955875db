// HPSI's hierarchical SVM: margins between siblings along the path to the label, all under one
// slack per example.
//
//   min 1/2 sum_j ||w_j||^2 + C sum_i (1 - u_i)+      (HPSI Eq. 2 with the hinge loss)
//   u_i = min over the nodes t on the path to y_i and their siblings j of f_t(x_i) - f_j(x_i)
//
// over all nodes but the root, with f_j(x) = <w_j, x> + b_j and free biases. A prediction goes from
// the root down to the best child. Weights of siblings sum to zero at the optimum by themselves.
#include <memory>

#include "method/margin/sibling_method.h"
#include "method/methods/methods.h"

namespace clade::detail {

namespace {

class TopdownSvm : public SiblingMethod<> {
 public:
  TopdownSvm() : SiblingMethod("topdown-svm", {.margin{.bias = Bias::free}}) {}

 protected:
  MarginDesign design(const SiblingParams& /*params*/, const Dataset& data,
                      const LabelSpace& labels) const override {
    return sibling_design(data, labels);
  }
};

}  // namespace

std::unique_ptr<Method> make_topdown_svm() { return std::make_unique<TopdownSvm>(); }

}  // namespace clade::detail
