// Which records train and which test: parts of data that every compared method sees alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/records.h"

namespace clade::detail {

struct Split {
  std::vector<std::size_t> train, test;  // increasing
};

// All functions: records without a label are in no part; the same records and seed give the same
// splits on every machine. Error{input} where there are too few records.

// Every record is tested once; a class is spread evenly over the folds.
std::vector<Split> fold_splits(const Records& records, std::size_t folds, std::uint64_t seed);

// That share of the records trains, spread evenly over the classes, the rest tests; as often as
// `repeats` says.
std::vector<Split> fraction_splits(const Records& records, double train_fraction,
                                   std::size_t repeats, std::uint64_t seed);

// `count` records of each class train, or all where it has fewer, the rest tests (thesis 7.3). A
// record of several labels counts for one of them, drawn at random.
std::vector<Split> per_class_splits(const Records& records, std::size_t count, std::size_t repeats,
                                    std::uint64_t seed);

}  // namespace clade::detail
