#include "eval/search/rungs.h"

#include <algorithm>

#include "base/fail.h"
#include "data/record_subset.h"
#include "measure/stratified_parts.h"

namespace clade::detail {

namespace {

constexpr std::size_t rung_growth = 4, fewest_in_rung = 1500, most_in_rung = 30000;

void check_enough(const Records& records) {
  std::vector<std::size_t> members(records.label_names.size(), 0);
  for (const std::uint32_t label : records.labels) ++members[label];
  const auto usable =
      std::count_if(members.begin(), members.end(), [](std::size_t count) { return count >= 2; });
  if (records.size() >= 2 * rung_folds && usable >= 2) return;
  fail(ErrorKind::input,
       "too few examples for a search (`budget`): {} of {} classes have the two examples that one "
       "to hold out and one to learn from need, and there are {} examples in all, of which {} are "
       "needed; leave it out",
       usable, members.size(), records.size(), 2 * rung_folds);
}

// The part of every record: 0 is the smallest set, 1 what the next has beside it, and so on; the
// last is in none.
std::vector<std::uint32_t> rung_parts(const Records& records, const std::vector<std::size_t>& sizes,
                                      std::uint64_t seed) {
  if (sizes.size() == 1 && sizes.front() == records.size()) {
    return std::vector<std::uint32_t>(records.size(), 0);
  }
  std::vector<double> fractions;
  const auto all = static_cast<double>(records.size());
  std::size_t before = 0;
  double left = 1;
  for (const std::size_t size : sizes) {
    fractions.push_back(static_cast<double>(size - before) / all);
    left -= fractions.back();
    before = size;
  }
  if (before < records.size()) {
    fractions.push_back(left);
  } else {
    fractions.back() += left;  // rounding
  }
  return stratified_parts(records, fractions, seed);
}

std::vector<Split> folds_in(const Records& records, const std::vector<std::size_t>& examples,
                            std::uint64_t seed) {
  std::vector<Split> folds = fold_splits(subset(records, examples), rung_folds, seed);
  for (Split& fold : folds) {
    for (std::size_t& i : fold.train) i = examples[i];
    for (std::size_t& i : fold.test) i = examples[i];
  }
  return folds;
}

}  // namespace

std::vector<std::size_t> rung_sizes(std::size_t examples) {
  std::vector<std::size_t> sizes{std::min(examples, most_in_rung)};
  while (sizes.back() / rung_growth >= fewest_in_rung) sizes.push_back(sizes.back() / rung_growth);
  std::reverse(sizes.begin(), sizes.end());
  return sizes;
}

std::vector<Rung> make_rungs(const Records& records, std::uint64_t seed) {
  check_enough(records);
  const std::vector<std::size_t> sizes = rung_sizes(records.size());
  const std::vector<std::uint32_t> part = rung_parts(records, sizes, seed);
  std::vector<Rung> rungs;
  for (std::uint32_t r = 0; r < sizes.size(); ++r) {
    std::vector<std::size_t> examples;
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part[i] <= r) examples.push_back(i);
    }
    rungs.push_back({examples.size(), folds_in(records, examples, seed)});
  }
  return rungs;
}

}  // namespace clade::detail
