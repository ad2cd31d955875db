// The regulariser that a taxonomy stands for (thesis 4.4): in terms of the class weight vectors
//   W_y = sum over z of lambda_z(y) w_z
// the squared length of all node weights becomes
//   G* = sum over y of ||W_y||^2 / lambda_y(y)^2 - u(W)' A^-1 u(W)                     (4.44)
// with A of (4.40) and u of (4.42). Appendix A has closed forms for perfect trees of depth 2.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "base/random.h"
#include "model/model_parts.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using Eigen::MatrixXd;
using test::Options;

// lambda, split as in (4.38): the strength of a class's own node, and those of the inner nodes.
struct Strengths {
  std::vector<std::size_t> own, inner;  // units
  MatrixXd of_own, of_inner;            // classes x 1, classes x inner nodes
};

Strengths strengths_of(const Model& model) {
  const LabelSpace& labels = model.label_space();
  const ScoreMap& map = ModelParts(model).score_map();
  const std::size_t classes = labels.size(), units = map.units();
  MatrixXd lambda = MatrixXd::Zero(Eigen::Index(classes), Eigen::Index(units));
  Strengths result;
  for (std::size_t y = 0; y < classes; ++y) {
    for (const Attribute& a : map.of(y)) {
      lambda(Eigen::Index(y), Eigen::Index(index_of(a.unit))) = a.strength;
    }
    const auto name = labels.taxonomy().name(labels.node(ClassId(static_cast<std::uint32_t>(y))));
    const auto& names = model.unit_names();
    result.own.push_back(
        static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
  }
  for (std::size_t u = 0; u < units; ++u) {
    if (std::find(result.own.begin(), result.own.end(), u) == result.own.end()) {
      result.inner.push_back(u);
    }
  }
  result.of_own = MatrixXd(Eigen::Index(classes), 1);
  for (std::size_t y = 0; y < classes; ++y) {
    result.of_own(Eigen::Index(y), 0) = lambda(Eigen::Index(y), Eigen::Index(result.own.at(y)));
  }
  result.of_inner = lambda(Eigen::all, result.inner);
  return result;
}

// Rows are units, columns features.
MatrixXd node_weights(const Model& model) {
  const auto& view = ModelParts(model).weights_as<double>();
  MatrixXd w = MatrixXd::Zero(Eigen::Index(view.units), Eigen::Index(view.features));
  for (std::size_t j = 0; j < view.features; ++j) {
    view.for_each_nonzero(
        j, [&](std::size_t unit, double value) { w(Eigen::Index(unit), Eigen::Index(j)) = value; });
  }
  return w;
}

// Both forms of one trained model.
struct Regulariser {
  explicit Regulariser(const Model& model) : lambda(strengths_of(model)), w(node_weights(model)) {
    const MatrixXd& L = lambda.of_inner;
    W = lambda.of_own.col(0).asDiagonal() * w(lambda.own, Eigen::all);
    W += L * w(lambda.inner, Eigen::all);
    scale = lambda.of_own.array().square().inverse().matrix();
    A = MatrixXd::Identity(L.cols(), L.cols()) + L.transpose() * scale.asDiagonal() * L;  // (4.40)
    u = L.transpose() * scale.asDiagonal() * W;                                           // (4.42)
    best_inner = A.ldlt().solve(u);                                                       // (4.45)
    coupling = (u.array() * best_inner.array()).sum();
    of_classes = scale.dot(W.rowwise().squaredNorm()) - coupling;  // (4.44)
    of_nodes = w.squaredNorm();                                    // (4.37a)
  }
  // (4.44) as a quadratic form of the classes: G* = sum over y, y' of Q_yy' <W_y, W_y'>.
  MatrixXd form() const {
    const MatrixXd B = lambda.of_inner.transpose() * scale.asDiagonal();
    return MatrixXd(scale.asDiagonal()) - B.transpose() * A.ldlt().solve(B);
  }

  Strengths lambda;
  MatrixXd w, W, A, u, best_inner;
  Eigen::VectorXd scale;  // 1 / lambda_y(y)^2
  double coupling = 0, of_classes = 0, of_nodes = 0;
};

struct Shape {
  const char* name;
  std::string edges;
  std::vector<std::string> labels;
};

// A root, its children, and theirs, `fanout` each: thesis A.2.
Shape perfect(const char* name, int fanout) {
  Shape tree{name, "", {}};
  for (int k = 1; k <= fanout; ++k) {
    tree.edges += fmt::format("1\tinner{}\n", k);
    for (int l = 1; l <= fanout; ++l) {
      tree.labels.push_back(fmt::format("leaf{}.{}", k, l));
      tree.edges += fmt::format("inner{}\t{}\n", k, tree.labels.back());
    }
  }
  return tree;
}

// Two perfect trees: thesis Figure 4.5. An unnamed root is put above them.
const Shape figure{"Figure45",
                   "1\t2\n1\t3\n2\t7\n2\t8\n3\t9\n3\t10\n4\t5\n4\t6\n5\t11\n5\t12\n6\t13\n6\t14\n",
                   {"7", "8", "9", "10", "11", "12", "13", "14"}};
const Shape flat{"OneLevel", "r\ta\nr\tb\nr\tc\n", {"a", "b", "c"}};
const Shape uneven{"Uneven",
                   "r\ta\nr\tb\nb\tc\nb\td\nd\te\nd\tf\nf\tg\nf\th\nf\ti\n",
                   {"a", "c", "e", "g", "h", "i"}};
// A label at b, an inner node, gets a node of its own; x and y are only children.
const Shape inner_labels{
    "InnerLabels", "r\ta\nr\tb\nb\tc\nb\td\nr\tx\nx\ty\n", {"a", "b", "c", "d", "y"}};
const Shape dag{"Dag", "r\ta\nr\tb\na\tc\na\td\nb\td\nb\te\nd\tf\nd\tg\n", {"c", "e", "f", "g"}};

std::string random_lines(const Shape& taxonomy, std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += taxonomy.labels[random.below(taxonomy.labels.size())];
    for (int j = 1; j <= 4; ++j) text += fmt::format(" {}:{:.4f}", j, random.normal());
    text += '\n';
  }
  return text;
}

test::Run train(const Shape& taxonomy, const std::string& attributes, Options options = {}) {
  const test::TempFolder folder;
  for (const auto& [name, value] : Options{{"attributes", attributes},
                                           {"C", "0.7"},
                                           {"tolerance", "1e-10"},
                                           {"precision", "double"}}) {
    options.emplace_back(name, value);
  }
  return test::train_files("hsvm", options, folder.write("data.svm", random_lines(taxonomy, 5)),
                           folder.write("taxonomy.tsv", taxonomy.edges));
}

class TaxonomyRegulariser : public testing::TestWithParam<Shape> {
 protected:
  // Attributes of thesis 3.7 and 7.2, and others that give a class a node of its own.
  static constexpr std::array attributes{"unit",        "depth",     "depth+root",
                                         "class-depth", "leaf:0.75", "normalized"};
};

TEST_P(TaxonomyRegulariser, BothFormsOfTheObjectiveAgreeAtTheOptimum) {
  for (const char* name : attributes) {
    for (const char* constraints : {"ranking", "binary"}) {
      const bool is_binary = std::string(constraints) == "binary";
      const test::Run run =
          train(GetParam(), name,
                {{"constraints", constraints}, {"loss", is_binary ? "zero-one" : "tree"}});
      ASSERT_EQ(run.trained.summary.stopped, Stop::tolerance);
      const Regulariser r(run.trained.model);
      EXPECT_GT(r.of_nodes, 0.1);
      // (4.37a) against (4.46a), and with the slacks (4.10) against (4.48a).
      EXPECT_NEAR(r.of_classes, r.of_nodes, 1e-10 * r.of_nodes) << name << ' ' << constraints;
      const auto& objective = *run.trained.summary.objective;
      const double slacks = 0.7 * 40 * objective.mean_slack;
      EXPECT_NEAR(r.of_classes / 2 + slacks, objective.primal, 1e-9 * objective.primal) << name;
      // The inner nodes have the weights that are best for the classes', but for what rounding
      // adds up to over a long run.
      const MatrixXd inner = r.w(r.lambda.inner, Eigen::all);
      EXPECT_LE((r.best_inner - inner).norm(), 1e-8 * r.w.norm()) << name;
    }
  }
}

// Other weights of the nodes can give the classes the same: only those of the optimum are shortest.
TEST_P(TaxonomyRegulariser, OtherNodeWeightsOfTheSameClassesAreLonger) {
  const test::Run run = train(GetParam(), "unit");
  Regulariser r(run.trained.model);
  r.w(Eigen::Index(r.lambda.inner.front()), 0) += 0.5;
  for (std::size_t y = 0; y < r.lambda.own.size(); ++y) {
    const auto at = Eigen::Index(y);
    r.w(Eigen::Index(r.lambda.own[y]), 0) -=
        0.5 * r.lambda.of_inner(at, 0) / r.lambda.of_own(at, 0);
  }
  EXPECT_GT(r.w.squaredNorm(), r.of_classes + 1e-3);
}

// (4.48) solved as it stands, without node weights: a table of similarities between classes is the
// inverse of their quadratic form.
TEST_P(TaxonomyRegulariser, TheProblemOfTheClassesAloneHasTheSameOptimum) {
  for (const char* name : attributes) {
    const test::Run nodes = train(GetParam(), name);
    const Regulariser r(nodes.trained.model);
    const MatrixXd similarity = r.form().inverse();
    const LabelSpace& labels = nodes.labels;
    std::string head = "class", body;
    for (std::size_t y = 0; y < labels.size(); ++y) {
      const std::string own(labels.name(ClassId(static_cast<std::uint32_t>(y))));
      head += '\t' + own;
      body += own;
      for (Eigen::Index z = 0; z < similarity.cols(); ++z) {
        body += fmt::format("\t{:.17g}", similarity(Eigen::Index(y), z));
      }
      body += '\n';
    }
    const test::TempFolder folder;
    const auto file = folder.write("similarity.tsv", head + '\n' + body);
    const test::Run classes = train(GetParam(), "similarity:" + file.string());
    const double expected = nodes.trained.summary.objective->primal;
    EXPECT_NEAR(classes.trained.summary.objective->primal, expected, 1e-9 * expected) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, TaxonomyRegulariser,
                         testing::Values(figure, perfect("PerfectOf2", 2), perfect("PerfectOf3", 3),
                                         flat, uneven, inner_labels, dag),
                         [](const auto& test) { return std::string(test.param.name); });

// Thesis A.1: the matrix of Figure 4.5, by tree. With `depth` the root above both has no weight.
TEST(ThesisAppendixA, MatrixOfFigure45) {
  const test::Run run = train(figure, "depth");
  const Regulariser r(run.trained.model);
  ASSERT_EQ(r.A.rows(), 6);
  std::vector<std::size_t> order;  // nodes 1 to 6
  const auto& names = run.trained.model.unit_names();
  for (const char* node : {"1", "2", "3", "4", "5", "6"}) {
    for (std::size_t k = 0; k < r.lambda.inner.size(); ++k) {
      if (names[r.lambda.inner[k]] == node) order.push_back(k);
    }
  }
  ASSERT_EQ(order.size(), 6U);
  MatrixXd tree(3, 3), inverse(3, 3), expected = MatrixXd::Zero(6, 6), expected_inverse = expected;
  tree << 5, 2, 2, 2, 3, 0, 2, 0, 3;
  inverse << 9, -6, -6, -6, 11, 4, -6, 4, 11;
  for (const int at : {0, 3}) {
    expected.block(at, at, 3, 3) = tree;
    expected_inverse.block(at, at, 3, 3) = inverse / 21;
  }
  const MatrixXd A = r.A(order, order);
  EXPECT_LE((A - expected).norm(), 1e-12) << A;
  EXPECT_LE((A.inverse() - expected_inverse).norm(), 1e-12) << A.inverse();
}

// The sum over the classes y of W_y, for the classes from `begin` on, squared.
double squared_sum(const Regulariser& r, Eigen::Index begin, Eigen::Index count) {
  return r.W.middleRows(begin, count).colwise().sum().squaredNorm();
}

// (4.47). The labels of the figure are its classes, in order.
TEST(ThesisAppendixA, CouplingOfFigure45) {
  for (const char* attributes : {"unit", "depth"}) {
    const Regulariser r(train(figure, attributes).trained.model);
    double expected = 0;
    for (const int tree : {0, 4}) {
      expected += squared_sum(r, tree, 4) / 21 + squared_sum(r, tree, 2) / 3 +
                  squared_sum(r, tree + 2, 2) / 3;
    }
    EXPECT_GT(squared_sum(r, 0, 4), 1e-3);
    EXPECT_NEAR(r.coupling, expected * r.scale(0), 1e-9 * r.coupling) << attributes;
  }
}

// A.2: with fanout rho, from (A.4) on. With ranking constraints all W_y sum to zero, and so do the
// weights of the root; binary ones (CIKM 22) leave them alive.
TEST(ThesisAppendixA, CouplingOfPerfectTreesOfDepth2) {
  for (const int rho : {2, 3, 4}) {
    for (const char* constraints : {"ranking", "binary"}) {
      const bool is_binary = std::string(constraints) == "binary";
      const Regulariser r(
          train(perfect("", rho), "unit",
                {{"constraints", constraints}, {"loss", is_binary ? "zero-one" : "tree"}})
              .trained.model);
      const double top = squared_sum(r, 0, rho * rho);
      double expected = top / ((rho + 1) * (rho * rho + rho + 1));
      for (int k = 0; k < rho; ++k) expected += squared_sum(r, k * rho, rho) / (rho + 1);
      EXPECT_NEAR(r.coupling, expected, 1e-9 * r.coupling) << rho << ' ' << constraints;
      if (is_binary) {
        EXPECT_GT(top, 1e-3);
      } else {
        EXPECT_LE(top, 1e-18 * r.W.squaredNorm());
      }
    }
  }
}

}  // namespace
}  // namespace clade::detail
