// The labels of examples that are in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clade/examples.h"
#include "data/record_block.h"

namespace clade::detail {

// Every name once, and for each example the numbers of those it has: added one by one, or in arrays
// of the caller.
class LabelList {
 public:
  // Error{input} for an empty label and for one that no file could hold.
  void add(const Labels& labels);
  // In the place of all that were added, for so many examples.
  void set(LabelCodes labels, std::size_t examples);

  // No labels at all: examples to predict.
  bool empty() const { return size() == 0; }
  std::size_t size() const;
  std::span<const std::int64_t> codes_of(std::size_t i) const;
  const std::string& name(std::int64_t code) const {
    return names_[static_cast<std::size_t>(code)];
  }

 private:
  std::int64_t number_of(const std::string& name);

  std::vector<std::string> names_;
  NameNumbers numbers_;  // of names that were added
  std::vector<std::int64_t> own_codes_, own_offsets_{0};
  bool is_view_ = false;
  std::span<const std::int64_t> codes_, offsets_;  // of the caller
};

}  // namespace clade::detail
