// Records as .svm text, for other tools.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/records.h"

namespace clade::detail {

// Numbered features keep their index; named ones follow behind the largest of them, in order.
class SvmWriter {
 public:
  // `names` are those of the rows' named features. Error{input} for a label that .svm cannot hold
  // (a comma, a blank, '#', or one that would be read as a feature).
  SvmWriter(const Records& records, const FeatureNames& names);

  // Calls write(text) with pieces of the text.
  void write(const std::function<void(std::string_view)>& write) const;
  // index<TAB>name of every named feature.
  std::string names_text() const;

 private:
  std::string label_text(std::size_t record) const;

  const Records& records_;
  const FeatureNames& names_;
  std::uint32_t largest_number_ = 0;
};

}  // namespace clade::detail
