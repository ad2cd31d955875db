#include "cli/options/compare_splits.h"

#include "base/fail.h"

namespace clade::detail::cli {

namespace {

Split whole(const Reading& reading) {
  Split split;
  for (std::size_t i = 0; i < reading.train.size(); ++i) split.train.push_back(i);
  for (std::size_t i = 0; i < reading.test->size(); ++i) split.test.push_back(i);
  return split;
}

double test_to_training(const Split& split) {
  return static_cast<double>(split.test.size()) / static_cast<double>(split.train.size());
}

}  // namespace

void check_split_options(const SplitOptions& splits, bool has_curve, const Words& words) {
  const int kinds = int{!splits.test.empty()} + int{splits.folds > 0} +
                    int{splits.sample_per_class > 0} + int{splits.train_fraction > 0};
  if (kinds > 1) {
    fail(ErrorKind::usage,
         "compare: --test, --folds, --sample-per-class and --train-fraction are different ways "
         "to split: give one");
  }
  if (peek_value(words, "--repeats") && !has_curve && splits.sample_per_class == 0 &&
      splits.train_fraction == 0) {
    fail(ErrorKind::usage, "compare: --repeats goes with --sample-per-class or --train-fraction");
  }
}

std::string make_splits(const SplitOptions& options, const Reading& reading, std::uint64_t seed,
                        ComparisonPlan& plan) {
  const Records& records = reading.train;
  const auto repeats = static_cast<std::size_t>(options.repeats);
  if (reading.test) {
    plan.splits = {whole(reading)};
    return fmt::format("trained on {} records, tested on {}", records.size(), reading.test->size());
  }
  if (options.sample_per_class > 0) {
    plan.tests_once = false;
    plan.splits = per_class_splits(records, static_cast<std::size_t>(options.sample_per_class),
                                   repeats, seed);
    return fmt::format("{} times {} records of each class train, the rest of {} tests", repeats,
                       options.sample_per_class, records.size());
  }
  if (options.train_fraction > 0) {
    plan.tests_once = false;
    plan.splits = fraction_splits(records, options.train_fraction, repeats, seed);
    plan.overlap = test_to_training(plan.splits.front());
    return fmt::format("{} times {} of {} records train at random, the rest tests", repeats,
                       plan.splits.front().train.size(), records.size());
  }
  const int folds = options.folds > 0 ? options.folds : 5;
  plan.splits = fold_splits(records, static_cast<std::size_t>(folds), seed);
  plan.overlap = test_to_training(plan.splits.front());
  return fmt::format("{} folds of {} records", folds, records.size());
}

}  // namespace clade::detail::cli
