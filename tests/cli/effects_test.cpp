// Options that cannot have an effect are refused, with what they would need.
#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class Effects : public SmallProblem {
 protected:
  void expect_refused(const Words& more, const std::string& part) const {
    Words words{"train", data(), "--taxonomy", taxonomy(), "-o", path("m"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2) << more[0] << '\n' << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(part));
  }
  void expect_taken(const Words& more) const {
    Words words{"train", data(), "--taxonomy", taxonomy(), "-o", path("m"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << more[0] << '\n' << answer.err;
  }
};

TEST_F(Effects, OptionsOfAKernelNeedIt) {
  expect_refused({"--gamma", "1", "--kernel", "linear"},
                 "--gamma: has no effect without --kernel rbf or --kernel poly");
  expect_refused({"--method", "hsvm", "--sigma", "median"},
                 "--sigma: has no effect without --kernel rbf");
  expect_refused({"--sigma", "1", "--kernel", "poly"}, "--sigma: has no effect");
  expect_refused({"--degree", "3"}, "--degree: has no effect without --kernel poly");
  expect_refused({"--coef0", "0"}, "--coef0: has no effect without --kernel poly");
  expect_refused({"--length", "4"}, "--length: has no effect without --kernel subsequence");
  expect_refused({"--decay", "0.5"}, "--decay: has no effect without --kernel subsequence");
  expect_refused({"--cache-mb", "64"}, "--cache-mb: has no effect without --kernel rbf");
  expect_refused({"--method", "perceptron", "--gamma", "1"}, "--gamma: has no effect");
  // In any order.
  expect_taken({"--gamma", "1", "--kernel", "rbf", "--cache-mb", "64"});
  // The default method takes it for the wish to have a kernel.
  expect_taken({"--gamma", "1"});
  expect_taken({"--kernel", "poly", "--degree", "2", "--coef0", "1"});
}

TEST_F(Effects, OptionsOfTheMethodNeedTheirForm) {
  // Whoever spells out a default contradicts nothing.
  EXPECT_EQ(run_clade({"train", data(), "--taxonomy", taxonomy(), "-o", path("m"), "--quiet",
                       "--method", "hsvm", "--constraints", "binary", "--slack", "instance"})
                .code,
            0);
  expect_refused({"--method", "hsvm", "--flat", "--attributes", "unit"},
                 "--attributes: has no effect with --flat");
  expect_refused({"--method", "hsvm", "--constraints", "binary", "--slack", "pair"},
                 "--slack: has no effect without --constraints ranking");
  expect_refused({"--method", "hsvm", "--paper-step", "instance"},
                 "--paper-step: has no effect without --solver paper");
  expect_refused({"--method", "perceptron", "--update", "minover", "--order", "random"},
                 "--order: has no effect with --update minover");
  expect_refused({"--method", "dnc", "--order", "file"}, "--order: has no effect with --base svm");
  expect_refused({"--method", "dnc", "--base", "perceptron", "--C", "1"},
                 "--C: has no effect with --base perceptron");
}

TEST_F(Effects, OptionsOfTheCallNeedTheirPart) {
  expect_refused({"--calibrate", "--calibrate-folds", "0"},
                 "--calibrate-folds: 0 means no probabilities, which --calibrate asks for");
  expect_refused({"--for", "accuracy"}, "--for: has no effect without --budget or --C auto");
  expect_refused({"--force", "--dry-run"}, "--force: has no effect with --dry-run");
  expect_refused({"--trace-updates", "--trace", path("t")}, "clade is no online method");
  const Answer answer = run_clade({"train", data(), "--language", "de", "-o", path("m")});
  EXPECT_EQ(answer.code, 2) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("--language: has no effect without --taxonomy"));
}

TEST_F(Effects, OptionsOfTextsAreWarnedOfWhereThereAreNone) {
  const Answer answer = run_clade({"train", data(), "--taxonomy", taxonomy(), "--stemmer",
                                   "english", "--ngrams", "2", "-o", path("m"), "--quiet"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("--stemmer, --ngrams have no effect: the data have no text"));
}

TEST_F(Effects, ComparedMethodsAreHeldToIt) {
  const auto compare = [&](const Words& more) {
    Words words{"compare", data(), "--taxonomy", taxonomy(), "--folds", "2", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  };
  const Answer own = compare({"--methods", "hsvm --gamma 1"});
  EXPECT_EQ(own.code, 2);
  EXPECT_THAT(own.err, HasSubstr("hsvm --gamma 1: --gamma has no effect without --kernel rbf"));
  const Answer tuned = compare({"--methods", "hsvm", "--tune", "gamma=1,2"});
  EXPECT_EQ(tuned.code, 2);
  EXPECT_THAT(tuned.err, HasSubstr("--tune: --gamma has no effect without --kernel rbf"));
  // It has one for a value of another option.
  EXPECT_EQ(compare({"--methods", "hsvm --gamma 1", "--tune", "kernel=linear,rbf"}).code, 0);
  EXPECT_EQ(compare({"--methods", "svm; svm --kernel rbf", "--tune", "gamma=1,2"}).code, 0);
}

// ---- Other wrong calls

TEST_F(Effects, AWeightIsWithinWhatCanBeReckonedWith) {
  for (const std::string bad : {"1e300", "1e-300", "0", "-1", "nan"}) {
    const std::string file = write("weights", "1\n1\n" + bad + "\n1\n1\n1\n");
    const Answer answer = run_clade(
        {"train", data(), "--taxonomy", taxonomy(), "--weights", file, "-o", path("m"), "--quiet"});
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_THAT(answer.err,
                HasSubstr("weights:3:1: expected a weight from 1e-12 to 1e12, got '" + bad + "'"));
  }
  const std::string docs = write("w.jsonl",
                                 "{\"labels\":[\"a1\"],\"features\":{\"1\":1}}\n"
                                 "{\"labels\":[\"b\"],\"features\":{\"2\":1},"
                                 "\"weight\":1e300}\n");
  const Answer answer = run_clade({"train", docs, "--taxonomy", taxonomy(), "-o", path("m")});
  EXPECT_EQ(answer.code, 3) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("w.jsonl:2:"));
}

// As docs/COMMANDS.md has it.
TEST_F(Effects, ASingleClassIsEnoughWhereTheTaxonomyHasOthers) {
  const std::string one = write("one.svm", "a1 1:1\na1 1:2\n");
  const Answer with = run_clade({"train", one, "--taxonomy", taxonomy(), "-o", path("m")});
  EXPECT_EQ(with.code, 0) << with.err;
  EXPECT_THAT(with.err, HasSubstr("2 of 3 classes have no example"));
  const Answer without = run_clade({"train", one, "-o", path("m")});
  EXPECT_EQ(without.code, 3) << without.err;
}

TEST_F(Effects, AdviceInMessagesCanBeFollowed) {
  const Answer answer = run_clade({"compare", data(), "--methods", "clade --nonsense-here 1"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("'clade train --method clade --help' lists the options"));
  EXPECT_EQ(run_clade({"train", "--method", "clade", "--help"}).code, 0);
  const Answer word = run_clade({"compare", data(), "--methods", "clade word"});
  EXPECT_THAT(word.err,
              HasSubstr("unexpected argument 'word'; 'clade train --method clade --help'"));
  const Answer empty = run_clade({"train", data(), "-o", ""});
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("-o: expected the name of a file"));
  EXPECT_THAT(empty.err, ::testing::Not(HasSubstr("--o")));
}

}  // namespace
}  // namespace clade::detail::test
