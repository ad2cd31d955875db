#include "eval/compare/comparison_splits.h"

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

Split whole(const ComparisonRecords& data) {
  Split split;
  for (std::size_t i = 0; i < data.train.size(); ++i) split.train.push_back(i);
  for (std::size_t i = 0; i < data.test->size(); ++i) split.test.push_back(i);
  return split;
}

double test_to_training(const Split& split) {
  return static_cast<double>(split.test.size()) / static_cast<double>(split.train.size());
}

}  // namespace

void check_splitting(const Splitting& splitting, bool has_test) {
  const int kinds = int{has_test} + int{splitting.folds > 0} + int{splitting.sample_per_class > 0} +
                    int{splitting.train_fraction > 0};
  if (kinds > 1) {
    fail(ErrorKind::usage,
         "compare: `test`, `folds`, `sample_per_class` and `train_fraction` are different ways to "
         "split: give one");
  }
  if (splitting.folds == 1) {
    fail_parameter("folds", "expected a whole number from 2 to 1000, or 0 for none, got '1'");
  }
  if (!(splitting.train_fraction >= 0 && splitting.train_fraction < 1)) {
    fail_parameter("train_fraction", "expected a number above 0 and below 1, got '{}'",
                   format_number(splitting.train_fraction));
  }
  if (splitting.repeats == 0) {
    fail_parameter("repeats", "expected a whole number of at least 1, got '0'");
  }
}

std::string make_splits(const Splitting& splitting, const ComparisonRecords& data,
                        ComparisonPlan& plan) {
  const Records& records = data.train;
  if (data.test) {
    plan.splits = {whole(data)};
    return fmt::format("trained on {} records, tested on {}", records.size(), data.test->size());
  }
  if (splitting.sample_per_class > 0) {
    plan.tests_once = false;
    plan.splits =
        per_class_splits(records, splitting.sample_per_class, splitting.repeats, plan.seed);
    return fmt::format("{} times {} records of each class train, the rest of {} tests",
                       splitting.repeats, splitting.sample_per_class, records.size());
  }
  if (splitting.train_fraction > 0) {
    plan.tests_once = false;
    plan.splits = fraction_splits(records, splitting.train_fraction, splitting.repeats, plan.seed);
    plan.overlap = test_to_training(plan.splits.front());
    return fmt::format("{} times {} of {} records train at random, the rest tests",
                       splitting.repeats, plan.splits.front().train.size(), records.size());
  }
  const std::size_t folds = splitting.folds > 0 ? splitting.folds : 5;
  plan.splits = fold_splits(records, folds, plan.seed);
  plan.overlap = test_to_training(plan.splits.front());
  return fmt::format("{} folds of {} records", folds, records.size());
}

}  // namespace clade::detail
