// The words for the data part's choices in options and model files.
#pragma once

#include <array>
#include <utility>

#include "base/params.h"
#include "clade/features.h"
#include "clade/label_space.h"

namespace clade::detail {

template <>
struct EnumNames<LabelNodes> {
  static constexpr std::array values{
      std::pair{"terminal", LabelNodes::terminal}, std::pair{"all", LabelNodes::all},
      std::pair{"path", LabelNodes::path}, std::pair{"closed", LabelNodes::closed}};
};

template <>
struct EnumNames<Precision> {
  static constexpr std::array values{std::pair{"single", Precision::single},
                                     std::pair{"double", Precision::double_}};
};

template <>
struct EnumNames<NodeNaming> {
  static constexpr std::array values{std::pair{"usual", NodeNaming::usual},
                                     std::pair{"id", NodeNaming::id},
                                     std::pair{"label", NodeNaming::label}};
};

}  // namespace clade::detail
