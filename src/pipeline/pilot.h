// Small trainings that tell how long a large one will take.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "clade/method.h"
#include "pipeline/prepare.h"

namespace clade::detail {

// How many times as long as estimate_cost says training takes, on this machine: parts of the
// examples are trained on, each twice as large as the one before, for up to `seconds` altogether,
// and as the ratio goes from part to part it is expected to go on. `otherwise` where no part can be
// trained on: what is wrong with it, the training itself will say.
double pilot_factor(const TrainingSet& set, Method& method, double seconds, double otherwise,
                    std::uint64_t seed, ThreadPool& pool);

}  // namespace clade::detail
