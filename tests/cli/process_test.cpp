// Signals, pipes, full disks and terminals.
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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
  EXPECT_FALSE(std::filesystem::exists(path("g")));
}

TEST_F(Process, AGenerationThatFailsLeavesNoFolder) {
  const Answer answer =
      run_clade({"generate", "cai-multiclass", "-o", path("x/y"), "--depth", "50"});
  EXPECT_NE(answer.code, 0);
  EXPECT_FALSE(std::filesystem::exists(path("x")));
  std::filesystem::create_directory(path("old"));
  EXPECT_NE(run_clade({"generate", "cai-multiclass", "-o", path("old"), "--depth", "50"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(path("old")));
}

// Commands that have no place to stop at end at once: with a word about it, and nothing begun.
TEST_F(Process, AnInterruptionIsSaidByEveryCommand) {
  const std::string pipe = path("pipe.svm");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);  // so that opening it does not wait
  ASSERT_GE(writer, 0);
  const std::string model_file = model({"--kernel", "linear"});
  for (const Words& words :
       {Words{"predict", model_file, "-"}, Words{"predict", model_file, "-", "-o", path("p.tsv")},
        Words{"evaluate", model_file, "-", "--quiet"}, Words{"explain", model_file, "-"},
        Words{"convert", "-", "-o", path("c.svm")},
        Words{"prune", model_file, "-o", path("small.clade"), "--data", pipe},
        Words{"taxonomy", "check", taxonomy(), "-"}, Words{"audit", "-"}}) {
    const std::size_t files_before = files_in(folder_.path());
    const pid_t process = start_clade(words, {pipe, path("pipe.out"), path("pipe.err")});
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    send_signal(process, SIGTERM);
    EXPECT_EQ(wait_for(process), 130) << words.front();
    EXPECT_THAT(read_file(path("pipe.err")), HasSubstr("interrupted")) << words.front();
    std::filesystem::remove(path("pipe.out"));
    std::filesystem::remove(path("pipe.err"));
    EXPECT_EQ(files_in(folder_.path()), files_before) << words.front();
  }
  ::close(writer);
}

TEST_F(Process, AnInterruptedConversionLeavesNoFile) {
  ASSERT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "300000"}).code, 0);
  const pid_t process =
      start_clade({"convert", path("g/data.svm"), "-o", path("g/x.svm")}, {"", "", path("err")});
  for (int i = 0; i < 20000 && files_in(path("g")) == 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  send_signal(process, SIGINT);
  EXPECT_EQ(wait_for(process), 130);
  EXPECT_THAT(read_file(path("err")), HasSubstr("interrupted"));
  EXPECT_EQ(files_in(path("g")), 2U);
}

TEST_F(Process, AFileThatGrowsTooLargeIsReported) {
  ASSERT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "300"}).code, 0);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{1000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const pid_t process =
      start_clade({"convert", path("g/data.svm"), "-o", path("g/x.svm")}, {"", "", path("err")});
  const int code = wait_for(process);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(code, 5);
  EXPECT_THAT(read_file(path("err")), HasSubstr("File too large"));
  EXPECT_EQ(files_in(path("g")), 2U);
}

TEST_F(Process, AModelThatIsWrittenAgainKeepsItsMode) {
  const std::string file = model();
  ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
  ASSERT_EQ(model(), file);
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(Process, ADeviceCanBeWrittenTo) {
  const Answer answer = run_clade({"train", data(), "--taxonomy", taxonomy(), "-o", "/dev/null"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
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

// What a call writes to a terminal as its standard error; "" where there is none to be had.
std::string shown_on_a_terminal(const Words& words) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return "";
  const pid_t process = start_clade(words, {"", "", ::ptsname(terminal)});
  EXPECT_EQ(wait_for(process), 0);
  char text[4096];
  const ssize_t length = ::read(terminal, text, sizeof(text));
  ::close(terminal);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

TEST_F(Process, DrawsABarOnATerminal) {
  const std::string shown = shown_on_a_terminal({"train", data(), "-o", path("m")});
  if (shown.empty()) GTEST_SKIP() << "no terminal here";
  EXPECT_THAT(shown, HasSubstr("[=============================="));
  EXPECT_THAT(shown, HasSubstr("\r"));
}

TEST_F(Process, WritesPlainLinesToADumbTerminal) {
  const char* before = std::getenv("TERM");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TERM", "dumb", 1);
  const std::string shown = shown_on_a_terminal({"train", data(), "-o", path("m")});
  if (before == nullptr) {
    ::unsetenv("TERM");
  } else {
    ::setenv("TERM", kept.c_str(), 1);
  }
  if (shown.empty()) GTEST_SKIP() << "no terminal here";
  EXPECT_THAT(shown, Not(HasSubstr("\033")));
  EXPECT_THAT(shown, HasSubstr("trained"));
}

}  // namespace
}  // namespace clade::detail::test
