// The options that every batch large-margin method has: the price of slack and how rows are used.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/params.h"
#include "clade/method.h"
#include "data/dataset.h"
#include "data/enum_names.h"
#include "method/kernel_params.h"
#include "solver/device/device_choice.h"
#include "solver/problem/solver_params.h"

namespace clade::detail {

enum class ScaleC { none, n };
template <>
struct EnumNames<ScaleC> {
  static constexpr std::array values{std::pair{"none", ScaleC::none}, std::pair{"n", ScaleC::n}};
};

enum class ClassWeight { none, balanced };
template <>
struct EnumNames<ClassWeight> {
  static constexpr std::array values{std::pair{"none", ClassWeight::none},
                                     std::pair{"balanced", ClassWeight::balanced}};
};

enum class Bias { none, feature, free };
template <>
struct EnumNames<Bias> {
  static constexpr std::array values{std::pair{"none", Bias::none},
                                     std::pair{"feature", Bias::feature},
                                     std::pair{"free", Bias::free}};
};

enum class PrecisionChoice { automatic, single, double_ };
template <>
struct EnumNames<PrecisionChoice> {
  static constexpr std::array values{std::pair{"auto", PrecisionChoice::automatic},
                                     std::pair{"single", PrecisionChoice::single},
                                     std::pair{"double", PrecisionChoice::double_}};
};

struct MarginParams {
  std::optional<double> C = 1;  // nothing: auto, chosen by cross-validation
  ScaleC scale_C = ScaleC::none;
  ClassWeight class_weight = ClassWeight::none;
  Bias bias = Bias::none;
  PrecisionChoice precision = PrecisionChoice::automatic;
  DeviceKind device = DeviceKind::automatic;
  KernelParams kernel;
  SolverParams solver;

  static constexpr auto fields() {
    using P = MarginParams;
    return std::tuple{
        Field{"C", &P::C, above_zero_inf_or_auto,
              "the price of one unit of slack; large: fit the data, inf: hard margin, auto: the "
              "best of up to 13 values by cross-validation"},
        PlainField{"scale_C", &P::scale_C, "n: divide C by the number of examples"},
        PlainField{"class_weight", &P::class_weight,
                   "balanced: raise C for examples of rare classes, lower it for frequent ones"},
        PlainField{
            "bias", &P::bias,
            "feature: add a constant feature of value 1 to every row; free: a constant whose "
            "weights have no price"},
        PlainField{"precision", &P::precision,
                   "of rows and weights; auto: single, or double where the tolerance is below 1e-6 "
                   "(times C where that is above 1)"},
        PlainField{"device", &P::device,
                   "what takes the steps of one problem over all classes: a GPU, through a plug-in "
                   "(docs/GPU.md); auto: a GPU where there are the plug-in and enough work; plain: "
                   "what a GPU does, on one thread of the processor, for tests"},
        Nested{&P::kernel},
        Nested{&P::solver}};
  }

  // Error{usage} for options that do not go together.
  void check() const;
  // What these parameters say of a method.
  MethodTraits traits() const;

  // The rounding of scores is multiplied by C in the primal objective, so the gap that single
  // precision can certify grows with C. What `auto` will choose is not known yet.
  Precision chosen_precision() const {
    if (precision == PrecisionChoice::automatic) {
      constexpr double large = 100;
      // The steps towards free biases are solved ten times closer.
      const double tolerance = bias == Bias::free ? 0.1 * solver.tolerance : solver.tolerance;
      return tolerance < 1e-6 * std::max(1.0, C.value_or(large)) ? Precision::double_
                                                                 : Precision::single;
    }
    return precision == PrecisionChoice::single ? Precision::single : Precision::double_;
  }
};

// How many examples there are: one of weight w counts as w of them.
double total_weight(const Dataset& data);

// C of every example: scaled, and times the weights of the example and of its classes.
std::vector<double> example_C(double C, const MarginParams& params, const Dataset& data,
                              std::size_t classes);

}  // namespace clade::detail
