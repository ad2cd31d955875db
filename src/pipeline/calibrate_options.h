// `calibrate`: whether a model gets probabilities, and from how many folds.
#pragma once

#include <cstddef>
#include <tuple>

#include "base/params.h"

namespace clade::detail {

inline constexpr NumberRule number_of_folds{[](double v) { return v >= 2 && v <= 100; },
                                            "a whole number from 2 to 100"};

struct CalibrateOptions {
  bool calibrate = false;
  int calibrate_folds = 5;

  std::size_t folds() const { return calibrate ? static_cast<std::size_t>(calibrate_folds) : 0; }

  static constexpr auto fields() {
    using P = CalibrateOptions;
    return std::tuple{
        PlainField{"calibrate", &P::calibrate,
                   "learn from held-out folds how scores become probabilities; takes as many more "
                   "trainings as there are folds"},
        Field{"calibrate_folds", &P::calibrate_folds, number_of_folds, "the folds of `calibrate`",
              When<P>{[](const P& p) { return p.calibrate; }, "without `calibrate`"}}};
  }
};

}  // namespace clade::detail
