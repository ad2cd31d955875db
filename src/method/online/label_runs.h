// Whether examples come sorted by label.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string_view>

#include "clade/reporter.h"
#include "solver/online/online_rules.h"

namespace clade::detail {

// Long runs of one label make a learner forget all others.
class LabelRuns {
 public:
  void add(const LabelSet& set) {
    ++examples_;
    if (&set == last_) ++repeated_;
    if (last_ != nullptr && &set != last_) has_several_ = true;
    last_ = &set;
  }
  void warn_if_sorted(Reporter& reporter, std::string_view advice) const {
    constexpr std::uint64_t least = 100;
    if (examples_ < least || 10 * repeated_ < 9 * examples_ || !has_several_) return;
    reporter.on_warning(
        fmt::format("the examples come sorted by label, which one pass in their order learns badly "
                    "from; {}",
                    advice));
  }

 private:
  const LabelSet* last_ = nullptr;
  std::uint64_t examples_ = 0, repeated_ = 0;
  bool has_several_ = false;
};

}  // namespace clade::detail
