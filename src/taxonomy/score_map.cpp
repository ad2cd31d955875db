#include "taxonomy/score_map.h"

#include <utility>

namespace clade::detail {

ScoreMap::ScoreMap(Csr<Attribute> rows, std::size_t units)
    : rows_(std::move(rows)), units_(units) {}

ScoreMap ScoreMap::identity(std::size_t decisions) {
  Csr<Attribute> rows;
  rows.reserve(decisions, decisions);
  for (std::size_t d = 0; d < decisions; ++d) {
    rows.push({static_cast<UnitId>(d), 1.0});
    rows.end_row();
  }
  return {std::move(rows), decisions};
}

bool ScoreMap::is_identity() const {
  if (decisions() != units_) return false;
  for (std::size_t d = 0; d < decisions(); ++d) {
    const auto row = of(d);
    if (row.size() != 1 || index_of(row[0].unit) != d || row[0].strength != 1) return false;
  }
  return true;
}

double ScoreMap::gram(std::size_t a, std::size_t b) const {
  const auto first = rows_.row(a), second = rows_.row(b);
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
    if (first[i].unit == second[j].unit) {
      sum += first[i++].strength * second[j++].strength;
    } else if (first[i].unit < second[j].unit) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

}  // namespace clade::detail
