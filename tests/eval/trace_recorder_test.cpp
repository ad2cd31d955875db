// The passes of a training: kept in moderate number, and as JSON.
#include "eval/compare/trace_recorder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "measure/progress_json.h"

namespace clade::detail {
namespace {

std::vector<Progress> after(int passes) {
  Reporter silent;
  TraceRecorder trace(silent);
  for (int epoch = 1; epoch <= passes; ++epoch) {
    Progress progress;
    progress.epoch = epoch;
    trace.on_pass(progress);
  }
  return std::move(trace).passes();
}

TEST(TraceRecorder, KeepsAllOfAFewAndSomeOfMany) {
  EXPECT_TRUE(after(0).empty());
  EXPECT_EQ(after(1).size(), 1U);
  EXPECT_EQ(after(399).size(), 399U);
  for (const int passes : {400, 401, 1000, 12345}) {
    const auto kept = after(passes);
    EXPECT_GE(kept.size(), 200U) << passes;
    EXPECT_LE(kept.size(), 401U) << passes;
    EXPECT_EQ(kept.front().epoch, 1);
    EXPECT_EQ(kept.back().epoch, passes);
    for (std::size_t i = 1; i < kept.size(); ++i) EXPECT_GT(kept[i].epoch, kept[i - 1].epoch);
  }
}

TEST(TraceRecorder, PassesWarningsAndTheWishToStopOn) {
  struct Outer : Reporter {
    std::string warning;
    void on_warning(std::string_view message) override { warning = message; }
    bool stop_requested() const override { return true; }
  } outer;
  TraceRecorder trace(outer);
  trace.on_warning("careful");
  EXPECT_EQ(outer.warning, "careful");
  EXPECT_TRUE(trace.stop_requested());
}

TEST(ProgressJson, GivesBackAPassOfASolver) {
  Progress pass;
  pass.epoch = 3;
  pass.seconds = 0.1 + 0.2;
  pass.primal = 1.0 / 3;
  pass.dual = -2;
  pass.relative_gap = 1e-9;
  pass.updates = 17;
  const auto read = progress_of(progress_json(pass));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->epoch, 3);
  EXPECT_EQ(read->seconds, pass.seconds);
  EXPECT_EQ(read->primal, pass.primal);
  EXPECT_EQ(read->dual, -2);
  EXPECT_EQ(read->relative_gap, 1e-9);
  EXPECT_EQ(read->updates, 17U);
  EXPECT_FALSE(read->online.has_value());
}

TEST(ProgressJson, GivesBackAPassOfAnOnlineMethod) {
  Progress pass;
  pass.online = OnlineProgress{1000, 0.25, 0.75};
  pass.active_ratio = 0.125;
  const auto read = progress_of(progress_json(pass));
  ASSERT_TRUE(read && read->online);
  EXPECT_EQ(read->online->examples, 1000U);
  EXPECT_EQ(read->online->mean_error, 0.25);
  EXPECT_EQ(read->online->accuracy, 0.75);
  EXPECT_EQ(read->active_ratio, 0.125);
}

TEST(ProgressJson, WritesNullForWhatJsonCannotHold) {
  Progress pass;
  pass.primal = std::numeric_limits<double>::infinity();
  const auto json = progress_json(pass);
  EXPECT_TRUE(json["primal"].is_null());
  EXPECT_TRUE(std::isnan(progress_of(json)->primal));
}

TEST(ProgressJson, TakesNothingElseForAPass) {
  using Json = nlohmann::ordered_json;
  for (const char* text : {"1", "[]", "{}", R"({"epoch":1})", R"({"epoch":"x","seconds":1})",
                           R"({"step":1,"label":"a"})", R"({"epoch":1e300,"seconds":0})"}) {
    EXPECT_FALSE(progress_of(Json::parse(text)).has_value()) << text;
  }
}

}  // namespace
}  // namespace clade::detail
