// clade train --checkpoint, as a person uses it. That every training goes on with the same bytes,
// whenever it ends, is what tests/crash/train_test.py finds out.
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class CheckpointCommand : public SmallProblem {
 protected:
  std::string store() const { return path("store"); }
  // No pass over them is without a mistake.
  std::string contradictions() const { return write("data.svm", "a1 1:1\nb 1:1\na2 2:1\n"); }
  // A training that ends only where it is ended.
  Words long_training(const std::string& data, const std::string& model) const {
    return {"train",      data,       "--method",     "hieron", "--epochs",           "100000000",
            "--taxonomy", taxonomy(), "--checkpoint", store(),  "--checkpoint-every", "0s",
            "-o",         model};
  }
  // Ends it once it has saved something.
  Answer interrupted(const Words& words) const {
    const pid_t process = start_clade(words, {"", "", path("err")});
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    const auto has_state = [&] {
      std::error_code none;
      for (const auto& entry : std::filesystem::directory_iterator(store(), none)) {
        if (entry.path().extension() == ".state") return true;
      }
      return false;
    };
    while (!has_state() && std::chrono::steady_clock::now() < give_up) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const auto asked = std::chrono::steady_clock::now();
    send_signal(process, SIGINT);
    Answer answer;
    answer.code = wait_for(process);
    stopped_after_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count();
    answer.err = read_file(path("err"));
    return answer;
  }
  mutable double stopped_after_ = 0;
};

TEST_F(CheckpointCommand, StopsAtOnceAndSaysHowToGoOn) {
  const Answer answer = interrupted(long_training(contradictions(), path("m.clade")));
  EXPECT_EQ(answer.code, 130);
  EXPECT_THAT(answer.err, HasSubstr("interrupted: the same command goes on from " + store()));
  EXPECT_LT(stopped_after_, 5);
  EXPECT_FALSE(std::filesystem::exists(path("m.clade")));
}

TEST_F(CheckpointCommand, RefusesOtherDataOptionsAndTaxonomies) {
  const std::string file = contradictions();
  static_cast<void>(interrupted(long_training(file, path("m.clade"))));
  Words words = long_training(file, path("m.clade"));
  words[5] = "7";
  Answer other = run_clade(words);
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("--checkpoint"));
  EXPECT_THAT(other.err, HasSubstr("it has '--epochs: 100000000', this one '--epochs: 7'"));

  write("data.svm", "a1 1:1\na2 2:1\nb 4:1\n");
  other = run_clade(long_training(file, path("m.clade")));
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("it has 'data.svm: "));
}

TEST_F(CheckpointCommand, LeavesNothingWhenItIsDone) {
  const Words words{"train", data(), "--taxonomy", taxonomy(), "--method", "svm"};
  Words kept = words, plain = words;
  kept.insert(kept.end(),
              {"--checkpoint", store(), "--checkpoint-every", "0s", "-o", path("k.clade")});
  plain.insert(plain.end(), {"-o", path("p.clade")});
  EXPECT_EQ(run_clade(kept).code, 0);
  EXPECT_EQ(run_clade(plain).code, 0);
  EXPECT_EQ(read_file(path("k.clade")), read_file(path("p.clade")));
  EXPECT_FALSE(std::filesystem::exists(store()));
}

TEST_F(CheckpointCommand, TakesNoStreamAndNoFolderOfOthers) {
  const Answer stream =
      run_clade({"train", "-", "--method", "svm", "--checkpoint", store(), "-o", path("m.clade")},
                "a 1:1\nb 2:1\n");
  EXPECT_EQ(stream.code, 2);
  EXPECT_THAT(stream.err, HasSubstr("stream"));
  const std::string file = data();
  const Answer full =
      run_clade({"train", file, "--method", "svm", "--checkpoint",
                 std::filesystem::path(file).parent_path().string(), "-o", path("m.clade")});
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, HasSubstr("is no checkpoint"));
  const Answer idle = run_clade({"train", file, "--checkpoint-every", "5s", "-o", path("m.clade")});
  EXPECT_EQ(idle.code, 2);
  EXPECT_THAT(idle.err, HasSubstr("without --checkpoint"));
}

TEST_F(CheckpointCommand, GoesOnWithAComparison) {
  Words words{"compare", data(), "--taxonomy", taxonomy(), "--methods", "hsvm;svm", "--folds", "2"};
  const Answer plain = run_clade(words);
  words.insert(words.end(), {"--checkpoint", store(), "--checkpoint-every", "0s"});
  const Answer kept = run_clade(words);
  EXPECT_EQ(plain.code, kept.code) << kept.err;
  EXPECT_EQ(plain.out, kept.out);
  EXPECT_FALSE(std::filesystem::exists(store()));
}

}  // namespace
}  // namespace clade::detail::test
