// The weights of large training as the model keeps them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/threads.h"
#include "clade/reporter.h"
#include "linear/hybrid_weights.h"
#include "linear/packed_weights.h"

namespace clade::detail {

// Weights that a model may have: with the numbers of their units about 2 GB either way.
struct PackLimits {
  std::uint64_t most_half = 500'000'000;
  std::uint64_t most_single = 300'000'000;
};

// In single precision where there are few enough weights or one that half precision cannot hold,
// else in half precision, and the largest of them where there are too many. Warns of what is left
// out, and the same for any number of threads. Unit u has the number number_of_unit[u] in
// `weights`.
std::shared_ptr<const PackedWeights> pack_large(const HybridWeights& weights,
                                                std::span<const std::uint32_t> number_of_unit,
                                                ThreadPool& pool, Reporter& reporter,
                                                const PackLimits& limits = {});

}  // namespace clade::detail
