// Everything that a training run needs and a method does not own.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/checkpoint.h"
#include "base/communicator.h"
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
  // What the work is of: it saves what it has reached there. By default it saves nothing.
  CheckpointPart checkpoint{};

  // For a part of the work, which whoever runs parts at the same time calls by names of their own.
  TrainContext for_part(std::string_view name, Reporter& heard, ThreadPool& threads) const {
    TrainContext part{heard, threads, seed};
    part.checkpoint = checkpoint.part(name);
    return part;
  }
};

}  // namespace clade::detail
