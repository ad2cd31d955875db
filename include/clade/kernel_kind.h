// How two instances are compared.
#pragma once

namespace clade {

enum class KernelKind {
  linear,       // <x, z>
  rbf,          // exp(-gamma |x - z|^2)
  poly,         // (gamma <x, z> + coef0)^degree
  subsequence,  // of character sequences, gaps weighted
  precomputed,  // the row of an instance holds its kernel with every training instance
};

}  // namespace clade
