// Options that belong to every command.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/run_clade.h"

namespace clade::detail {
namespace {

using test::run_clade;

const std::vector<std::vector<std::string>> all_commands{{"check"},
                                                         {"split"},
                                                         {"train"},
                                                         {"predict"},
                                                         {"explain"},
                                                         {"update"},
                                                         {"evaluate"},
                                                         {"compare"},
                                                         {"audit"},
                                                         {"prune"},
                                                         {"info"},
                                                         {"convert"},
                                                         {"pack"},
                                                         {"taxonomy", "check"},
                                                         {"taxonomy", "show"},
                                                         {"taxonomy", "convert"},
                                                         {"taxonomy", "learn"},
                                                         {"taxonomy", "random"},
                                                         {"taxonomy", "advise"},
                                                         {"generate", "text"}};

TEST(CommonOptions, EveryCommandHasThem) {
  for (std::vector<std::string> command : all_commands) {
    const std::string name = command.back();
    command.emplace_back("--help");
    const auto help = run_clade(command);
    EXPECT_EQ(help.code, 0) << name;
    EXPECT_NE(help.out.find("--quiet"), std::string::npos) << name;
    command.back() = "--version";
    const auto version = run_clade(command);
    EXPECT_EQ(version.code, 0) << name;
    EXPECT_EQ(version.out.substr(0, 6), "clade ") << name;
  }
}

// The first words of the lines of a help that name options.
bool has_option(const std::string& help, const std::string& flag) {
  return help.find("\n  " + flag + " ") != std::string::npos ||
         help.find("\n  " + flag + "\n") != std::string::npos;
}

TEST(CommonOptions, OptionsStandWhereTheyHaveAUse) {
  const auto expect = [](const std::string& flag, std::vector<std::vector<std::string>> commands) {
    for (std::vector<std::string>& command : commands) {
      command.emplace_back("--help");
      EXPECT_TRUE(has_option(run_clade(command).out, flag)) << command.front() << ' ' << flag;
    }
  };
  expect("--quiet", all_commands);
  expect("--threads", {{"train"},
                       {"predict"},
                       {"explain"},
                       {"update"},
                       {"evaluate"},
                       {"compare"},
                       {"audit"},
                       {"prune"},
                       {"convert"},
                       {"pack"},
                       {"taxonomy", "learn"},
                       {"taxonomy", "advise"}});
  expect("--json", {{"train"},
                    {"predict"},
                    {"explain"},
                    {"update"},
                    {"evaluate"},
                    {"compare"},
                    {"audit"},
                    {"prune"},
                    {"info"},
                    {"pack"},
                    {"taxonomy", "check"},
                    {"taxonomy", "learn"},
                    {"taxonomy", "advise"}});
  expect("-o", {{"train"},
                {"predict"},
                {"explain"},
                {"update"},
                {"evaluate"},
                {"audit"},
                {"prune"},
                {"info"},
                {"convert"},
                {"pack"},
                {"taxonomy", "convert"},
                {"taxonomy", "learn"},
                {"taxonomy", "random"},
                {"taxonomy", "advise"},
                {"generate", "text"}});
}

}  // namespace
}  // namespace clade::detail
