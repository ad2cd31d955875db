// What the words of a text become, from training to prediction: stems, stop words, runs of
// characters, common words, and where the text stands. The model remembers all of it.
#include <algorithm>

#include "tests/cli/run_clade.h"
#include "text/stemmer.h"
#include "text/unicode.h"

namespace clade::detail::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string german =
    R"({"labels":["boats"],"text":"Das Schiff segelt und die Boote fahren"}
{"labels":["boats"],"text":"Schiffe segeln"}
{"labels":["houses"],"text":"Das Haus und die Wand"}
{"labels":["houses"],"text":"Häuser haben Wände"}
)";

class Languages : public SmallProblem {
 protected:
  void SetUp() override {
    if (!knows_stemmers() || !knows_unicode()) GTEST_SKIP();
  }
  Answer train(const std::string& file, Words more) const {
    Words words{"train", file, "-o", path("m.clade"), "--quiet", "--min-df", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
  std::string trained(const std::string& file, const Words& more) const {
    const Answer answer = train(file, more);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return path("m.clade");
  }
};

TEST_F(Languages, AModelStemsWhatItReads) {
  const std::string model = trained(write("g.jsonl", german),
                                    {"--stemmer", "de", "--ngrams", "1", "--char-ngrams", "none"});
  const std::string fresh = write("new.jsonl", "{\"text\":\"Ein HAUS mit Häusern\"}\n");
  const Answer answer = run_clade({"predict", model, fresh});
  EXPECT_THAT(answer.out, StartsWith("0\thouses\t"));
  EXPECT_THAT(answer.err, HasSubstr("2 words or feature values are unknown"));  // ein, mit
  EXPECT_THAT(run_clade({"info", model, "--json"}).out, HasSubstr("\"stemmer\":\"german\""));
}

TEST_F(Languages, StopWordsAndRunsOfCharactersAreInTheModel) {
  const std::string model =
      trained(write("g.jsonl", german),
              {"--stopwords", "german", "--char-ngrams", "3-4", "--ngrams", "0", "--hash", "18"});
  const std::string fresh = write("new.jsonl", "{\"text\":\"Segelschiffahrt und das\"}\n");
  EXPECT_THAT(run_clade({"predict", model, fresh}).out, StartsWith("0\tboats\t"));
  const std::string stop = write("stop.jsonl", "{\"text\":\"Und DAS die\"}\n");
  EXPECT_THAT(run_clade({"predict", model, stop}).err, HasSubstr("no record has a word"));
}

TEST_F(Languages, CommonWordsAreLeftOut) {
  const std::string file =
      write("x.jsonl",
            "{\"labels\":[\"a\"],\"text\":\"the x\"}\n{\"labels\":[\"b\"],\"text\":\"the y\"}\n");
  const Answer answer = run_clade({"convert", file, "-o", "-", "--weighting", "tf", "--min-df", "1",
                                   "--normalize", "none", "--max-df", "0.5"});
  EXPECT_EQ(answer.out, "a 1:1\nb 2:1\n") << answer.err;
}

TEST_F(Languages, AModelKnowsWhereTextsStand) {
  const std::string file = write("docs.jsonl",
                                 "{\"labels\":[\"a\"],\"title\":\"ship\",\"body\":\"house\"}\n"
                                 "{\"labels\":[\"b\"],\"title\":\"house\",\"body\":\"ship\"}\n");
  const std::string model = trained(file, {"--text-fields", "title=3,body"});
  const Answer plain = run_clade({"predict", model, file});
  EXPECT_EQ(plain.err, "");
  EXPECT_THAT(plain.out, AllOf(StartsWith("0\ta\t"), HasSubstr("1\tb\t")));
  EXPECT_EQ(plain.out, run_clade({"predict", model, file, "--text-fields", "title=3,body"}).out);
  // What is given wins.
  EXPECT_THAT(run_clade({"predict", model, file, "--text-fields", "body"}).out,
              StartsWith("0\tb\t"));
  // Columns of tables are fields as well; the usual one will do where the others are not there.
  EXPECT_THAT(run_clade({"predict", model, write("t.csv", "title,body\nship,ship house\n")}).out,
              StartsWith("0\ta\t"));
  EXPECT_THAT(run_clade({"predict", model, write("u.jsonl", "{\"text\":\"ship\"}\n")}).out,
              StartsWith("0\ta\t"));
  const Answer other = run_clade({"predict", model, write("o.jsonl", "{\"words\":\"ship\"}\n")});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("--text-fields: no record has the field 'title'"));
}

TEST_F(Languages, AnUpdateReadsAsTheModelDoes) {
  const std::string more = write("more.jsonl",
                                 "{\"labels\":[\"houses\"],\"title\":\"Dächer\"}\n"
                                 "{\"labels\":[\"boats\"],\"title\":\"Boote\"}\n");
  const std::string first = write("first.jsonl",
                                  "{\"labels\":[\"houses\"],\"title\":\"Haus\"}\n{\"labels\":["
                                  "\"boats\"],\"title\":\"Schiff\"}\n");
  const std::string model =
      trained(first, {"--stemmer", "german", "--text-fields", "title", "--method", "perceptron",
                      "--epochs", "1", "--weighting", "tf"});
  for (const bool is_stream : {false, true}) {
    const Answer updated =
        is_stream ? run_clade({"update", model, "-", "--format", "jsonl", "-o", path("n.clade"),
                               "--quiet"},
                              read_file(more))
                  : run_clade({"update", model, more, "-o", path("n.clade"), "--quiet"});
    ASSERT_EQ(updated.code, 0) << updated.err;
    const std::string fresh = write("f.jsonl", "{\"title\":\"Dach\"}\n{\"title\":\"Boot\"}\n");
    const Answer answer = run_clade({"predict", path("n.clade"), fresh});
    EXPECT_THAT(answer.out, AllOf(StartsWith("0\thouses\t"), HasSubstr("1\tboats\t")));
    EXPECT_EQ(is_stream || answer.err.empty(), true) << answer.err;
  }
}

TEST_F(Languages, AStreamIsTrainedTheSameWay) {
  const std::string topics = write("t.tsv", "r\tboats\nr\thouses\n");
  const Answer answer = run_clade({"train", "-", "--format", "jsonl", "--taxonomy", topics,
                                   "--method", "perceptron", "--epochs", "1", "--stemmer", "german",
                                   "--char-ngrams", "4", "-o", path("m.clade"), "--quiet"},
                                  german);
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string fresh = write("f.jsonl", "{\"text\":\"Hausboot\"}\n{\"text\":\"Schiffen\"}\n");
  EXPECT_THAT(run_clade({"predict", path("m.clade"), fresh}).out, HasSubstr("1\tboats\t"));
  const Answer limited =
      run_clade({"train", "-", "--format", "jsonl", "--taxonomy", topics, "--method", "perceptron",
                 "--epochs", "1", "--max-df", "0.5", "-o", path("m.clade")},
                german);
  EXPECT_EQ(limited.code, 2);
  EXPECT_THAT(limited.err, HasSubstr("--max-df: a stream"));
}

TEST_F(Languages, MethodsOfAComparisonReadTextsTheirOwnWay) {
  const std::string train = write("train.jsonl", german);
  const std::string test = write("test.jsonl",
                                 "{\"labels\":[\"houses\"],\"text\":\"Häusern\"}\n"
                                 "{\"labels\":[\"boats\"],\"text\":\"Schiffes\"}\n");
  const Answer answer = run_clade(
      {"compare", train, "--test", test, "--methods",
       "svm --stemmer german --min-df 1; svm --min-df 1; svm --min-df 1 --char-ngrams 3-4",
       "--json", "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr(R"("accuracy":{"mean":1.0)"));
  EXPECT_THAT(answer.out, HasSubstr(R"("accuracy":{"mean":0.5)"));
}

TEST_F(Languages, WrongValuesAreRefusedWithTheRightOnes) {
  const std::string file = write("g.jsonl", german);
  const auto error = [&](const Words& more, int code) {
    const Answer answer = train(file, more);
    EXPECT_EQ(answer.code, code) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(error({"--stemmer", "germann"}, 2), HasSubstr("did you mean 'german'?"));
  EXPECT_THAT(error({"--stopwords", "germann"}, 5), HasSubstr("did you mean 'german'?"));
  EXPECT_THAT(error({"--stopwords", "hindi"}, 2), HasSubstr("no stop words for hindi"));
  EXPECT_THAT(error({"--char-ngrams", "5-3"}, 2), HasSubstr("such as 3-5"));
  EXPECT_THAT(error({"--max-df", "0"}, 2), HasSubstr("--max-df: expected none, a share"));
  EXPECT_THAT(error({"--ngrams", "0", "--method", "hsvm"}, 2),
              HasSubstr("give --char-ngrams, too"));
  EXPECT_THAT(error({"--ngrams", "0", "--char-ngrams", "none"}, 2),
              HasSubstr("give --char-ngrams, too"));
}

}  // namespace
}  // namespace clade::detail::test
