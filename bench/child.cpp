#include "bench/child.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace clade::detail::bench {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

ChildUsage usage_of(const std::function<void()>& in_child) {
  std::fflush(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    in_child();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) != child) {
    if (errno != EINTR) fail("wait4");
  }
  if (!WIFEXITED(status)) throw std::runtime_error("a child process was ended by a signal");
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  return {WEXITSTATUS(status), seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

void send_to(const std::filesystem::path& file, int descriptor) {
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(127);
  close(opened);
}

}  // namespace

ChildUsage run_in_child(const std::function<void()>& work) {
  const ChildUsage usage = usage_of([&] {
    // An exception must not leave the child: it would go on as a second parent.
    try {
      work();
    } catch (const std::exception& e) {
      fmt::print(stderr, "{}\n", e.what());
      _exit(1);
    }
  });
  if (usage.exit_code != 0) throw std::runtime_error("work in a child process failed");
  return usage;
}

double value_from_child(const std::function<double()>& work) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail("pipe");
  double value = 0;
  constexpr ssize_t size = sizeof value;
  run_in_child([&] {
    value = work();
    if (write(ends[1], &value, sizeof value) != size) fail("write");
  });
  const bool complete = read(ends[0], &value, sizeof value) == size;
  close(ends[0]);
  close(ends[1]);
  if (!complete) fail("read");
  return value;
}

ChildUsage run_command(const std::vector<std::string>& words, const std::filesystem::path& output,
                       const std::filesystem::path& errors) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const ChildUsage usage = usage_of([&] {
    send_to(output, STDOUT_FILENO);
    send_to(errors, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  });
  if (usage.exit_code == 127) throw std::runtime_error("cannot run " + words.front());
  return usage;
}

ChildUsage run_successfully(const std::vector<std::string>& words,
                            const std::filesystem::path& output) {
  const ChildUsage usage = run_command(words, output);
  if (usage.exit_code != 0) {
    std::string line;
    for (const std::string& word : words) line += word + ' ';
    throw std::runtime_error(fmt::format("this ends with {}: {}", usage.exit_code, line));
  }
  return usage;
}

double extra_peak_mb(const std::function<void()>& work) {
  malloc_trim(0);  // else the child would reuse freed memory, which no peak shows
  const double before = run_in_child([] {}).peak_mb;
  return run_in_child(work).peak_mb - before;
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& in) {
  std::filesystem::create_directories(in);
  std::string name = (in / "clade-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) fail("mkdtemp");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace clade::detail::bench
