// clade pack: the same answers as from the file that was packed.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class PackCommand : public SmallProblem {
 protected:
  std::string packed(const std::string& from, const Words& more = {},
                     const std::string& name = "data.pack") const {
    Words words{"pack", from, "-o", path(name)};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.out, IsEmpty());
    return path(name);
  }
};

TEST_F(PackCommand, ModelsAreTheSameByteForByte) {
  const std::string pack = packed(data()), tree = taxonomy();
  for (const char* method : {"clade", "hsvm", "svm", "dnc", "perceptron", "topdown-svm"}) {
    for (const std::string& file : {data(), pack}) {
      const Answer answer = run_clade({"train", file, "--taxonomy", tree, "--method", method, "-o",
                                       file + ".clade", "--quiet"});
      ASSERT_EQ(answer.code, 0) << method << ": " << answer.err;
    }
    EXPECT_EQ(read_file(data() + ".clade"), read_file(pack + ".clade")) << method;
  }
}

TEST_F(PackCommand, EveryCommandTakesIt) {
  const std::string pack = packed(data()), trained = model();
  for (const Words& words :
       {Words{"predict", trained}, Words{"evaluate", trained, "--json"}, Words{"explain", trained},
        Words{"convert", "-o", "-"}, Words{"taxonomy", "check", taxonomy()}}) {
    const auto with = [&](const std::string& file) {
      Words all = words;
      const auto place = words.front() == "convert" ? all.begin() + 1 : all.begin() + 2;
      all.insert(words.front() == "taxonomy" ? all.end() : place, file);
      return run_clade(all);
    };
    const Answer from_text = with(data()), from_pack = with(pack);
    EXPECT_EQ(from_pack.code, from_text.code) << words.front() << ": " << from_pack.err;
    if (words.front() == "taxonomy") continue;  // it speaks of the file
    EXPECT_EQ(from_pack.out, from_text.out) << words.front();
  }
}

TEST_F(PackCommand, TellsWhatItMade) {
  const Answer answer = run_clade({"pack", data(), "-o", path("x.pack")});
  EXPECT_THAT(answer.err, HasSubstr("x.pack: 6 examples, 9 values"));
  EXPECT_THAT(run_clade({"pack", data(), "-o", path("x.pack"), "--quiet"}).err, IsEmpty());
}

TEST_F(PackCommand, TextsNeedAModel) {
  const std::string docs = write("docs.jsonl",
                                 "{\"labels\":[\"a1\"],\"text\":\"red apple\"}\n"
                                 "{\"labels\":[\"b\"],\"text\":\"blue sky\"}\n"
                                 "{\"labels\":[\"a1\"],\"text\":\"red sun apple\"}\n");
  const Answer refused = run_clade({"pack", docs, "-o", path("docs.pack")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("a pack holds vectors"));
  EXPECT_THAT(refused.err, HasSubstr("--model"));
  EXPECT_FALSE(std::filesystem::exists(path("docs.pack")));

  ASSERT_EQ(run_clade({"train", docs, "-o", path("text.clade"), "--min-df", "1", "--quiet"}).code,
            0);
  const std::string pack = packed(docs, {"--model", path("text.clade")}, "docs.pack");
  const std::string vectors =
      run_clade({"convert", docs, "--model", path("text.clade"), "-o", "-"}).out;
  EXPECT_EQ(run_clade({"convert", pack, "-o", "-"}).out, vectors);
  const Answer trained = run_clade({"train", pack, "-o", path("again.clade"), "--quiet"});
  EXPECT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(run_clade({"predict", path("again.clade"), pack}).out.substr(0, 5), "0\ta1\t");
}

TEST_F(PackCommand, ASplitHasToBeChosen) {
  const std::string records = write("s.jsonl",
                                    "{\"labels\":[\"a1\"],\"vector\":[1],\"split\":\"train\"}\n"
                                    "{\"labels\":[\"b\"],\"vector\":[0,1],\"split\":\"test\"}\n");
  const Answer refused = run_clade({"pack", records, "-o", path("s.pack")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--split train"));
  EXPECT_EQ(run_clade({"convert", packed(records, {"--split", "test"}), "-o", "-"}).out, "b 2:1\n");
  EXPECT_THAT(run_clade({"convert", packed(records, {"--split", "all"}), "-o", "-"}).out,
              HasSubstr("a1 1:1\nb 2:1\n"));
}

TEST_F(PackCommand, RefusesBadCalls) {
  const std::string file = data();
  EXPECT_EQ(run_clade({"pack", file}).code, 2);
  EXPECT_THAT(run_clade({"pack", file, "-o", path("x.bin")}).err, HasSubstr("ends in .pack"));
  EXPECT_EQ(run_clade({"pack", file, "-o", path("no/x.pack")}).code, 5);
  EXPECT_EQ(run_clade({"pack", path("missing.svm"), "-o", path("x.pack")}).code, 5);
  const std::string pack = packed(file);
  EXPECT_EQ(run_clade({"pack", pack, "-o", pack}).code, 2);
}

TEST_F(PackCommand, DamageIsTold) {
  std::string bytes = read_file(packed(data()));
  bytes[100] = static_cast<char>(bytes[100] ^ 1);
  const Answer answer = run_clade({"train", write("bad.pack", bytes), "--dry-run"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("bad.pack: the pack is damaged"));
  EXPECT_THAT(answer.err, HasSubstr("clade pack"));
}

}  // namespace
}  // namespace clade::detail::test
