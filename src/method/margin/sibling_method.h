// What methods share that compare siblings along the path to one label.
#pragma once

#include <tuple>

#include "method/margin/margin_method.h"
#include "method/margin/sibling_constraints.h"

namespace clade::detail {

// The parameters of those that have no others.
struct SiblingParams {
  Multilabel multilabel = Multilabel::error;
  MarginParams margin;

  static constexpr auto fields() {
    using P = SiblingParams;
    return std::tuple{PlainField{"multilabel", &P::multilabel, multilabel_help},
                      Nested{&P::margin}};
  }
};

// `Params` has members `multilabel` and `margin`.
template <class Params = SiblingParams>
class SiblingMethod : public MarginMethod<Params> {
 public:
  using MarginMethod<Params>::MarginMethod;

  MethodTraits traits() const override {
    MethodTraits traits = MarginMethod<Params>::traits();
    traits.cost = CostClass::root_down;
    return traits;
  }

 protected:
  bool intersects() const override { return this->params().multilabel == Multilabel::intersect; }
};

}  // namespace clade::detail
