#include "method/topdown_svm.h"

#include <memory>
#include <tuple>

#include "method/margin_method.h"
#include "method/sibling_constraints.h"

namespace clade {

namespace {

struct TopdownParams {
  Multilabel multilabel = Multilabel::error;
  MarginParams margin{.bias = Bias::free};

  static constexpr auto fields() {
    using P = TopdownParams;
    return std::tuple{PlainField{"multilabel", &P::multilabel, multilabel_help},
                      Nested{&P::margin}};
  }
};

class TopdownSvm : public MarginMethod<TopdownParams> {
 public:
  TopdownSvm() : MarginMethod("topdown-svm", {}) {}

 protected:
  MarginDesign design(const Dataset& data, const LabelSpace& labels) const override {
    return sibling_design(data, labels);
  }
  bool intersects() const override { return params().multilabel == Multilabel::intersect; }
};

}  // namespace

std::unique_ptr<Method> make_topdown_svm() { return std::make_unique<TopdownSvm>(); }

}  // namespace clade
