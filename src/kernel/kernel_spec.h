// Which kernel k(x, z) compares two instances, with its numbers filled in.
#pragma once

#include <array>
#include <utility>

#include "base/params.h"
#include "clade/kernel_kind.h"

namespace clade::detail {

template <>
struct EnumNames<KernelKind> {
  static constexpr std::array values{
      std::pair{"linear", KernelKind::linear}, std::pair{"rbf", KernelKind::rbf},
      std::pair{"poly", KernelKind::poly}, std::pair{"subsequence", KernelKind::subsequence},
      std::pair{"precomputed", KernelKind::precomputed}};
};

struct KernelSpec {
  KernelKind kind = KernelKind::linear;
  double gamma = 1;
  double coef0 = 0;
  int degree = 3;
  int length = 4;
  double decay = 0.5;
};

}  // namespace clade::detail
