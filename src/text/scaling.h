// Numeric features on a common scale, and what stands for a value that is missing. Terms of texts
// and counts under `weighting` have their own treatment and are left alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/communicator.h"
#include "base/params.h"
#include "data/missing_values.h"
#include "data/records.h"
#include "text/feature_table.h"

namespace clade::detail {

enum class Scale { automatic, none, standard, minmax };
template <>
struct EnumNames<Scale> {
  static constexpr std::array values{
      std::pair{"auto", Scale::automatic}, std::pair{"none", Scale::none},
      std::pair{"standard", Scale::standard}, std::pair{"minmax", Scale::minmax}};
};

enum class Missing { automatic, zero, mean, error };
template <>
struct EnumNames<Missing> {
  static constexpr std::array values{
      std::pair{"auto", Missing::automatic}, std::pair{"zero", Missing::zero},
      std::pair{"mean", Missing::mean}, std::pair{"error", Missing::error}};
};

struct ScalingParams {
  Scale scale = Scale::automatic;
  Missing missing = Missing::automatic;

  // What models had before there was a choice.
  static constexpr ScalingParams plain() { return {Scale::none, Missing::zero}; }
  bool operator==(const ScalingParams&) const = default;

  // With `auto` filled in: `none` for the scale, and the mean for missing values of what is scaled.
  ScalingParams settled() const;
  // Whether every numeric feature needs numbers of its own.
  bool needs_numbers() const;
  // How records are to be read.
  MissingValues reading() const;

  static constexpr auto fields() {
    using P = ScalingParams;
    return std::tuple{
        PlainField{"scale", &P::scale,
                   "of numeric features: standard: minus the mean, divided by the standard "
                   "deviation; minmax: from 0 to 1; features that most rows lack are only divided, "
                   "so that zeros stay; auto: none, unless the method looks at the data"},
        PlainField{"missing", &P::missing,
                   "for an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of "
                   "the training values, or an error; auto: the mean where features are scaled, "
                   "else zero"}};
  }
};

// What is learned of numeric features: x becomes (x - shift) / width. A feature of width 0 was
// constant and drops out.
struct FeatureScaling {
  std::vector<std::uint32_t> features;  // increasing
  std::vector<double> shifts, widths;   // of each
  std::vector<double> fills;            // of each: what x is where it is missing

  bool empty() const { return features.empty(); }
  bool operator==(const FeatureScaling&) const = default;
};

// What `auto` means where a method adapts to its data: `standard` where the rows are numbers and at
// least half of all entries are there, else `none`, and that for zeros and ones as well.
Scale scale_for(const Records& records, Communicator& peers = single_rank());

using IsNumber = std::function<bool(std::uint32_t index)>;

// Learns from all rows; what `before` has stays. A feature is dense if half of the rows or more
// have it, and only dense ones are shifted. Sums are in double, in the order of the rows.
FeatureScaling fit_scaling(const ScalingParams& params, const Records& records,
                           const IsNumber& is_number, const FeatureScaling& before);

// Applies it. Immutable; safe to use from several threads.
class RowScaler {
 public:
  RowScaler() = default;
  RowScaler(const ScalingParams& params, const FeatureScaling& scaling);

  // Rows may grow: a shifted feature is not 0 where it was. Missing values of other features become
  // 0.
  template <class Real>
  void apply(SparseRows<Real>& rows) const;
  // The value of a feature as the model sees it.
  double scaled(std::uint32_t number, double value) const;

 private:
  // A dense feature where a row does not have it.
  struct Shifted {
    std::uint32_t index;
    double value;
  };
  template <class Real>
  bool scale(BasicFeature<Real>& feature) const;
  template <class Real>
  SparseRows<Real> grown(const SparseRows<Real>& rows) const;

  FeatureScaling scaling_;
  bool fills_ = false;
  FeatureTable numbers_;          // of scaling_.features
  std::vector<Shifted> shifted_;  // by index, increasing
};

// Error{input} that names the first record and feature with a missing value.
void refuse_missing(const Records& records, const FeatureNames& names);

// "12 values of 3 features are missing and count as 0", where there are any; else "".
std::string missing_text(const MissingCounts& missing, Missing treatment);

}  // namespace clade::detail
