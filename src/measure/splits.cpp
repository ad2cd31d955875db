#include "measure/splits.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/csr.h"
#include "base/fail.h"
#include "base/random.h"
#include "data/folds.h"

namespace clade::detail {

namespace {

std::vector<std::size_t> labelled(const Records& records) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records.labels_of(i).empty()) result.push_back(i);
  }
  return result;
}

void check(const Split& split) {
  if (split.train.empty() || split.test.empty()) {
    fail(ErrorKind::input,
         "too few records to split: it would leave {} to train on and {} to test on",
         split.train.size(), split.test.size());
  }
}

// Records by the one of their labels that they count for.
std::vector<std::vector<std::size_t>> by_drawn_label(const Records& records, Random& random) {
  std::vector<std::vector<std::size_t>> members(records.label_names.size());
  for (const std::size_t i : labelled(records)) {
    const auto labels = records.labels_of(i);
    members[labels[labels.size() == 1 ? 0 : random.below(labels.size())]].push_back(i);
  }
  return members;
}

// `take(n)` of the n records of each class, at random; the classes come in random order, so that
// it is not always the same ones that are short of a record.
template <class Take>
Split drawn_split(const Records& records, Random& random, Take take) {
  Split split;
  std::vector<std::vector<std::size_t>> members = by_drawn_label(records, random);
  random.shuffle(std::span(members));
  for (std::vector<std::size_t>& of_class : members) {
    random.shuffle(std::span(of_class));
    const std::size_t count = take(of_class.size());
    for (std::size_t k = 0; k < of_class.size(); ++k) {
      (k < count ? split.train : split.test).push_back(of_class[k]);
    }
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

}  // namespace

std::vector<Split> fold_splits(const Records& records, std::size_t folds, std::uint64_t seed) {
  Csr<std::uint32_t> labels;
  for (std::size_t i = 0; i < records.size(); ++i) labels.push_row(records.labels_of(i));
  const std::vector<std::uint32_t> fold_of = stratified_folds(
      labels, records.label_names.size(), static_cast<std::uint32_t>(folds), seed, true);
  std::vector<Split> splits(folds);
  for (const std::size_t i : labelled(records)) {
    for (std::size_t f = 0; f < folds; ++f) {
      (fold_of[i] == f ? splits[f].test : splits[f].train).push_back(i);
    }
  }
  for (const Split& split : splits) check(split);
  return splits;
}

std::vector<Split> fraction_splits(const Records& records, double train_fraction,
                                   std::size_t repeats, std::uint64_t seed) {
  Random random(seed);
  std::vector<Split> splits;
  for (std::size_t r = 0; r < repeats; ++r) {
    // The parts of records that classes are short of whole ones are carried on to the next class.
    double owed = 0;
    splits.push_back(drawn_split(records, random, [&](std::size_t size) {
      owed += train_fraction * static_cast<double>(size);
      const double count = std::min(std::floor(owed + 0.5), static_cast<double>(size));
      owed -= count;
      return static_cast<std::size_t>(std::max(0.0, count));
    }));
    check(splits.back());
  }
  return splits;
}

std::vector<Split> per_class_splits(const Records& records, std::size_t count, std::size_t repeats,
                                    std::uint64_t seed) {
  Random random(seed);
  std::vector<Split> splits;
  for (std::size_t r = 0; r < repeats; ++r) {
    splits.push_back(drawn_split(records, random, [&](std::size_t) { return count; }));
    check(splits.back());
  }
  return splits;
}

}  // namespace clade::detail
