// Everything that a training run needs and a method does not own.
#pragma once

#include <cstdint>

#include "clade/reporter.h"

namespace clade {

class ThreadPool;

struct TrainContext {
  Reporter& reporter;
  ThreadPool& pool;
  std::uint64_t seed = 0;
};

}  // namespace clade
