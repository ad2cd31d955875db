// Everything that a training run needs and a method does not own.
#pragma once

#include <cstdint>

#include "base/communicator.h"
#include "base/train_context.h"
#include "clade/reporter.h"

namespace clade::detail {

class ThreadPool;
struct KeptDuals;
struct DeviceChoice;

struct TrainContext {
  Reporter& reporter;
  ThreadPool& pool;
  std::uint64_t seed = 0;
  Communicator& peers = single_rank();
  // What a training of the same examples left that differs in C alone: methods that can start there
  // do, and leave their own. Null: every training starts from nothing.
  KeptDuals* kept = nullptr;
  const DeviceChoice* device = nullptr;  // null: the processor
};

}  // namespace clade::detail
