// What the count of a term becomes, and the length of a row.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "base/params.h"
#include "clade/features.h"

namespace clade::detail {

enum class Weighting { automatic, none, binary, tf, log_tf, tfidf, log_tfidf };
template <>
struct EnumNames<Weighting> {
  static constexpr std::array values{
      std::pair{"auto", Weighting::automatic},     std::pair{"none", Weighting::none},
      std::pair{"binary", Weighting::binary},      std::pair{"tf", Weighting::tf},
      std::pair{"log-tf", Weighting::log_tf},      std::pair{"tfidf", Weighting::tfidf},
      std::pair{"log-tfidf", Weighting::log_tfidf}};
};

enum class Normalize { automatic, none, unit };
template <>
struct EnumNames<Normalize> {
  static constexpr std::array values{std::pair{"auto", Normalize::automatic},
                                     std::pair{"none", Normalize::none},
                                     std::pair{"unit", Normalize::unit}};
};

bool has_idf(Weighting weighting);

// The weight of a count tf >= 0 inside its record: tf itself, 1 where it is not 0 (binary), or
// 1 + ln tf (log), where tf below 1, which weighted text fields can give, stays as it is.
double weight_of_count(Weighting weighting, double tf);

// ln((1 + records) / (1 + df)) + 1 for a feature that df of the records have: as if one more record
// had every feature, so that none gets weight 0 or is divided by 0.
double inverse_document_frequency(std::size_t records, std::size_t df);

template <class Real>
double row_length(BasicSparseRow<Real> row) {
  double squared = 0, largest = 0;
  for (const auto& feature : row) {
    const auto value = static_cast<double>(feature.value);
    squared += value * value;
    largest = std::max(largest, std::abs(value));
  }
  if (squared > 1e-250 && squared < 1e250) return std::sqrt(squared);
  if (largest == 0) return 0;
  // The squares would be too small or too large for a number.
  squared = 0;
  for (const auto& feature : row) {
    const double value = static_cast<double>(feature.value) / largest;
    squared += value * value;
  }
  return std::sqrt(squared) * largest;
}

// To length 1; a row of zeros stays.
template <class Real>
void scale_to_unit_length(std::span<BasicFeature<Real>> row) {
  const double length = row_length<Real>(row);
  if (length == 0) return;
  for (auto& feature : row) {
    feature.value = static_cast<Real>(static_cast<double>(feature.value) / length);
  }
}

}  // namespace clade::detail
