// Values that a record has a place for and does not give: an empty cell, NaN, ? of ARFF, null.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/feature_names.h"

namespace clade::detail {

// What readers do with them.
enum class MissingValues {
  leave_out,  // as 0, and counted
  keep,       // as NaN in the row, and counted: whoever asked for that replaces them
  refuse,     // Error{input}
};

// How many values of which features are missing.
class MissingCounts {
 public:
  void add(std::string_view feature);
  void add(const MissingCounts& others);

  bool empty() const { return values_ == 0; }
  std::size_t values() const { return values_; }
  std::size_t features() const { return by_feature_.size(); }
  // By name, or by number where a feature has none.
  const std::map<std::string, std::size_t, std::less<>>& by_feature() const { return by_feature_; }

 private:
  std::map<std::string, std::size_t, std::less<>> by_feature_;
  std::size_t values_ = 0;
};

// NA, N/A, NaN, null and ? in a cell, whatever the case of the letters.
bool is_missing_word(std::string_view word);
// A number that is none: nan, -nan, nan(12).
bool is_nan_word(std::string_view word);

// What is said of a value where none may be missing; a name in quotes, or a number.
std::string refused_missing(std::string_view feature);

// The named numeric features that a table with these columns cannot have a value for. A feature
// such as color=red belongs to the column color.
std::vector<std::string> absent_features(const FeatureNames& known,
                                         const std::vector<std::string>& columns);

}  // namespace clade::detail
