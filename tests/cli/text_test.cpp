// From documents to answers: every text format through train, predict, evaluate and convert.
#include <fmt/core.h>

#include <algorithm>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string documents =
    R"({"id":"d1","labels":["cats"],"text":"the cat purrs and the cat sleeps","split":"train"}
{"id":"d2","labels":["cats"],"text":"a kitten purrs","split":"train"}
{"id":"d3","labels":["big dogs"],"text":"the dog barks","split":"train"}
{"id":"d4","labels":["big dogs"],"text":"a dog barks and the dog runs","split":"train"}
{"id":"d5","labels":["cars/old"],"text":"an engine runs","split":"train"}
{"id":"d6","labels":["cars/old"],"text":"the engine starts","split":"train"}
{"id":"d7","labels":["cats"],"text":"it purrs","split":"test"}
{"id":"d8","labels":["big dogs"],"text":"who barks?","split":"test"}
)";

class Text : public SmallProblem {
 protected:
  std::string topics() const {
    return write("topics.tsv", "root\tanimals\nanimals\tcats\nanimals\tbig dogs\nroot\tcars/old\n");
  }
  std::string trained(const std::string& file, const Words& more = {}) const {
    Words words{"train",         file,      "--taxonomy", topics(), "-o",
                path("m.clade"), "--quiet", "--min-df",   "1"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return path("m.clade");
  }
};

TEST_F(Text, DocumentsTrainOnTheirTrainingPartAndAreEvaluatedOnTheirTestPart) {
  const std::string file = write("docs.jsonl", documents);
  const std::string model = trained(file);
  const Answer evaluated = run_clade({"evaluate", model, file, "--json"});
  EXPECT_EQ(evaluated.code, 0) << evaluated.err;
  EXPECT_THAT(evaluated.out, StartsWith(R"({"instances":2,"metrics":{"accuracy":1.0,)"));
  const Answer predicted = run_clade({"predict", model, file});
  EXPECT_EQ(std::count(predicted.out.begin(), predicted.out.end(), '\n'), 8);
  EXPECT_THAT(predicted.out, HasSubstr("d7\tcats\t"));
  EXPECT_THAT(predicted.out, HasSubstr("\tanimals > big dogs\n"));
  const Answer part = run_clade({"predict", model, file, "--split", "test"});
  EXPECT_EQ(std::count(part.out.begin(), part.out.end(), '\n'), 2);
}

TEST_F(Text, UnknownWordsAreCountedInAWarning) {
  const std::string model = trained(write("docs.jsonl", documents));
  const std::string fresh = write("new.jsonl", "{\"text\":\"zebra purrs zebra\"}\n");
  const Answer answer = run_clade({"predict", model, fresh});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, StartsWith("0\tcats\t"));
  EXPECT_THAT(answer.err, HasSubstr("2 words or feature values are unknown"));
}

TEST_F(Text, TablesHoldTextToo) {
  const std::string tsv = write("docs.tsv",
                                "label\tbody\ncats\tthe cat purrs\nbig dogs\tthe dog barks\n"
                                "cars/old\tan engine runs\n");
  const std::string model = trained(tsv, {"--text-column", "body"});
  const std::string csv =
      write("new.csv", "id,body\n7,\"it \"\"purrs\"\",\nloudly\"\n8,the engine\n");
  const Answer answer = run_clade({"predict", model, csv, "--text-column", "body"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("7\tcats\t"));
  EXPECT_THAT(answer.out, HasSubstr("8\tcars/old\t"));
}

TEST_F(Text, HashedWordsNeedNoVocabulary) {
  const std::string file = write("docs.jsonl", documents);
  const std::string model = trained(file, {"--hash", "12"});
  const Answer answer = run_clade({"evaluate", model, file, "--json"});
  EXPECT_THAT(answer.out, HasSubstr("\"accuracy\":1.0"));
}

TEST_F(Text, ThreadsDoNotChangeTheModel) {
  std::string many;
  for (int i = 0; i < 3000; ++i) {
    many += fmt::format("{{\"labels\":[\"{}\"],\"text\":\"word{} word{} common w{}\"}}\n",
                        i % 2 == 0 ? "cats" : "big dogs", i % 7, i % 11, i);
  }
  const std::string file = write("many.jsonl", many);
  const std::string one = read_file(trained(file, {"--threads", "1"}));
  const std::string two = read_file(trained(file, {"--threads", "2"}));
  EXPECT_EQ(one, two);
}

TEST_F(Text, ConvertWritesTheVectorsThatTrainingSees) {
  const std::string file =
      write("docs.jsonl",
            "{\"labels\":[\"a\"],\"text\":\"x "
            "y\"}\n{\"labels\":[\"b\",\"c\"],\"text\":\"y\"}\n{\"text\":\"x\"}\n");
  const Answer answer = run_clade({"convert", file, "-o", "-", "--weighting", "tf", "--min-df", "1",
                                   "--normalize", "none", "--names", path("names.tsv")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "a 1:1 2:1\nb,c 2:1\n? 1:1\n");
  EXPECT_EQ(read_file(path("names.tsv")), "1\tx\n2\ty\n");
}

TEST_F(Text, ConvertedVectorsGiveTheModelsPredictions) {
  const std::string file = write("docs.jsonl", documents);
  const std::string model = trained(file);
  ASSERT_EQ(
      run_clade({"convert", file, "--split", "train", "-o", path("x.svm"), "--model", model}).code,
      3)
      << "labels with blanks cannot stand in .svm";
  const std::string plain =
      write("plain.jsonl", "{\"text\":\"the cat purrs\"}\n{\"text\":\"a dog\"}\n");
  ASSERT_EQ(run_clade({"convert", plain, "-o", path("x.svm"), "--model", model}).code, 0);
  EXPECT_THAT(read_file(path("x.svm")), StartsWith("? "));
}

TEST_F(Text, BytesThatAreNoUtf8AreCountedInAWarning) {
  const std::string file = write("docs.jsonl",
                                 "{\"labels\":[\"cats\"],\"text\":\"caf\xE9 purrs\"}\n"
                                 "{\"labels\":[\"big dogs\"],\"text\":\"barks\"}\n");
  const Answer answer =
      run_clade({"train", file, "-o", path("m.clade"), "--min-df", "1", "--encoding", "utf-8"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("1 byte is no UTF-8 and was read as '?'"));
}

TEST_F(Text, BrokenDocumentsAreRefusedWithTheirPlace) {
  const std::string broken =
      write("broken.jsonl", "{\"labels\":[\"cats\"],\"text\":\"a\"}\n{\"text\": oops}\n");
  const Answer answer = run_clade({"train", broken, "-o", path("m.clade")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("broken.jsonl:2:"));
  const std::string header = write("bad.tsv", "label\ttext\nA\tone\ttoo many\n");
  EXPECT_THAT(run_clade({"train", header, "-o", path("m.clade")}).err, HasSubstr("bad.tsv:2"));
}

TEST_F(Text, TextInAnotherFieldIsNoticed) {
  const std::string file = write("docs.jsonl",
                                 "{\"labels\":[\"cats\"],\"body\":\"purrs\"}\n"
                                 "{\"labels\":[\"big dogs\"],\"body\":\"barks\"}\n");
  const Answer answer = run_clade({"train", file, "-o", path("m.clade")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("--text-fields"));
  const std::string model = trained(file, {"--text-fields", "body"});
  EXPECT_EQ(run_clade({"predict", model, file}).err, "");
  EXPECT_THAT(run_clade({"predict", model, file, "--text-fields", "text"}).err,
              HasSubstr("--text-fields"));
}

TEST_F(Text, InfoShowsWordsAndHowTheyAreWeighted) {
  const std::string model = trained(write("docs.jsonl", documents));
  EXPECT_THAT(run_clade({"info", model}).out, HasSubstr("--weighting"));
  EXPECT_THAT(run_clade({"info", model}).out, HasSubstr("log-tfidf"));
  EXPECT_THAT(run_clade({"info", model, "--weights"}).out, HasSubstr("purrs\tcats\t"));
}

TEST_F(Text, GeneratedDocumentsTrain) {
  ASSERT_EQ(run_clade({"generate", "text", "--n", "60", "--levels", "2,4", "--words", "200",
                       "--output", "jsonl", "-o", path("made")})
                .code,
            0);
  const Answer answer = run_clade({"train", path("made/data.jsonl"), "--taxonomy",
                                   path("made/taxonomy.tsv"), "-o", path("m.clade"), "--quiet"});
  EXPECT_EQ(answer.code, 0) << answer.err;
}

TEST_F(Text, OutputsNeverReplaceInputs) {
  const std::string file = write("docs.jsonl", documents);
  const std::string tree = topics();
  EXPECT_EQ(run_clade({"train", file, "--taxonomy", tree, "-o", tree}).code, 2);
  EXPECT_EQ(run_clade({"train", file, "-o", path("m.clade"), "--trace", file}).code, 2);
  EXPECT_EQ(read_file(file), documents);
  const std::string model = trained(file);
  const std::string before = read_file(model);
  EXPECT_EQ(run_clade({"convert", file, "--model", model, "-o", model}).code, 2);
  EXPECT_EQ(read_file(model), before);
  EXPECT_EQ(run_clade({"convert", file, "-o", path("x.svm"), "--names", path("x.svm")}).code, 2);
  EXPECT_EQ(run_clade({"convert", file, "-o", path("x.svm.gz")}).code, 2);
}

TEST_F(Text, AFailedRunLeavesAnOldTrace) {
  const std::string trace = write("trace.jsonl", "old\n");
  const std::string bad = write("bad.jsonl", "{\n");
  EXPECT_EQ(run_clade({"train", bad, "-o", path("m.clade"), "--trace", trace}).code, 3);
  EXPECT_EQ(read_file(trace), "old\n");
}

TEST_F(Text, EvaluateWarnsOfUnknownWords) {
  const std::string model = trained(write("docs.jsonl", documents));
  const std::string fresh =
      write("new.jsonl", "{\"labels\":[\"cats\"],\"text\":\"zebra purrs\"}\n");
  EXPECT_THAT(run_clade({"evaluate", model, fresh}).err, HasSubstr("1 words"));
}

TEST_F(Text, PathsInJsonAreListsOfNames) {
  const std::string tree = write("odd.tsv", "root\ta > b\na > b\tcats\nroot\tbig dogs\n");
  const std::string file = write("docs.jsonl",
                                 "{\"labels\":[\"cats\"],\"text\":\"purrs\"}\n"
                                 "{\"labels\":[\"big dogs\"],\"text\":\"barks\"}\n");
  ASSERT_EQ(run_clade({"train", file, "--taxonomy", tree, "-o", path("m.clade"), "--min-df", "1",
                       "--quiet"})
                .code,
            0);
  EXPECT_THAT(run_clade({"predict", path("m.clade"), file, "--output", "jsonl"}).out,
              HasSubstr(R"("path":["a > b","cats"])"));
}

TEST_F(Text, MissingColumnsAndOptionsAreNamed) {
  const std::string tsv = write("docs.tsv", "label\tbody\ncats\tx\nbig dogs\ty\n");
  const Answer column = run_clade({"train", tsv, "--text-column", "bodi", "-o", path("m.clade")});
  EXPECT_NE(column.code, 0);
  EXPECT_THAT(column.err, HasSubstr("body"));
  const Answer hash = run_clade({"train", tsv, "--hash", "99", "-o", path("m.clade")});
  EXPECT_EQ(hash.code, 2);
  EXPECT_THAT(hash.err, HasSubstr("--hash: expected 0, or a whole number of bits"));
  const Answer words =
      run_clade({"train", tsv, "--stopwords", path("none.txt"), "-o", path("m.clade")});
  EXPECT_EQ(words.code, 5);
  EXPECT_EQ(run_clade({"convert", tsv}).code, 2);
}

}  // namespace
}  // namespace clade::detail::test
