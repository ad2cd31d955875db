// The score map M: decision scores F = M s from the raw scores s of the units (class attributes,
// thesis 3.7: F(y) = sum over r of lambda_r(y) s_r).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/csr.h"

namespace clade::detail {

enum class UnitId : std::uint32_t {};  // a row of weights: a node, a class or a user's attribute
constexpr std::size_t index_of(UnitId unit) { return static_cast<std::size_t>(unit); }

struct Attribute {
  UnitId unit;
  double strength;
};

class ScoreMap {
 public:
  ScoreMap() = default;
  // Rows sorted by unit, without zeros; one row per decision.
  ScoreMap(Csr<Attribute> rows, std::size_t units);
  static ScoreMap identity(std::size_t decisions);

  std::size_t decisions() const { return rows_.size(); }
  std::size_t units() const { return units_; }
  std::span<const Attribute> of(std::size_t decision) const { return rows_.row(decision); }
  const Csr<Attribute>& rows() const { return rows_; }

  // G = M M': <lambda(a), lambda(b)>.
  double gram(std::size_t a, std::size_t b) const;

  // Every decision is its own unit, of strength 1: F = s.
  bool is_identity() const;

  // F = M s, one decision after the other; linear/decision_scores.h is for inner loops.
  template <class From, class To>
  void apply(std::span<const From> raw, std::span<To> decision_scores) const {
    for (std::size_t d = 0; d < rows_.size(); ++d) {
      double sum = 0;
      for (const Attribute& a : rows_.row(d)) {
        sum += a.strength * static_cast<double>(raw[index_of(a.unit)]);
      }
      decision_scores[d] = static_cast<To>(sum);
    }
  }

 private:
  Csr<Attribute> rows_;
  std::size_t units_ = 0;
};

}  // namespace clade::detail
