// Runs the program as a user does, and gives what it answered.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace clade::detail::test {

struct Answer {
  int code = -1;  // 1000 + the signal where one ended the program
  std::string out, err;
};

// What standard streams are connected to; "" is nothing (/dev/null).
struct Streams {
  std::string in, out, err;
};

using Words = std::vector<std::string>;

Answer run_clade(const Words& words, const std::string& standard_input = "");

// The same in two steps, for tests that do something meanwhile. Throws where the program cannot be
// started, so that there is always a process to speak of.
pid_t start_clade(const Words& words, const Streams& streams);
// To that process alone. Refuses ids of 0 and below: to kill() these mean a group, or every process
// of the machine.
void send_signal(pid_t process, int signal);
// The exit code; a program that is not done after a minute is killed and fails the test.
int wait_for(pid_t process);

std::string read_file(const std::filesystem::path& path);
std::size_t files_in(const std::filesystem::path& folder);

// The data inside a page that the program wrote.
nlohmann::json page_data(const std::filesystem::path& page);

// A folder of the golden cases.
std::filesystem::path golden(const std::string& name);

// A small problem: the taxonomy r -> (a -> (a1, a2), b), six instances.
class SmallProblem : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text).string();
  }
  std::string data() const {
    return write("data.svm",
                 "a1 1:1 3:0.5\na1 1:0.9\na2 2:1 3:0.5\na2 2:0.8\nb 4:1\nb 1:0.1 4:0.7\n");
  }
  std::string taxonomy() const { return write("taxonomy.tsv", "r\ta\na\ta1\na\ta2\nr\tb\n"); }
  // Trains on the small problem and returns the model's path.
  std::string model(const Words& more = {}) const;

  TempFolder folder_;
};

}  // namespace clade::detail::test
