#include "method/topdown_svm.h"

#include <memory>

#include "method/sibling_method.h"

namespace clade {

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

}  // namespace clade
