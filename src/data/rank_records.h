// Records of which every rank holds a shard, with one numbering of names and labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/communicator.h"
#include "data/dataset.h"
#include "data/feature_index.h"
#include "data/records.h"

namespace clade::detail {

// What is said of records, beside their rows and labels, is said of those of all ranks from now on.
void agree_on_counts(Records& records, Communicator& peers);
// Numbers features with a name and labels on every rank as reading all shards one after the other
// would. Texts and rows stay where they are.
void agree_on_names(Records& records, Communicator& peers);

// The ids that records have where one rank reads all. Error{usage} where some records of a shard
// have an id and others go by their number, or where some are left out: only reading all tells
// then.
void agree_on_ids(Records& records, Communicator& peers);

// The numbers that some rank has; all are sorted and without duplicates.
std::vector<std::uint32_t> union_of(const std::vector<std::uint32_t>& own, Communicator& peers);

// The features of all ranks.
FeatureIndex all_features(const FeatureIndex& own, Communicator& peers);

// The fingerprints of the records of all ranks, in their order.
std::vector<std::uint64_t> all_fingerprints(const Records& records, Communicator& peers);

// wanted[r] are the examples that rank r is to have; those that come are in the order of ranks.
Dataset exchange_examples(const Dataset& data,
                          const std::vector<std::vector<std::uint32_t>>& wanted,
                          Communicator& peers);
// Deals all examples out to the ranks in turn: files often have one class after the other, and a
// rank learns more where it sees of all.
Dataset dealt_out(const Dataset& data, Communicator& peers);

// What is to be known of the examples of all ranks.
WholeData whole_of(const Dataset& data, std::size_t classes, Communicator& peers);

}  // namespace clade::detail
