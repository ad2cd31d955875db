// clade update: more data for a model.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

class UpdateCommand : public SmallProblem {
 protected:
  const std::string more_ = "a2 1:1 5:2\nb 2:1\na1 4:1 5:-1\na2 2:2\n";

  // A model of the small problem, in its data's order and one pass.
  std::string online_model(const std::string& method, const Words& options = {}) const {
    Words words{"--method", method, "--epochs", "1"};
    words.insert(words.end(), options.begin(), options.end());
    return model(words);
  }
  Answer update(const std::string& from, const std::string& data, const Words& options = {},
                const std::string& standard_input = "") const {
    Words words{"update", from, data, "-o", path("new.clade")};
    words.insert(words.end(), options.begin(), options.end());
    return run_clade(words, standard_input);
  }
  // The model of the small problem and `more_` in one file.
  std::string whole(const std::string& method, const Words& options = {}) const {
    const std::string all = write("all.svm", read_file(data()) + more_);
    Words words{"train", all,        "--taxonomy", taxonomy(), "--method",
                method,  "--epochs", "1",          "-o",       path("whole.clade")};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run_clade(words).code, 0);
    return path("whole.clade");
  }
  // Expects that exit code, these words in the message, and no new model.
  void expect_refused(const Answer& answer, int code, const std::string& words) const {
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(words));
    EXPECT_FALSE(std::filesystem::exists(path("new.clade")));
  }
};

TEST_F(UpdateCommand, GoesOnAsIfTheDataHadBeenOneFile) {
  const std::string data = write("more.svm", more_);
  for (const std::string method : {"perceptron", "hieron"}) {
    for (const Words& options : {Words{}, Words{"--bias", "feature", "--normalize", "unit"}}) {
      const std::string from = online_model(method, options);
      const std::string expected = read_file(whole(method, options));
      ASSERT_EQ(update(from, data).code, 0);
      EXPECT_TRUE(read_file(path("new.clade")) == expected);
      const Answer streamed = update(from, "-", {}, more_);
      ASSERT_EQ(streamed.code, 0) << streamed.err;
      EXPECT_TRUE(read_file(path("new.clade")) == expected);
      EXPECT_THAT(streamed.err, HasSubstr("updated " + method + " with 4 instances"));
    }
  }
}

std::vector<double> scores_of(const std::string& model, const std::string& data) {
  std::istringstream lines(run_clade({"predict", model, data, "--scores"}).out);
  std::string line;
  std::getline(lines, line);
  std::vector<double> scores;
  for (std::string cell; lines >> cell;) scores.push_back(std::stod(cell));
  return scores;
}

TEST_F(UpdateCommand, AveragedModelsGoOnToo) {
  const std::string data = write("more.svm", more_);
  const Words averaged{"--update", "averaged"};
  for (const std::string method : {"perceptron", "hieron"}) {
    const std::string from = online_model(method, averaged);
    ASSERT_EQ(update(from, data).code, 0);
    const std::string file = read_file(path("new.clade"));
    const std::vector<double> got = scores_of(path("new.clade"), data);
    const std::vector<double> expected = scores_of(whole(method, averaged), data);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k], expected[k], 1e-5);
    EXPECT_NE(got, scores_of(from, data));
    ASSERT_EQ(update(from, "-", {}, more_).code, 0);
    EXPECT_TRUE(read_file(path("new.clade")) == file);
  }
}

TEST_F(UpdateCommand, TracesAndCountsTheNewExamples) {
  const std::string from = online_model("hieron");
  const std::string data = write("more.svm", more_);
  const Answer answer =
      update(from, data, {"--trace", path("t"), "--trace-updates", "--progressive", "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, StartsWith("examples\tmean_error\taccuracy\n4\t"));
  std::istringstream lines(read_file(path("t")));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const Json first = Json::parse(line);
  EXPECT_EQ(first["step"].get<int>(), 7 + first["instance"].get<int>());
  const Answer described = update(from, data, {"--json", "--quiet", "--epochs", "3"});
  const Json json = Json::parse(described.out);
  EXPECT_EQ(json["instances"], 4);
  EXPECT_EQ(json["features"], 5);
  EXPECT_EQ(json["epochs"], 3);
  const Answer info = run_clade({"info", path("new.clade"), "--json"});
  EXPECT_EQ(Json::parse(info.out)["examples_learned"], 6 + 12);
}

TEST_F(UpdateCommand, ABatchMethodIsHeldToTheOldModel) {
  const std::string data = write("more.svm", more_);
  for (const std::string method : {"clade", "hsvm", "svm"}) {
    const std::string from = model({"--method", method, "--kernel", "linear"});
    const Answer answer = update(from, data, {"--json", "--quiet"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["stopped"], "tolerance");
    EXPECT_LE(json["objective"]["relative_gap"].get<double>(), 1e-3);
    EXPECT_NE(scores_of(path("new.clade"), data), scores_of(from, data));
    ASSERT_EQ(update(from, data, {"--C", "1e-9", "--quiet"}).code, 0);
    const auto near = scores_of(path("new.clade"), data), old = scores_of(from, data);
    for (std::size_t k = 0; k < near.size(); ++k) EXPECT_NEAR(near[k], old[k], 1e-6);
  }
}

TEST_F(UpdateCommand, AModelCanBeReplaced) {
  const std::string from = model({"--kernel", "linear"});
  const std::string before = read_file(from);
  const std::string data = write("more.svm", more_);
  ASSERT_EQ(run_clade({"update", from, data, "-o", from}).code, 0);
  EXPECT_FALSE(read_file(from) == before);
  EXPECT_EQ(run_clade({"predict", from, data}).code, 0);
}

TEST_F(UpdateCommand, TakesWeightsOfInstances) {
  const std::string from = online_model("perceptron");
  const std::string one = write("one.svm", "a2 1:1 5:2\n");
  ASSERT_EQ(update(from, one, {"--weights", write("w", "2\n")}).code, 0);
  const std::string weighted = read_file(path("new.clade"));
  ASSERT_EQ(update(from, one).code, 0);
  EXPECT_FALSE(read_file(path("new.clade")) == weighted);
}

// ---- Text

class UpdateText : public UpdateCommand {
 protected:
  const std::string pets_ = "{\"labels\":[\"pets\"],\"text\":\"a cat and a dog\"}\n";
  const std::string cars_ = "{\"labels\":[\"cars\"],\"text\":\"an engine and a wheel\"}\n";
  const std::string more_pets_ = "{\"labels\":[\"pets\"],\"text\":\"a hamster and a dog\"}\n";
  std::string text_model(const Words& options) const {
    Words words{"train",      write("docs.jsonl", pets_ + cars_ + pets_ + cars_),
                "--taxonomy", write("tax.tsv", "root\tpets\nroot\tcars\n"),
                "-o",         path("text.clade")};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run_clade(words).code, 0);
    return path("text.clade");
  }
  static Json info(const std::string& model) {
    return Json::parse(run_clade({"info", model, "--json"}).out);
  }
};

TEST_F(UpdateText, NewWordsAreAddedWhereEnoughDocumentsHaveThem) {
  for (const std::string method : {"clade", "perceptron"}) {
    const std::string from =
        text_model({"--method", method, "--ngrams", "1", "--char-ngrams", "none", "--min-df", "2"});
    // In one document alone: gearbox.
    const std::string lone = "{\"labels\":[\"cars\"],\"text\":\"gearbox hamster dog dog\"}\n";
    const Answer answer =
        update(from, write("more.jsonl", more_pets_ + more_pets_ + lone), {"--quiet"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    const std::string weights = run_clade({"info", path("new.clade"), "--weights"}).out;
    EXPECT_THAT(weights, HasSubstr("hamster\t"));
    EXPECT_THAT(weights, Not(HasSubstr("gearbox")));
    EXPECT_EQ(info(path("new.clade"))["features"], info(from)["features"].get<int>() + 1);
    EXPECT_EQ(info(path("new.clade"))["text"], info(from)["text"]);
  }
}

TEST_F(UpdateText, AStreamAddsWordsWhereTheModelDoesNotCountDocuments) {
  const Words options{"--method", "perceptron", "--epochs",    "1",
                      "--min-df", "1",          "--weighting", "log-tf"};
  const std::string from = text_model(options);
  const std::string more = more_pets_ + cars_;
  ASSERT_EQ(update(from, "-", {"--format", "jsonl"}, more).code, 0);
  const std::string streamed = read_file(path("new.clade"));
  EXPECT_EQ(info(path("new.clade"))["features"], info(from)["features"].get<int>() + 1);
  ASSERT_EQ(update(from, write("more.jsonl", more)).code, 0);
  EXPECT_TRUE(read_file(path("new.clade")) == streamed);
}

TEST_F(UpdateText, HashedWordsGoOnAsOneStream) {
  const std::string taxonomy = write("tax.tsv", "root\tpets\nroot\tcars\n");
  const auto train = [&](const std::string& text, const std::string& file) {
    const Words words{"train",    "-",     "--method",   "hieron", "--hash", "12",
                      "--format", "jsonl", "--taxonomy", taxonomy, "-o",     path(file)};
    EXPECT_EQ(run_clade(words, text).code, 0);
    return path(file);
  };
  const std::string from = train(pets_ + cars_, "from.clade");
  const std::string whole = train(pets_ + cars_ + more_pets_ + cars_, "whole.clade");
  const Answer answer = update(from, "-", {"--format", "jsonl"}, more_pets_ + cars_);
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(read_file(path("new.clade")) == read_file(whole));
}

TEST_F(UpdateText, DocumentFrequenciesAreNotForStreams) {
  const std::string from = text_model({"--method", "perceptron"});
  expect_refused(update(from, "-", {"--format", "jsonl"}, pets_), 2, "give a file");
}

TEST_F(UpdateText, WarnsOfTextsThatAModelOfNumbersCannotRead) {
  const std::string from = online_model("perceptron");
  const std::string mixed = "{\"labels\":[\"a1\"],\"text\":\"word\",\"features\":{\"1\":1}}\n";
  const Answer file = update(from, write("mixed.jsonl", mixed));
  EXPECT_EQ(file.code, 0);
  EXPECT_THAT(file.err, HasSubstr("trained without texts"));
  EXPECT_THAT(update(from, "-", {"--format", "jsonl"}, mixed).err,
              HasSubstr("trained without texts"));
}

// ---- What is refused

TEST_F(UpdateCommand, RefusesLabelsThatAreNoClassOfTheModel) {
  for (const std::string method : {"perceptron", "clade"}) {
    const std::string from = model({"--method", method, "--kernel", "linear"});
    const std::string strange = "a1 1:1\na11 2:1\n";
    expect_refused(update(from, write("x.svm", strange)), 3, "x.svm:2:1: label 'a11'");
    expect_refused(update(from, write("x.svm", strange)), 3, "did you mean 'a1'");
    expect_refused(update(from, write("x.svm", "a 1:1\n")), 3, "inner node");
  }
  const std::string from = online_model("perceptron");
  expect_refused(update(from, "-", {}, "a1 1:1\na11 2:1\n"), 3, "-:2:1: label 'a11'");
  expect_refused(update(from, "-", {}, "a 1:1\n"), 3, "inner node");
}

TEST_F(UpdateCommand, RefusesDataWithoutLabels) {
  for (const std::string method : {"perceptron", "clade"}) {
    const std::string from = model({"--method", method, "--kernel", "linear"});
    expect_refused(update(from, write("none.svm", "? 1:1\n")), 3, "without a label");
    expect_refused(update(from, write("empty.svm", "")), 3, "no example");
    expect_refused(update(from, path("missing.svm")), 5, "missing.svm");
  }
  expect_refused(update(online_model("hieron"), "-", {}, "? 1:1\n"), 3, "without a label");
}

TEST_F(UpdateCommand, RefusesWrongCalls) {
  const std::string from = model({"--method", "hsvm"});
  const std::string data = write("more.svm", more_);
  const Answer no_output = run_clade({"update", from, data});
  EXPECT_EQ(no_output.code, 2);
  EXPECT_THAT(no_output.err, HasSubstr("-o is missing"));
  EXPECT_EQ(run_clade({"update", from, data, "-o", data}).code, 2);
  EXPECT_EQ(run_clade({"update", from, "-o", path("new.clade")}).code, 2);
  expect_refused(update(from, data, {"--epochs", "2"}), 2, "belongs to perceptron, hieron");
  expect_refused(update(from, data, {"--slack", "pair"}), 2, "keeps what the model has");
  expect_refused(update(from, data, {"--taxonomy", taxonomy()}), 2, "keeps what the model has");
  expect_refused(update(from, data, {"--hash", "12"}), 2, "keeps what the model has");
  expect_refused(update(from, data, {"--epoch", "2"}), 2, "did you mean '--epochs'");
  expect_refused(update(from, data, {"--C", "-1"}), 2, "--C: expected");
  expect_refused(update(from, data, {"--C", "auto"}), 2, "finite");
  expect_refused(update(from, data, {"--loss", "symdiff"}), 2, "which stays");
  expect_refused(update(from, data, {"--progressive"}), 2, "no online method");
  expect_refused(update(online_model("perceptron", {"--update", "minover"}), data), 2, "minover");
}

TEST_F(UpdateCommand, LossesOfAFileAreGivenAgain) {
  const std::string costs =
      write("costs.tsv", "r\t0\t1\t1\na\t1\t2\t1\nb\t1\t1\t1\na1\t1\t1\t1\na2\t1\t1\t1\n");
  const std::string from = model({"--method", "hsvm", "--loss", "costs:" + costs});
  const std::string data = write("more.svm", more_);
  expect_refused(update(from, data), 2, "expected costs:FILE");
  EXPECT_EQ(update(from, data, {"--loss", "costs:" + costs}).code, 0);
}

TEST_F(UpdateCommand, RefusesModelsThatCannotBeUsed) {
  const std::string data = write("more.svm", more_);
  std::string bytes = read_file(model());
  expect_refused(update(write("cut.clade", bytes.substr(0, 900)), data), 4, "cut short");
  bytes[700] = static_cast<char>(bytes[700] ^ 1);
  expect_refused(update(write("bad.clade", bytes), data), 4, "checksum");
  expect_refused(update(data, data), 4, "is not a clade model");
  expect_refused(update(path("none.clade"), data), 5, "none.clade");
  const auto old = std::filesystem::path(CLADE_SOURCE_DIR) / "tests/model/format_2.clade";
  expect_refused(update(old, data), 4, "does not hold the last ones");
}

TEST_F(UpdateCommand, AFailedUpdateLeavesTheOldFile) {
  const std::string from = model({"--kernel", "linear"});
  const std::string before = read_file(from);
  EXPECT_EQ(run_clade({"update", from, write("x.svm", "zzz 1:1\n"), "-o", from}).code, 3);
  EXPECT_TRUE(read_file(from) == before);
}

}  // namespace
}  // namespace clade::detail::test
