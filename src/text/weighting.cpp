#include "text/weighting.h"

#include <algorithm>
#include <cmath>

namespace clade {

bool has_idf(Weighting weighting) {
  return weighting == Weighting::tfidf || weighting == Weighting::log_tfidf;
}

double weight_of_count(Weighting weighting, double tf) {
  switch (weighting) {
    case Weighting::binary:
      return tf > 0 ? 1 : 0;
    case Weighting::log_tf:
    case Weighting::log_tfidf:
      return tf > 1 ? 1 + std::log(tf) : tf;
    case Weighting::automatic:
    case Weighting::none:
    case Weighting::tf:
    case Weighting::tfidf:
      break;
  }
  return tf;
}

double inverse_document_frequency(std::size_t records, std::size_t df) {
  return std::log(static_cast<double>(1 + records) / static_cast<double>(1 + df)) + 1;
}

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

template <class Real>
void scale_to_unit_length(std::span<BasicFeature<Real>> row) {
  const double length = row_length<Real>(row);
  if (length == 0) return;
  for (auto& feature : row) {
    feature.value = static_cast<Real>(static_cast<double>(feature.value) / length);
  }
}

template double row_length(BasicSparseRow<float>);
template double row_length(BasicSparseRow<double>);
template void scale_to_unit_length(std::span<BasicFeature<float>>);
template void scale_to_unit_length(std::span<BasicFeature<double>>);

}  // namespace clade
