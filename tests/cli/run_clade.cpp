#include "tests/cli/run_clade.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

namespace clade::detail::test {

namespace {

const char* or_nothing(const std::string& path) {
  return path.empty() ? "/dev/null" : path.c_str();
}

}  // namespace

pid_t start_clade(const Words& words, const Streams& streams) {
  std::vector<std::string> arguments{CLADE_BINARY};
  arguments.insert(arguments.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, or_nothing(streams.in), O_RDONLY, 0);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY;
  posix_spawn_file_actions_addopen(&actions, 1, or_nothing(streams.out), flags, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, or_nothing(streams.err), flags, 0600);
  pid_t process = -1;
  const int failed =
      ::posix_spawn(&process, CLADE_BINARY, &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0 || process <= 0) {
    throw std::runtime_error(std::string("cannot start " CLADE_BINARY ": ") +
                             std::strerror(failed));
  }
  return process;
}

void send_signal(pid_t process, int signal) {
  if (process <= 0) throw std::logic_error("no process to send a signal to");
  if (::kill(process, signal) != 0) ADD_FAILURE() << "the program had ended before the signal";
}

int wait_for(pid_t process) {
  if (process <= 0) throw std::logic_error("no process to wait for");
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      send_signal(process, SIGKILL);
      ::waitpid(process, &status, 0);
      ADD_FAILURE() << "not done after a minute";
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

Answer run_clade(const Words& words, const std::string& standard_input) {
  const TempFolder folder;
  const Streams streams{folder.write("in", standard_input).string(),
                        (folder.path() / "out").string(), (folder.path() / "err").string()};
  const int code = wait_for(start_clade(words, streams));
  return {code, read_file(streams.out), read_file(streams.err)};
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator files(folder);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

nlohmann::json page_data(const std::filesystem::path& page) {
  const std::string text = read_file(page), mark = "id=\"data\">";
  const std::size_t begin = text.find(mark) + mark.size();
  return nlohmann::json::parse(text.substr(begin, text.find("</script>", begin) - begin));
}

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden" / name;
}

std::string SmallProblem::model(const Words& more) const {
  Words words{"train", data(), "--taxonomy", taxonomy(), "-o", path("model.clade"), "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  const Answer answer = run_clade(words);
  EXPECT_EQ(answer.code, 0) << answer.err;
  return path("model.clade");
}

}  // namespace clade::detail::test
