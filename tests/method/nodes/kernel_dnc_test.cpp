// Divide and conquer with kernels.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/file.h"
#include "model/model_parts.h"
#include "tests/method/kernel_support.h"

namespace clade::detail {
namespace {

using test::all_scores;
using test::expect_near;
using test::joined;
using test::kernel_lines;
using test::Options;
using test::own_scores;
using test::train_files;

class KernelDnc : public testing::Test {
 protected:
  // f of every node at every row of the run's data, by name.
  static std::vector<std::map<std::string, double>> node_scores(const Model& model,
                                                                const Rows& rows) {
    std::vector<std::map<std::string, double>> all;
    const Taxonomy& taxonomy = model.label_space().taxonomy();
    const auto score = [&]<class Real>(const SparseRows<Real>& typed) {
      std::vector<double> f(taxonomy.size());
      for (std::size_t i = 0; i < typed.size(); ++i) {
        model.node_scores<Real>(typed.row(i), f);
        all.emplace_back();
        for (const NodeId node : taxonomy.top_down()) {
          all.back()[std::string(taxonomy.name(node))] = f[index_of(node)];
        }
      }
    };
    std::visit(score, rows);
    return all;
  }

  // The lines whose label begins so, under the first letters of the label.
  static std::string lines_at(const std::string& lines, const std::string& begin,
                              std::size_t letters) {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = lines.find('\n', at) + 1;
      const std::string line = lines.substr(at, end - at);
      if (line.starts_with(begin)) {
        text += line.substr(0, letters) + line.substr(line.find(' '));
      }
      at = end;
    }
    return text;
  }

  const test::TempFolder folder_;
  const std::string tree_ = folder_.write("tree.tsv", test::small_tree).string();
  const std::string lines_ = kernel_lines(1, 60);
  const std::string data_ = folder_.write("data.svm", lines_).string();
};

class KernelDncAgainstFlat : public KernelDnc, public testing::WithParamInterface<Options> {};

// Every node is the flat svm of its children with the same kernel, trained by itself.
TEST_P(KernelDncAgainstFlat, EveryNodeIsAFlatSvmOfItsChildren) {
  const Options options = joined(GetParam(), {{"tolerance", "1e-9"}, {"precision", "double"}});
  const test::Run run = train_files("dnc", options, data_, tree_);
  const auto nodes = node_scores(run.trained.model, run.data.rows());
  double objective = 0;
  for (const std::string parent : {"", "A", "B"}) {
    const auto part = folder_.write("part.svm", lines_at(lines_, parent, parent.size() + 1));
    const test::Run flat = train_files("svm", options, part, "");
    objective += flat.trained.summary.objective->primal;
    const test::Scores scores = all_scores(flat.trained.model, run.data.rows());
    const auto name = [&](std::size_t c) {
      return std::string(flat.labels.name(ClassId{static_cast<std::uint32_t>(c)}));
    };
    for (std::size_t i = 0; i < scores.size(); ++i) {
      ASSERT_EQ(scores[i].size(), 2U);
      // With free biases only differences have a meaning.
      EXPECT_NEAR(nodes[i].at(name(0)) - nodes[i].at(name(1)), scores[i][0] - scores[i][1], 2e-4)
          << "row " << i << " below '" << parent << "'";
    }
  }
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-6 * objective);
  EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, KernelDncAgainstFlat,
    testing::Values(Options{{"kernel", "rbf"}, {"gamma", "0.3"}},
                    Options{{"kernel", "rbf"}, {"sigma", "2"}, {"C", "5"}, {"bias", "free"}},
                    Options{{"kernel", "rbf"}, {"gamma", "0.3"}, {"bias", "feature"}},
                    Options{{"kernel", "poly"}, {"degree", "2"}, {"coef0", "1"}, {"C", "0.1"}}));

TEST_F(KernelDnc, APolynomialOfDegreeOneIsTheLinearModel) {
  const Options poly_one{{"kernel", "poly"}, {"degree", "1"}, {"gamma", "1"}};
  for (const std::string bias : {"none", "feature"}) {
    for (const std::string base : {"svm", "perceptron", "hieron"}) {
      Options options{{"base", base}, {"bias", bias}, {"precision", "double"}};
      if (base == "svm") options.emplace_back("tolerance", "1e-9");
      const test::Run linear = train_files("dnc", options, data_, tree_);
      const test::Run kernel = train_files("dnc", joined(options, poly_one), data_, tree_);
      EXPECT_EQ(kernel.trained.model.decoding(), Decoding::top_down_sum);
      expect_near(own_scores(kernel), own_scores(linear), base == "svm" ? 1e-4 : 1e-8);
    }
  }
}

// Each node has to take its own part of the matrix.
TEST_F(KernelDnc, APrecomputedKernelIsTaken) {
  const auto gram = folder_.write("gram.svm", test::gram_lines(lines_, lines_)).string();
  for (const char* method : {"dnc", "hiermult"}) {
    const Options options{{"C", "1"}, {"tolerance", "1e-9"}, {"precision", "double"}};
    const test::Run linear = train_files(method, options, data_, tree_);
    const test::Run taken =
        train_files(method, joined(options, {{"kernel", "precomputed"}}), gram, tree_);
    expect_near(own_scores(taken), own_scores(linear), 1e-4);
  }
}

TEST_F(KernelDnc, AChosenCWorksWithAPrecomputedKernel) {
  const auto gram = folder_.write("gram.svm", test::gram_lines(lines_, lines_)).string();
  const test::Run run = train_files("dnc", {{"kernel", "precomputed"}, {"C", "auto"}}, gram, tree_);
  EXPECT_NE(test::option_of(run.trained.model, "C"), "auto");
}

// One number for all nodes: that of the whole data.
TEST_F(KernelDnc, TheMedianIsOverAllExamples) {
  const Options rbf{{"kernel", "rbf"}, {"sigma", "median"}};
  const Model dnc = train_files("dnc", rbf, data_, tree_).trained.model;
  const Model svm = train_files("svm", rbf, data_, tree_).trained.model;
  EXPECT_EQ(test::option_of(dnc, "gamma"), test::option_of(svm, "gamma"));
  EXPECT_EQ(ModelParts(dnc).support()->spec().gamma, ModelParts(svm).support()->spec().gamma);
}

TEST_F(KernelDnc, SubsequencesAreCompared) {
  // Letters as their numbers: A is about the first, B about the last letters of the alphabet.
  std::string text;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::string label = std::vector<std::string>{"A1", "A2", "B1", "B2"}[i % 4];
    text += label;
    for (std::size_t j = 1; j <= 6; ++j) {
      text += fmt::format(" {}:{}", j, 97 + (i % 4) * 5 + (i / 4 + j) % 3);
    }
    text += "\n";
  }
  const auto data = folder_.write("letters.svm", text);
  const test::Run run =
      train_files("dnc", {{"kernel", "subsequence"}, {"length", "2"}, {"C", "10"}}, data, tree_);
  const test::Scores scores = own_scores(run);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    EXPECT_EQ(scores[i][index_of(run.data.labels(i).front())], 0) << i;
  }
}

TEST_F(KernelDnc, AModelFromAFileIsTheSame) {
  for (const std::string bias : {"none", "free"}) {
    const test::Run run = train_files("dnc", {{"kernel", "rbf"}, {"bias", bias}}, data_, tree_);
    const auto file = folder_.path() / "model.clade";
    run.trained.model.save(file);
    const Model loaded = Model::load(file);
    EXPECT_EQ(all_scores(loaded, run.data.rows()), own_scores(run));
    EXPECT_EQ(loaded.options(), run.trained.model.options());
    EXPECT_EQ(method_of(loaded)->name(), "dnc");
  }
}

TEST_F(KernelDnc, ThreadsDoNotChangeTheModel) {
  std::vector<std::string> bytes;
  for (const unsigned threads : {1U, 3U}) {
    const auto file = folder_.path() / "model.clade";
    train_files("dnc", {{"kernel", "rbf"}}, data_, tree_, threads).trained.model.save(file);
    bytes.push_back(read_text(file));
  }
  EXPECT_EQ(bytes[0], bytes[1]);
}

// A node with one child and a node that no example reaches.
TEST_F(KernelDnc, NodesWithoutAChoiceNeedNoExamples) {
  const std::string tree =
      folder_.write("t.tsv", test::small_tree + "root\tC\nC\tC1\nroot\tD\nD\tD1\nD\tD2\n").string();
  const test::Run run = train_files("dnc", {{"kernel", "rbf"}, {"bias", "free"}}, data_, tree);
  for (const auto& nodes : node_scores(run.trained.model, run.data.rows())) {
    EXPECT_EQ(nodes.at("D1"), 0);
    EXPECT_EQ(nodes.at("C1"), 0);
  }
  const std::string one = folder_.write("one.svm", "A1 1:1\nA1 2:1\n").string();
  const std::string line = folder_.write("line.tsv", "root\tA\nA\tA1\n").string();
  const test::Run single = train_files("dnc", {{"kernel", "rbf"}}, one, line);
  EXPECT_EQ(ModelParts(single.trained.model).support()->size(), 0U);
}

TEST_F(KernelDnc, CannotBeUpdated) {
  const test::Run run = train_files("dnc", {{"kernel", "rbf"}}, data_, tree_);
  const auto method = method_of(run.trained.model);
  try {
    method->check_update(run.trained.model);
    ADD_FAILURE() << "nothing was wrong";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("the model has a kernel"), std::string::npos);
  }
}

TEST_F(KernelDnc, OptionsThatDoNotGoTogetherAreRefused) {
  EXPECT_THROW(
      train_files("dnc", {{"kernel", "rbf"}, {"gamma", "1"}, {"sigma", "1"}}, data_, tree_), Error);
  const auto equal = folder_.write("equal.svm", "A1 1:1\nB1 1:1\n");
  EXPECT_THROW(train_files("dnc", {{"kernel", "rbf"}}, equal, tree_), Error);
  EXPECT_THROW(train_files("dnc", {{"kernel", "precomputed"}}, data_, tree_), Error);
}

// Linear models are the files that they were before there were kernels.
TEST_F(KernelDnc, ALinearModelKeepsNoOptionsOfKernels) {
  const Model model = train_files("dnc", {}, data_, tree_).trained.model;
  EXPECT_EQ(test::option_of(model, "kernel"), "(none)");
}

}  // namespace
}  // namespace clade::detail
