#include "text/weighting.h"

#include <cmath>

namespace clade::detail {

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

}  // namespace clade::detail
