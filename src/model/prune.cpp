#include "model/prune.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <variant>

#include "base/fail.h"
#include "model/fingerprint_section.h"
#include "model/model_builder.h"
#include "model/model_impl.h"

namespace clade::detail {

namespace {

// The sign's place stays empty; of the fraction 8 bits count.
constexpr unsigned dropped_bits = 15;
std::size_t bin_of(double magnitude) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(magnitude)) >> dropped_bits;
}
double bottom_of(std::size_t bin) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bin) << dropped_bits));
}

// Calls use(unit, weight) for all weights other than zero, feature by feature.
template <class Use>
void for_each_weight(const Model& model, Use use) {
  std::visit(
      [&](const auto& weights) {
        for (std::size_t j = 0; j < weights.features; ++j) {
          weights.for_each_nonzero(
              j, [&](std::size_t unit, auto weight) { use(unit, static_cast<double>(weight)); });
        }
      },
      model.impl().weights);
}

void check_prunable(const Model& model) {
  if (model.impl().support == nullptr) return;
  fail(ErrorKind::usage,
       "prune: the model has a kernel: its weights belong to training examples, and there is "
       "nothing to leave out feature by feature");
}

void check_range(const Model& model) {
  for_each_weight(model, [](std::size_t, double weight) {
    if (fits_half(weight)) return;
    fail(ErrorKind::usage,
         "prune: `precision=half`: expected weights of at most {}, got {:.6g}; use "
         "`precision=single`",
         largest_half, weight);
  });
}

// Squared lengths by unit of the difference between the rows of two models of the same shape.
std::vector<double> squared_differences(const Model& before, const Model& after) {
  const auto& pruned = std::get<WeightView<float>>(after.impl().weights);
  std::vector<double> sums(pruned.units, 0.0), row(pruned.units, 0.0);
  std::visit(
      [&](const auto& weights) {
        for (std::size_t j = 0; j < weights.features; ++j) {
          pruned.for_each_nonzero(
              j, [&](std::size_t u, float weight) { row[u] = static_cast<double>(weight); });
          weights.for_each_nonzero(j, [&](std::size_t u, auto weight) {
            const double missing = static_cast<double>(weight) - row[u];
            sums[u] += missing * missing;
          });
          pruned.for_each_nonzero(j, [&](std::size_t u, float) { row[u] = 0; });
        }
      },
      before.impl().weights);
  return sums;
}

}  // namespace

WeightMagnitudes::WeightMagnitudes(const Model& model)
    : histogram_((std::size_t{1} << (32 - dropped_bits)) + 1) {
  check_prunable(model);
  for_each_weight(model, [this](std::size_t, double weight) {
    const double magnitude = std::abs(weight);
    ++histogram_[bin_of(magnitude)];
    ++count_;
    largest_ = std::max(largest_, magnitude);
  });
}

double WeightMagnitudes::threshold(double share) const {
  if (share >= 1) return 0;
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t reached = 0;
  for (std::size_t bin = histogram_.size(); bin-- > 0;) {
    reached += histogram_[bin];
    if (reached >= wanted && reached > 0) return bottom_of(bin);
  }
  return 0;
}

Model pruned(const Model& model, double threshold, PackedNumbers numbers) {
  check_prunable(model);
  if (numbers == PackedNumbers::half) check_range(model);
  const auto packed = std::visit(
      [&](const auto& view) {
        return std::make_shared<const PackedWeights>(view, threshold, numbers);
      },
      model.impl().weights);
  // There is no going on from these weights.
  return with_fingerprints(ModelBuilder(model).weights(packed).without_online_state().build(), {});
}

double largest_score_change(const Model& before, const Model& after) {
  std::vector<double> lengths = squared_differences(before, after);
  for (double& length : lengths) length = std::sqrt(length);
  const ScoreMap& map = before.impl().score_map;
  double largest = 0;
  for (std::size_t c = 0; c < map.decisions(); ++c) {
    double sum = 0;
    for (const Attribute& a : map.of(c)) {
      sum += std::abs(a.strength) * lengths[index_of(a.unit)];
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace clade::detail
