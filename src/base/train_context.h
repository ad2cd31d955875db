// Everything that a training run needs and a method does not own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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
  // The budget of memory of the whole process, within which a MemoryLimit holds it; 0: none.
  std::size_t memory = 0;
  // Of it, what rows of weights may take where there are weights that take less.
  std::size_t most_row_bytes = std::numeric_limits<std::size_t>::max();

  // What a part of the work may take that usually takes up to so much.
  std::size_t share_of_memory(std::size_t usual) const {
    return memory == 0 ? usual : std::min(usual, memory / 4);
  }

  // For a part of the work, which whoever runs parts at the same time calls by names of their own.
  TrainContext for_part(std::string_view name, Reporter& heard, ThreadPool& threads) const {
    TrainContext part{heard, threads, seed};
    part.checkpoint = checkpoint.part(name);
    part.memory = memory;
    part.most_row_bytes = most_row_bytes;
    return part;
  }
};

}  // namespace clade::detail
