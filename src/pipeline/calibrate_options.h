// `calibrate`: whether a model gets probabilities, and from how many folds.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>

#include "base/fail.h"
#include "base/params.h"
#include "clade/method.h"

namespace clade::detail {

inline constexpr NumberRule number_of_folds{[](double v) { return v >= 0 && v <= 100; },
                                            "a whole number from 0 to 100, or auto"};

struct CalibrateOptions {
  bool calibrate = false;
  std::optional<int> calibrate_folds;

  // Empty: what the method does (settled_folds).
  std::optional<std::size_t> folds() const {
    if (calibrate_folds) return static_cast<std::size_t>(*calibrate_folds);
    return calibrate ? std::optional<std::size_t>(5) : std::nullopt;
  }
  // Error{usage} where one option asks for what the other forbids.
  void check() const {
    if (!calibrate || calibrate_folds != 0) return;
    fail_parameter("calibrate_folds",
                   "0 means no probabilities, which `calibrate` asks for; leave "
                   "one of the two out");
  }
  // How many trainings on all examples take as long as training and calibration together.
  double trainings(const MethodTraits& traits) const {
    return trainings_with(folds().value_or(traits.adapts_to_data ? 1 : 0));
  }
  static double trainings_with(std::size_t folds) {
    constexpr double without_a_part = 0.8;
    if (folds <= 1) return 1 + without_a_part * static_cast<double>(folds);
    return static_cast<double>(folds);
  }

  static constexpr auto fields() {
    using P = CalibrateOptions;
    return std::tuple{
        PlainField{"calibrate", &P::calibrate,
                   "learn from held-out folds how scores become probabilities and sets of labels; "
                   "takes as many more trainings as there are folds"},
        Field{"calibrate_folds", &P::calibrate_folds, number_of_folds,
              "the folds of `calibrate`; 1: a fifth of the records is held out once; 0: no "
              "probabilities; auto: 5 with `calibrate`, else 0, and for method clade 1, or 5 of "
              "fewer "
              "than 2000 records"}};
  }
};

}  // namespace clade::detail
