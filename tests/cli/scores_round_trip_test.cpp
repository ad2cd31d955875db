// What 'predict --scores' writes, 'evaluate --scores' measures as 'evaluate MODEL' does.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using Json = nlohmann::json;

struct Kind {
  const char* name;
  const char* taxonomy;
  std::vector<std::string> labels;
  bool several = false;
  Words options;
};

const char* const tree = "r\ta\nr\tb\na\ta1\na\ta2\na\ta3\nb\tb1\nb\tb2\n";
const char* const dag = "r\ta\nr\tb\na\ta1\na\tm\nb\tm\nb\tb1\nm\tm1\nm\tm2\n";

std::vector<Kind> kinds() {
  return {
      {"one label", tree, {"a1", "a2", "a3", "b1", "b2"}, false, {}},
      {"several labels", tree, {"a1", "a2", "a3", "b1", "b2"}, true, {}},
      {"labels at some inner nodes", tree, {"a1", "a2", "a", "b1", "b2"}, false, {}},
      {"labels at all inner nodes", tree, {"a1", "b", "a", "b1", "b2"}, false, {}},
      {"several labels at inner nodes",
       tree,
       {"a1", "b", "a", "b1", "b2"},
       true,
       {"--label-nodes", "terminal"}},
      {"a DAG", dag, {"a1", "m1", "m2", "b1", "m"}, false, {}},
      {"a DAG with several labels", dag, {"a1", "m1", "m2", "b1", "m"}, true, {}},
      {"every node a class", tree, {"a1", "b", "a", "b1", "b2"}, true, {"--label-nodes", "all"}},
      {"paths", tree, {"a1", "b", "a", "b1", "b2"}, false, {"--label-nodes", "path"}}};
}

class ScoresRoundTrip : public SmallProblem {
 protected:
  // Noisy, so that no measure is at its end.
  std::string examples(const Kind& kind, const std::string& name, std::uint64_t seed) const {
    Random random(seed);
    std::string text;
    for (std::size_t i = 0; i < 120; ++i) {
      const std::size_t truth = i % kind.labels.size();
      text += kind.labels[truth];
      if (kind.several && i % 3 == 0) text += "," + kind.labels[(truth + 2) % kind.labels.size()];
      for (std::size_t f = 0; f < kind.labels.size(); ++f) {
        text += fmt::format(" {}:{:.4f}", f + 1, random.normal() + (f == truth ? 1.5 : 0));
      }
      text += '\n';
    }
    return write(name, text);
  }
  std::string trained(const Kind& kind, Words more) const {
    Words words{"train",        examples(kind, "train.svm", 1),
                "--taxonomy",   write("taxonomy.tsv", kind.taxonomy),
                "--quiet",      "-o",
                path("m.clade")};
    words.insert(words.end(), kind.options.begin(), kind.options.end());
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << kind.name << ": " << answer.err;
    return path("m.clade");
  }
  Json measured(const std::string& model, const std::string& data) const {
    const Answer answer = run_clade({"evaluate", model, data, "--json"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return Json::parse(answer.out, nullptr, false);
  }
  // By files that the model wrote.
  Json measured_by_files(const Kind& kind, const std::string& model, const std::string& data,
                         const Words& table) const {
    Words words{"predict", model, data, "--scores"};
    words.insert(words.end(), table.begin(), table.end());
    const std::string scores = write("scores.tsv", run_clade(words).out);
    const std::string sets = write("sets.tsv", run_clade({"predict", model, data}).out);
    Words call{"evaluate", "--scores", scores,       "--predictions",      sets,
               "--truth",  data,       "--taxonomy", path("taxonomy.tsv"), "--json"};
    call.insert(call.end(), kind.options.begin(), kind.options.end());
    const Answer answer = run_clade(call);
    EXPECT_EQ(answer.code, 0) << kind.name << ": " << answer.err;
    return Json::parse(answer.out, nullptr, false);
  }
};

TEST_F(ScoresRoundTrip, ScoresGiveEveryMeasureOfTheModel) {
  for (const Kind& kind : kinds()) {
    const std::string model = trained(kind, {"--calibrate-folds", "0"}),
                      data = examples(kind, "test.svm", 2);
    const Json expected = measured(model, data);
    const Json found = measured_by_files(kind, model, data, {});
    EXPECT_EQ(expected["pooled_over"], "scores");
    ASSERT_EQ(found["metrics"].size(), expected["metrics"].size()) << kind.name;
    for (const auto& [name, value] : expected["metrics"].items()) {
      EXPECT_NEAR(found["metrics"][name].get<double>(), value.get<double>(), 1e-6)
          << kind.name << ": " << name;
    }
  }
}

TEST_F(ScoresRoundTrip, ProbabilitiesGiveWhatIsPooledOverThem) {
  for (const Kind& kind : kinds()) {
    const std::string model = trained(kind, {"--calibrate", "--calibrate-folds", "2"});
    const std::string data = examples(kind, "test.svm", 2);
    const Json expected = measured(model, data);
    const Json found = measured_by_files(kind, model, data, {"--probabilities"});
    EXPECT_EQ(expected["pooled_over"], "probabilities") << kind.name;
    const bool all_are_classes = kind.options == Words{"--label-nodes", "all"};
    EXPECT_EQ(found["pooled_over"], all_are_classes ? "scores" : "nodes") << kind.name;
    for (const char* name : {"auprc", "fmax", "smin", "micro_f1", "macro_f1", "hierarchical_f1",
                             "lca_f1", "symmetric_difference"}) {
      EXPECT_NEAR(found["metrics"][name].get<double>(), expected["metrics"][name].get<double>(),
                  1e-6)
          << kind.name << ": " << name;
    }
    for (std::size_t level = 0; level < expected["per_level"].size(); ++level) {
      EXPECT_NEAR(found["per_level"][level].value("auprc", -1.0),
                  expected["per_level"][level].value("auprc", -1.0), 1e-6)
          << kind.name << " at level " << level + 1;
    }
  }
}

TEST_F(ScoresRoundTrip, AColumnTwiceIsAnErrorInBothKindsOfTables) {
  const std::string truth = write("truth.svm", "a1 1:1\n"), edges = write("t.tsv", tree);
  for (const char* header : {"a1\ta2\ta1", "a\ta1\ta2\ta3\tb\tb1\tb2\ta", "a\ta__misc\ta1\ta1"}) {
    std::string row = "1";
    for (const char* c = header; *c != '\0'; ++c) row += *c == '\t' ? "\t1" : "";
    const std::string scores = write("s.tsv", std::string(header) + '\n' + row + '\n');
    const Answer answer =
        run_clade({"evaluate", "--scores", scores, "--truth", truth, "--taxonomy", edges});
    EXPECT_EQ(answer.code, 3) << header;
    EXPECT_THAT(answer.err, ::testing::HasSubstr("has a column already")) << header;
  }
}

}  // namespace
}  // namespace clade::detail::test
