// Signals, pipes, full disks and terminals.
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class Process : public SmallProblem {
 protected:
  // A training that goes on until it is stopped; returns once it is under way.
  pid_t start_endless_training(const std::string& model_file) {
    EXPECT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "3000"}).code, 0);
    const pid_t process = start_clade(
        {"train", path("g/data.svm"), "--taxonomy", path("g/taxonomy.tsv"), "-o", model_file, "--C",
         "1e6", "--tolerance", "1e-14", "--max-epochs", "2000000000", "--trace", path("trace")},
        {"", path("out"), path("err")});
    for (int i = 0; i < 5000 && read_file(path("trace")).empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return process;
  }
};

TEST_F(Process, AnInterruptedTrainingLeavesTheOldFile) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string old = write("old.clade", "as it was");
    const pid_t process = start_endless_training(old);
    const std::size_t files_before = files_in(folder_.path());
    send_signal(process, signal);
    EXPECT_EQ(wait_for(process), 130) << read_file(path("err"));
    EXPECT_EQ(read_file(old), "as it was");
    EXPECT_EQ(files_in(folder_.path()), files_before);
    EXPECT_THAT(read_file(path("err")), HasSubstr("interrupted: no model was written"));
    std::filesystem::remove(path("trace"));
  }
}

TEST_F(Process, AnInterruptedGenerationLeavesNoFile) {
  const pid_t process =
      start_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "100000000"}, {});
  for (int i = 0; i < 5000; ++i) {
    if (std::filesystem::exists(path("g")) && files_in(path("g")) > 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  send_signal(process, SIGINT);
  EXPECT_EQ(wait_for(process), 130);
  EXPECT_EQ(files_in(path("g")), 0U);
}

TEST_F(Process, AClosedPipeEndsQuietly) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  // Opened before the program starts, as opening the other end waits for a reader, and not handed
  // on to it, or the pipe would never be without one.
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  const pid_t process = start_clade({"generate", "cai-multiclass", "-o", "-", "--n", "100000000"},
                                    {"", pipe, path("err")});
  pollfd waiting{reader, POLLIN, 0};
  EXPECT_EQ(::poll(&waiting, 1, 30000), 1);
  char some[100];
  EXPECT_GT(::read(reader, some, sizeof(some)), 0);
  ::close(reader);
  EXPECT_EQ(wait_for(process), 0);
  EXPECT_EQ(read_file(path("err")), "");
}

TEST_F(Process, AFullDiskIsReported) {
  const pid_t process = start_clade({"predict", model(), data()}, {"", "/dev/full", path("err")});
  EXPECT_EQ(wait_for(process), 5);
  EXPECT_THAT(read_file(path("err")),
              HasSubstr("standard output: cannot be written: No space left"));
}

TEST_F(Process, DrawsABarOnATerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
    GTEST_SKIP() << "no terminal here";
  const pid_t process =
      start_clade({"train", data(), "-o", path("m")}, {"", "", ::ptsname(terminal)});
  EXPECT_EQ(wait_for(process), 0);
  char text[4096];
  const ssize_t length = ::read(terminal, text, sizeof(text));
  ASSERT_GT(length, 0);
  const std::string shown(text, static_cast<std::size_t>(length));
  EXPECT_THAT(shown, HasSubstr("[=============================="));
  EXPECT_THAT(shown, HasSubstr("\r"));
  ::close(terminal);
}

}  // namespace
}  // namespace clade::detail::test
