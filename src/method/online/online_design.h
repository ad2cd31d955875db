// What an online method decides, and the options that all of them have.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "method/margin/margin_params.h"
#include "method/margin/train_linear.h"
#include "solver/online/online_rules.h"
#include "solver/problem/constraint_set.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

enum class VisitOrder { file, random };
template <>
struct EnumNames<VisitOrder> {
  static constexpr std::array values{std::pair{"file", VisitOrder::file},
                                     std::pair{"random", VisitOrder::random}};
};

enum class OnlineBias { none, feature };
template <>
struct EnumNames<OnlineBias> {
  static constexpr std::array values{std::pair{"none", OnlineBias::none},
                                     std::pair{"feature", OnlineBias::feature}};
};

struct OnlineParams {
  int epochs = 1;
  VisitOrder order = VisitOrder::file;
  OnlineBias bias = OnlineBias::none;
  PrecisionChoice precision = PrecisionChoice::automatic;
  KernelParams kernel;

  static constexpr auto fields() {
    using P = OnlineParams;
    return std::tuple{
        Field{"epochs", &P::epochs, at_least_one,
              "passes over the data, unless one is without a change"},
        PlainField{"order", &P::order,
                   "of the examples in a pass: that of the file, or a new random one each time"},
        PlainField{"bias", &P::bias, "feature: add a constant feature of value 1 to every row"},
        PlainField{"precision", &P::precision, "of rows and weights; auto: single"},
        Nested{&P::kernel}};
  }

  Precision chosen_precision() const {
    return precision == PrecisionChoice::double_ ? Precision::double_ : Precision::single;
  }
};

struct OnlineDesign {
  std::string method;
  OptionTexts options;  // as the model keeps them
  OnlineParams params;
  ClassAttributes attributes;
  std::shared_ptr<const LossRows> losses;  // nothing: all 1
  OnlineRules rules;
  bool worst_first = false;  // Minover in place of the rules
};

}  // namespace clade::detail
