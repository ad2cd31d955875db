// What the slacks promise: their mean bounds the losses on the training data (CIKM Prop. 1,
// thesis Prop. 2 and Cor. 1). Checked on random problems with losses computed here.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "base/random.h"
#include "taxonomy/loss.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

struct RandomData {
  test::TempFolder folder;
  std::filesystem::path data, taxonomy;
};

// A random tree or DAG of about `nodes` nodes and noisy examples with one or several labels.
void write_random_data(RandomData& out, std::uint64_t seed, bool dag, bool multilabel) {
  Random random(seed);
  const std::size_t nodes = 14, features = 8, examples = 30;
  out.taxonomy = out.folder.path() / "taxonomy.tsv";
  out.data = out.folder.path() / "data.svm";
  std::ofstream taxonomy(out.taxonomy);
  std::vector<bool> inner(nodes);
  for (std::size_t v = 1; v < nodes; ++v) {
    const std::size_t parent = random.below(std::min<std::size_t>(v, 5));
    inner[parent] = true;
    taxonomy << "n" << parent << "\tn" << v << "\n";
    if (dag && v > 6 && random.uniform() < 0.4) {
      const std::size_t second = random.below(std::min<std::size_t>(v, 5));
      inner[second] = true;
      taxonomy << "n" << second << "\tn" << v << "\n";
    }
  }
  std::ofstream data(out.data);
  for (std::size_t i = 0; i < examples; ++i) {
    std::set<std::string> labels;
    const std::size_t wanted = multilabel ? 1 + random.below(3) : 1;
    while (labels.size() < wanted) {
      // Labels at inner nodes too: they get an added terminal node.
      labels.insert(fmt::format("n{}", 1 + random.below(nodes - 1)));
    }
    std::string line;
    for (const std::string& label : labels) line += (line.empty() ? "" : ",") + label;
    for (std::size_t j = 1; j <= features; ++j)
      line += fmt::format(" {}:{:.4f}", j, random.normal());
    data << line << "\n";
  }
}

struct TrainingLosses {
  double maximal = 0;  // mean of the largest loss over misordered pairs (thesis 4.18, 4.19)
  double top = 0;      // mean loss of the best class, 0 where it is right (thesis 4.22, 4.23)
};

TrainingLosses training_losses(const test::Run& run, const std::string& loss_name) {
  const auto loss = make_loss(loss_name, run.labels.taxonomy(), run.labels.classes());
  const auto scores = test::all_scores(run.trained.model, run.data.rows());
  TrainingLosses sum;
  for (std::size_t i = 0; i < run.data.size(); ++i) {
    const auto labels = run.data.labels(i);
    const auto is_label = [&](std::size_t c) {
      return std::any_of(labels.begin(), labels.end(), [c](ClassId l) { return index_of(l) == c; });
    };
    const auto best = static_cast<std::size_t>(
        std::max_element(scores[i].begin(), scores[i].end()) - scores[i].begin());
    double maximal = 0, top = 0;
    for (const ClassId y : labels) {
      for (std::size_t c = 0; c < run.labels.size(); ++c) {
        const double delta =
            (*loss)(run.labels.node(y), run.labels.node(ClassId(static_cast<std::uint32_t>(c))));
        if (!is_label(c) && scores[i][index_of(y)] <= scores[i][c]) {
          maximal = std::max(maximal, delta);
        }
        if (c == best && !is_label(best)) top = std::max(top, delta);
      }
    }
    sum.maximal += maximal;
    sum.top += top;
  }
  const auto n = static_cast<double>(run.data.size());
  return {sum.maximal / n, sum.top / n};
}

TEST(SlackBounds, MeanSlackBoundsMaximalLossAndTopLoss) {
  std::size_t with_loss = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    RandomData files;
    write_random_data(files, seed, seed % 2 == 1, seed % 4 >= 2);
    const std::string loss = seed % 3 == 0 ? "tree" : seed % 3 == 1 ? "symdiff" : "normalized";
    for (const char* C : {"0.01", "1", "10"}) {
      for (const char* attributes : {"depth", "unit", "leaf:0.75"}) {
        const test::Run run = test::train_files(
            "hsvm", {{"C", C}, {"loss", loss}, {"attributes", attributes}, {"tolerance", "5e-2"}},
            files.data, files.taxonomy);
        const TrainingLosses losses = training_losses(run, loss);
        const double mean_slack = run.trained.summary.objective->mean_slack;
        EXPECT_LE(losses.maximal, mean_slack * (1 + 1e-6)) << seed << " " << C << " " << attributes;
        EXPECT_LE(losses.top, losses.maximal) << seed;
        if (losses.top > 0) ++with_loss;
      }
    }
  }
  EXPECT_GT(with_loss, 50U) << "the problems are too easy to show anything";
}

// With squared slacks the bound holds for the mean of xi^2, which the objective contains.
TEST(SlackBounds, SquaredSlackBoundsMaximalLoss) {
  for (std::uint64_t seed = 30; seed < 40; ++seed) {
    RandomData files;
    write_random_data(files, seed, seed % 2 == 1, seed % 4 >= 2);
    const test::Run run = test::train_files("hsvm", {{"slack_power", "2"}, {"tolerance", "1e-3"}},
                                            files.data, files.taxonomy);
    const double bound =
        run.trained.summary.objective->primal / static_cast<double>(run.data.size());
    EXPECT_LE(training_losses(run, "tree").maximal, bound) << seed;
  }
}

}  // namespace
}  // namespace clade::detail
