#include "method/margin/choose_c.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <variant>

#include "base/text.h"
#include "base/train_context.h"
#include "method/margin/cross_validation.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

namespace {

constexpr std::uint32_t fold_count = 5;
constexpr int steps_each_way = 6;
constexpr int patience = 2;

// ... 0.5, 1, 2, 5, 10 ...: 1 is number 0.
double series_value(int number) {
  constexpr std::array leading{1.0, 2.0, 5.0};
  const int decade = number >= 0 ? number / 3 : (number - 2) / 3;
  const double digit = leading[static_cast<std::size_t>(number - 3 * decade)];
  // Dividing gives the number that its text means.
  return decade >= 0 ? digit * std::pow(10.0, decade) : digit / std::pow(10.0, -decade);
}

int nearest_decade(double value) {
  constexpr int most = 20;
  return std::clamp(static_cast<int>(std::lround(std::log10(value))), -most, most);
}

bool is_better(const RankQuality& a, const RankQuality& b) {
  if (a.average_precision != b.average_precision) return a.average_precision > b.average_precision;
  return a.top_is_right > b.top_is_right;
}

template <class Backend>
class Search {
 public:
  Search(CrossValidation<Backend>& validation, int middle, Reporter& reporter)
      : validation_(validation), middle_(middle), reporter_(reporter) {}

  double best() {
    best_C_ = series_value(middle_);
    if (!try_value(0)) return best_C_;
    walk(+1);
    validation_.return_to_first();
    // Where a larger value is better, smaller ones are not.
    if (best_C_ == series_value(middle_)) walk(-1);
    reporter_.on_note(fmt::format("C {} is the best of {} values over {} folds",
                                  format_number(best_C_), tried_, fold_count));
    return best_C_;
  }

 private:
  void walk(int direction) {
    int worse = 0;
    for (int step = 1; step <= steps_each_way && worse < patience; ++step) {
      const double before = best_C_;
      if (!try_value(direction * step)) return;
      worse = best_C_ == before ? worse + 1 : 0;
    }
  }

  // False where the run was asked to stop.
  bool try_value(int step) {
    const double C = series_value(middle_ + step);
    const std::optional<RankQuality> quality = validation_.at(C);
    if (!quality) return false;
    ++tried_;
    reporter_.on_note(fmt::format("C {}: held-out average precision {:.4f}, accuracy {:.4f}",
                                  format_number(C), quality->average_precision,
                                  quality->top_is_right));
    if (!best_ || is_better(*quality, *best_)) {
      best_ = quality;
      best_C_ = C;
    }
    return true;
  }

  CrossValidation<Backend>& validation_;
  int middle_;  // of the series
  Reporter& reporter_;
  double best_C_ = 0;
  std::optional<RankQuality> best_;
  int tried_ = 0;
};

template <class Backend>
double choose_with(const SparseRows<typename Backend::Real>& rows, const MarginDesign& design,
                   const MarginParams& params, const Dataset& data, const LabelSpace& labels,
                   TrainContext& context) {
  CrossValidation<Backend> validation(rows, design, params, data, labels, fold_count, context);
  // The best C goes with the square of the rows' length.
  int decade = -nearest_decade(validation.median_squared_length());
  if (params.scale_C == ScaleC::n) decade += nearest_decade(static_cast<double>(data.size()));
  return Search<Backend>(validation, 3 * decade, context.reporter).best();
}

}  // namespace

double choose_C(const MarginDesign& design, const MarginParams& params, const Dataset& data,
                const LabelSpace& labels, TrainContext& context) {
  context.reporter.on_stage("choosing C");
  const bool linear = params.kernel.kernel == KernelKind::linear;
  const auto choose = [&]<class Real>(const SparseRows<Real>& rows) {
    const auto with = linear ? choose_with<LinearBackend<Real>> : choose_with<KernelBackend<Real>>;
    return with(rows, design, params, data, labels, context);
  };
  const double C = std::visit(choose, data.rows());
  context.reporter.on_stage("training");
  return C;
}

}  // namespace clade::detail
