// Work in a process of its own, and what it took.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace clade::detail::bench {

struct ChildUsage {
  int exit_code = 0;
  double cpu_seconds = 0;  // the kernel's share included
  double wall_seconds = 0;
  double peak_mb = 0;  // of resident memory, what the parent held at the start included
};

// Does `work` in a child. An exception of `work` is an exception here.
ChildUsage run_in_child(const std::function<void()>& work);

// A number that is found in a child, whose memory goes with it.
double value_from_child(const std::function<double()>& work);

// Runs a program, found by PATH, with its output in a file. The parent's memory counts into the
// peak, so a small parent should call it.
ChildUsage run_command(const std::vector<std::string>& words,
                       const std::filesystem::path& output = "/dev/null",
                       const std::filesystem::path& errors = "/dev/null");
// The same; throws, with the words, where the program does not end with 0.
ChildUsage run_successfully(const std::vector<std::string>& words,
                            const std::filesystem::path& output = "/dev/null");

// The memory that `work` takes at its peak beyond what this process holds already: the peak of a
// child that does it less that of one that does nothing.
double extra_peak_mb(const std::function<void()>& work);

// A fresh folder for what a benchmark writes, gone with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& in);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace clade::detail::bench
