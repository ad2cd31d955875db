// `calibrate`: whether a model gets probabilities, and from how many folds.
#pragma once

#include <cstddef>
#include <tuple>

#include "base/params.h"

namespace clade::detail {

inline constexpr NumberRule number_of_folds{[](double v) { return v >= 1 && v <= 100; },
                                            "a whole number from 1 to 100"};

struct CalibrateOptions {
  bool calibrate = false;
  int calibrate_folds = 5;

  std::size_t folds() const { return calibrate ? static_cast<std::size_t>(calibrate_folds) : 0; }
  // How many trainings on all examples take as long as training and calibration together.
  double trainings() const {
    if (!calibrate) return 1;
    constexpr double without_a_part = 0.8;
    return calibrate_folds == 1 ? 1 + without_a_part : calibrate_folds;
  }

  static constexpr auto fields() {
    using P = CalibrateOptions;
    return std::tuple{
        PlainField{"calibrate", &P::calibrate,
                   "learn from held-out folds how scores become probabilities; takes as many more "
                   "trainings as there are folds"},
        Field{"calibrate_folds", &P::calibrate_folds, number_of_folds,
              "the folds of `calibrate`; 1: a fifth of the records is held out once",
              When<P>{[](const P& p) { return p.calibrate; }, "without `calibrate`"}}};
  }
};

}  // namespace clade::detail
