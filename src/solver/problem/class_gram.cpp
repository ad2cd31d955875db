#include "solver/problem/class_gram.h"

namespace clade::detail {

ClassGram::ClassGram(const ScoreMap& map) : map_(map), is_identity_(map.is_identity()) {
  const std::size_t n = map.decisions();
  for (std::size_t d = 0; d < n; ++d) diagonal_.push_back(map.gram(d, d));
  if (is_identity_ || n * n > table_limit) return;
  table_.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      table_[a * n + b] = table_[b * n + a] = static_cast<float>(map.gram(a, b));
    }
  }
}

}  // namespace clade::detail
