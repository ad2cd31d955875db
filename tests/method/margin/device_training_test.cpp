// Training on a device, from a method's parameter to its model.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::Options;
using test::train_files;

const std::string tree = "root\tA\nroot\tB\nA\tA1\nA\tA2\nB\tB1\nB\tB2\nB\tB3\n";
const std::vector<std::string> leaves{"A1", "A2", "B1", "B2", "B3"};

std::string lines(std::size_t labels) {
  Random random(3);
  std::string text;
  for (int i = 0; i < 120; ++i) {
    const std::size_t leaf = random.below(leaves.size());
    std::string line = leaves[leaf];
    if (labels > 1 && i % 3 == 0) line += "," + leaves[(leaf + 1) % leaves.size()];
    for (std::size_t j = 1; j <= 30; ++j) {
      if (j % leaves.size() == leaf || random.uniform() < 0.2) {
        line += fmt::format(" {}:{:.3f}", j, 0.1 + random.uniform());
      }
    }
    text += line + "\n";
  }
  return text;
}

struct Warnings : Reporter {
  std::string texts;
  void on_warning(std::string_view message) override { texts += message; }
};

class DeviceTraining : public testing::Test {
 protected:
  Trained train(const std::string& method, Options options, std::size_t labels = 1) {
    options.emplace_back("tolerance", "1e-4");
    warnings_.texts.clear();
    return train_files(method, options, folder_.write("data.svm", lines(labels)),
                       folder_.write("t.tsv", tree), 1, {}, 0, &warnings_)
        .trained;
  }

  test::TempFolder folder_;
  Warnings warnings_;
};

std::string option_of(const Model& model, const std::string& name) {
  for (const auto& [key, value] : model.options()) {
    if (key == name) return value;
  }
  return "(none)";
}

TEST_F(DeviceTraining, ReachesTheObjectiveOfTheProcessor) {
  const std::vector<std::pair<std::string, Options>> cases{
      {"hsvm", {}},
      {"hsvm", {{"slack_power", "2"}, {"C", "10"}}},
      {"hsvm", {{"bias", "feature"}}},
      {"hsvm", {{"attributes", "unit"}, {"class_weight", "balanced"}}},
      {"svm", {}},
      {"flatmult", {{"C", "50"}}},
      {"clade", {{"kernel", "linear"}}}};
  for (const auto& [method, options] : cases) {
    SCOPED_TRACE(method);
    Options on_device = options, on_processor = options;
    on_device.emplace_back("device", "plain");
    on_processor.emplace_back("device", "cpu");
    const Trained device = train(method, on_device);
    EXPECT_EQ(warnings_.texts, "");
    const Trained processor = train(method, on_processor);
    EXPECT_EQ(device.summary.stopped, Stop::tolerance);
    const auto a = *device.summary.objective, b = *processor.summary.objective;
    EXPECT_LE(a.lower_bound, b.primal * (1 + 1e-6));
    EXPECT_LE(b.lower_bound, a.primal * (1 + 1e-6));
    EXPECT_EQ(option_of(device.model, "device"), "auto");  // of the machine, not of the model
  }
}

TEST_F(DeviceTraining, SaysWhatTheProcessorTakes) {
  EXPECT_TRUE(train("hsvm", {{"device", "plain"}}, 2).summary.objective);
  EXPECT_NE(warnings_.texts.find("training on the processor"), std::string::npos);
  EXPECT_TRUE(train("hsvm", {{"device", "plain"}, {"bias", "free"}}).summary.objective);
  EXPECT_NE(warnings_.texts.find("without free biases"), std::string::npos);
  EXPECT_TRUE(train("hsvm", {{"device", "plain"}, {"precision", "double"}}).summary.objective);
  EXPECT_NE(warnings_.texts.find("single precision"), std::string::npos);
}

TEST_F(DeviceTraining, RefusesWhatDevicesNeverDo) {
  expect_error(
      [&] {
        train("hsvm", {{"device", "plain"}, {"kernel", "rbf"}});
      },
      ErrorKind::usage, "linear kernel");
  const auto dnc = make_method("dnc");
  test::set_options(*dnc, {{"device", "plain"}});
  expect_error([&] { dnc->check_parameters(); }, ErrorKind::usage, "side by side");
}

}  // namespace
}  // namespace clade::detail
