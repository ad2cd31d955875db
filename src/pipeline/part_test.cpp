#include "pipeline/part_test.h"

#include <array>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/record_subset.h"
#include "measure/evaluate_records.h"
#include "measure/stratified_parts.h"
#include "method/buffered_reporter.h"
#include "pipeline/train.h"

namespace clade::detail {

namespace {

struct TwoParts {
  std::vector<std::size_t> train, test;
};

TwoParts parts_of(const Records& records, double fraction, std::uint64_t seed) {
  const std::array fractions{1 - fraction, fraction};
  const std::vector<std::uint32_t> part = stratified_parts(records, fractions, seed);
  TwoParts parts;
  for (std::size_t i = 0; i < part.size(); ++i) {
    (part[i] == 0 ? parts.train : parts.test).push_back(i);
  }
  if (parts.test.empty()) {
    fail(ErrorKind::input,
         "too few records to hold some out (`test_fraction={}`): of {} each is needed for its "
         "class",
         format_number(fraction), records.size());
  }
  return parts;
}

}  // namespace

PartTest test_on_part(const Records& records, double fraction, const TrainingPlan& plan,
                      Method& method, std::optional<std::size_t> calibration_folds,
                      const std::string& name, TrainContext& context) {
  if (!(fraction > 0 && fraction < 1)) {
    fail_parameter("test_fraction", "expected a number above 0 and below 1, got '{}'",
                   format_number(fraction));
  }
  context.reporter.on_stage("training without the test part");
  const TwoParts parts = parts_of(records, fraction, context.seed);
  BufferedReporter quiet(context.reporter);  // the training on all says the same
  TrainContext inner = context.for_part("test-part", quiet, context.pool);
  const TrainingSet set = prepare(subset(records, parts.train), plan, method, name, quiet);
  const Trained trained = train(set, method, calibration_folds, inner);
  if (quiet.stop_requested() && !quiet.wants_partial_result()) throw Cancelled{};
  Records test = subset(records, parts.test);
  use_names(test, set.vectoriser.fitted().names);
  set.vectoriser.transform(test);
  return {evaluate_records(trained.model, std::move(test), {}, context.pool), parts.train.size()};
}

}  // namespace clade::detail
