// With a screen the best classes must be those of the full scan, with the same scores, for any
// weights and rows: ties, tiny and huge numbers, classes that may not be predicted.
#include "model/class_screen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include "tests/model/make_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

constexpr std::size_t groups = 30, classes = 600, units = 1 + groups + classes;
constexpr std::uint32_t feature_count = 40;

Taxonomy two_levels() {
  std::string edges;
  for (std::size_t g = 0; g < groups; ++g) edges += "root\tg" + std::to_string(g) + "\n";
  for (std::size_t c = 0; c < classes; ++c) {
    edges += "g" + std::to_string(c % groups) + "\tc" + std::to_string(c) + "\n";
  }
  return Taxonomy::parse(edges, "two_levels");
}

template <class Real>
using Weight = std::function<Real(std::size_t feature, std::size_t unit)>;

// A class is scored by its own node and, half as much, by its group.
ScoreMap group_map() {
  Csr<Attribute> rows;
  for (std::uint32_t c = 0; c < classes; ++c) {
    const auto group = static_cast<std::uint32_t>(1 + c % groups);
    const auto own = static_cast<std::uint32_t>(1 + groups + c);
    rows.push_row(std::vector<Attribute>{{UnitId{group}, 0.5}, {UnitId{own}, 1.0}});
  }
  return ScoreMap(std::move(rows), units);
}

template <class Real>
Model model_of(const Weight<Real>& weight, RowForm form = RowForm::dense) {
  std::vector<std::uint32_t> features(feature_count);
  std::iota(features.begin(), features.end(), 1U);
  auto impl = make_impl<Real>(terminal_label_space(two_levels()), features);
  auto weights = std::make_shared<WeightRows<Real>>(feature_count, units, form);
  std::vector<Real> row(units);
  for (std::size_t j = 0; j < feature_count; ++j) {
    for (std::size_t u = 0; u < units; ++u) row[u] = weight(j, u);
    weights->set_row(j, row);
  }
  impl->weights = weights->view();
  impl->weight_owner = weights;
  impl->score_map = group_map();
  return Model(impl);
}

// Of the given size, and some of them zero.
template <class Real>
Weight<Real> random_weights(Random& random, double size = 1) {
  return [&random, size](std::size_t, std::size_t) {
    return static_cast<Real>(random.below(4) == 0 ? 0.0 : size * random.normal());
  };
}

template <class Real>
std::vector<std::vector<BasicFeature<Real>>> some_rows(Random& random, double size = 1) {
  std::vector<std::vector<BasicFeature<Real>>> rows(60);
  for (auto& row : rows) {
    for (std::uint32_t index = 1; index <= feature_count + 2; ++index) {
      if (random.uniform() < 0.5) row.push_back({index, static_cast<Real>(size * random.normal())});
    }
  }
  rows.front().clear();
  return rows;
}

std::shared_ptr<const ClassScreen> screen_of(const Model& model, unsigned threads = 1) {
  ThreadPool pool(threads);
  return ClassScreen::of(model, pool);
}

// A row in the numbers of the model, without what it does not know.
template <class Real>
std::vector<BasicFeature<Real>> known(const std::vector<BasicFeature<Real>>& row) {
  std::vector<BasicFeature<Real>> mapped;
  for (const auto& x : row) {
    if (x.index <= feature_count) mapped.push_back({x.index - 1, x.value});
  }
  return mapped;
}

void expect_equal(std::span<const Prediction> got, std::span<const Prediction> wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].label, wanted[i].label) << i;
    EXPECT_TRUE(got[i].score == wanted[i].score ||
                (std::isnan(got[i].score) && std::isnan(wanted[i].score)))
        << i;
  }
}

// For how many rows the screen has the `top` best by itself; all answers must be those of the full
// scan and no class further from its bytes than the bound says.
template <class Real>
std::size_t expect_same(const Model& model,
                        const std::vector<std::vector<BasicFeature<Real>>>& rows,
                        std::size_t top = 1) {
  const auto screen = screen_of(model);
  EXPECT_NE(screen, nullptr);
  Scorer full(model), screened(screen->screened_model());
  ClassScreen::Scratch scratch;
  const auto& weights = std::get<WeightView<Real>>(model.impl().weights);
  AlignedArray<Real> raw(weights.room());
  std::size_t found = 0;
  for (const auto& row : rows) {
    const std::size_t unknown = full.score<Real>(row);
    EXPECT_EQ(screened.score<Real>(row, ScoresFor::best_class), unknown);
    for (const std::size_t asked : {top, std::size_t{0}, top + 2, std::size_t{1}}) {
      expect_equal(screened.best(asked), full.best(asked));
    }
    const std::vector<BasicFeature<Real>> mapped = known(row);
    std::vector<Prediction> candidates;
    if (!screen->find<Real>(weights, mapped, top, raw.data(), scratch, candidates)) continue;
    ++found;
    EXPECT_GE(candidates.size(), top);
    const double bound = screen->error_bound<Real>(mapped, scratch);
    std::size_t column = 0;
    for (std::size_t c = 0; c < full.class_scores().size(); ++c) {
      if (!model.label_space().is_predictable(ClassId(c))) continue;
      EXPECT_LE(std::abs(double{scratch.sums[column++]} - full.class_scores()[c]), bound);
    }
  }
  return found;
}

template <class Real>
std::size_t expect_same_of(double weight_size, double value_size) {
  Random random(7);
  const Model model = model_of<Real>(random_weights<Real>(random, weight_size));
  return expect_same<Real>(model, some_rows<Real>(random, value_size));
}

TEST(ClassScreen, FindsWhatTheFullScanFinds) {
  EXPECT_GT(expect_same_of<float>(1, 1), 50U);
  EXPECT_GT(expect_same_of<double>(1, 1), 50U);
}

TEST(ClassScreen, FindsAsManyAsAreAsked) {
  Random random(12);
  const Model single = model_of<float>(random_weights<float>(random));
  const Model blocks = model_of<double>(random_weights<double>(random), RowForm::sparse);
  for (const std::size_t top : {2U, 3U, 5U, 10U}) {
    EXPECT_GT(expect_same<float>(single, some_rows<float>(random), top), 40U) << top;
    EXPECT_GT(expect_same<double>(blocks, some_rows<double>(random), top), 40U) << top;
  }
  // More than may be candidates: the full scan answers, up to all classes and beyond.
  for (const std::size_t top : {17U, 41U, 300U, 599U, 600U, 601U}) {
    EXPECT_EQ(expect_same<float>(single, some_rows<float>(random), top), 0U) << top;
  }
}

// So many that a share of the classes is more than a handful of candidates.
TEST(ClassScreen, FindsMoreAmongMoreClasses) {
  constexpr std::size_t many = 5000;
  std::string edges;
  for (std::size_t c = 0; c < many; ++c) edges += "root\tc" + std::to_string(c) + "\n";
  std::vector<std::uint32_t> features(feature_count);
  std::iota(features.begin(), features.end(), 1U);
  auto impl = make_impl<float>(terminal_label_space(Taxonomy::parse(edges, "flat")), features);
  auto weights = std::make_shared<WeightRows<float>>(feature_count, many, RowForm::sparse);
  Random random(13);
  std::vector<float> row(many);
  for (std::size_t j = 0; j < feature_count; ++j) {
    for (float& weight : row) {
      weight = static_cast<float>(random.below(3) == 0 ? 0.0 : std::pow(random.normal(), 3));
    }
    weights->set_row(j, row);
  }
  impl->weights = weights->view();
  impl->weight_owner = weights;
  Csr<Attribute> map;
  for (std::uint32_t c = 0; c < many; ++c) map.push_row(std::vector<Attribute>{{UnitId{c}, 1.0}});
  impl->score_map = ScoreMap(std::move(map), many);
  const Model model(impl);
  EXPECT_GT(expect_same<float>(model, some_rows<float>(random), 1), 50U);
  EXPECT_GT(expect_same<float>(model, some_rows<float>(random), 20), 40U);
  EXPECT_EQ(expect_same<float>(model, some_rows<float>(random), 79), 0U);
}

TEST(ClassScreen, AnyLengthOfWeightsAndRows) {
  for (const double size : {1e-20, 1e-10, 1e10, 1e20}) {
    EXPECT_GT(expect_same_of<float>(size, 1), 40U) << size;
    EXPECT_GT(expect_same_of<float>(1, size), 40U) << size;
    EXPECT_GT(expect_same_of<double>(size, 1 / size), 40U) << size;
  }
}

TEST(ClassScreen, BeyondTheBoundTheFullScanAnswers) {
  EXPECT_EQ(expect_same_of<float>(1e35, 1), 0U);
  EXPECT_EQ(expect_same_of<float>(1, 1e35), 0U);
  EXPECT_EQ(expect_same_of<double>(1e200, 1), 0U);
  EXPECT_EQ(expect_same_of<double>(1e200, 1e-200), 0U);
  EXPECT_EQ(expect_same_of<float>(1e-42, 1), 0U);  // bytes of zero: every class could be best
  expect_same_of<float>(1e-20, 1e-20);
  expect_same_of<float>(1e-22, 1e-22);
}

TEST(ClassScreen, RowsOfVerySmallAndVeryLargeWeightsTogether) {
  Random random(3);
  const auto weight = [&random](std::size_t j, std::size_t) {
    return static_cast<float>(random.normal() * std::pow(10.0, static_cast<double>(j) - 38));
  };
  expect_same<float>(model_of<float>(weight), some_rows<float>(random));
  const auto spiky = [&random](std::size_t, std::size_t u) {
    return static_cast<float>(random.normal() * (u == 200 ? 1e4 : 1e-3));
  };
  expect_same<float>(model_of<float>(spiky), some_rows<float>(random));
}

TEST(ClassScreen, WeightsThatAreNotNumbers) {
  for (const float odd :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    Random random(4);
    const auto usual = random_weights<float>(random);
    const auto weight = [&](std::size_t j, std::size_t u) {
      return j == 3 && u == 77 ? odd : usual(j, u);
    };
    const std::size_t found = expect_same<float>(model_of<float>(weight), some_rows<float>(random));
    EXPECT_GT(found, 10U);  // rows without the feature
    EXPECT_LT(found, 50U);
  }
}

TEST(ClassScreen, OfEqualClassesTheFirst) {
  Random random(5);
  const auto usual = random_weights<float>(random);
  std::vector<std::vector<float>> drawn(feature_count, std::vector<float>(units));
  for (std::size_t j = 0; j < feature_count; ++j) {
    for (std::size_t u = 0; u < units; ++u) {
      // Every third class of a group has the weights of the one before; groups have none.
      const bool is_group = u <= groups;
      drawn[j][u] = is_group                                     ? 0
                    : u >= 2 * groups + 1 && u / groups % 3 == 0 ? drawn[j][u - groups]
                                                                 : usual(j, u);
    }
  }
  const Model model = model_of<float>([&](std::size_t j, std::size_t u) { return drawn[j][u]; });
  for (const std::size_t top : {1U, 2U, 3U, 7U}) {
    EXPECT_GT(expect_same<float>(model, some_rows<float>(random), top), 40U) << top;
  }
}

TEST(ClassScreen, MoreEqualClassesThanAreLookedAt) {
  const auto weight = [](std::size_t j, std::size_t) { return static_cast<float>(j); };
  auto impl = std::make_shared<Model::Impl>(model_of<float>(weight).impl());
  Csr<Attribute> map;
  for (std::uint32_t c = 0; c < classes; ++c) {
    map.push_row(std::vector<Attribute>{{UnitId{c}, 1.0}});
  }
  impl->score_map = ScoreMap(std::move(map), units);
  Random random(6);
  EXPECT_EQ(expect_same<float>(Model(impl), some_rows<float>(random)), 0U);
  EXPECT_EQ(expect_same<float>(Model(impl), some_rows<float>(random), 3), 0U);
}

TEST(ClassScreen, OnlyClassesThatMayBePredicted) {
  Random random(8);
  const Taxonomy tree = two_levels();
  std::vector<bool> may(classes);
  for (std::size_t c = 0; c < classes; ++c) may[c] = c % 10 != 3;
  auto impl = std::make_shared<Model::Impl>(model_of<float>(random_weights<float>(random)).impl());
  impl->label_space = LabelSpace(
      LabelSpace::Parts{tree, tree.terminals(), may, LabelNodes::path, TaxonomySource{}});
  EXPECT_GT(expect_same<float>(Model(impl), some_rows<float>(random)), 50U);
  EXPECT_GT(expect_same<float>(Model(impl), some_rows<float>(random), 4), 40U);
}

TEST(ClassScreen, ClassesWithoutUnitsAndWithNegativeStrengths) {
  Random random(9);
  auto impl = std::make_shared<Model::Impl>(model_of<float>(random_weights<float>(random)).impl());
  Csr<Attribute> map;
  for (std::uint32_t c = 0; c < classes; ++c) {
    if (c % 7 != 0) {
      map.push({UnitId{c / 2}, -2.5});
      map.push({UnitId{c + 1}, c % 2 == 0 ? 1e-3 : 3.0});
    }
    map.end_row();
  }
  impl->score_map = ScoreMap(std::move(map), units);
  EXPECT_GT(expect_same<float>(Model(impl), some_rows<float>(random)), 40U);
}

TEST(ClassScreen, IsTheSameOnAnyNumberOfThreads) {
  Random random(10);
  const Model model = model_of<float>(random_weights<float>(random));
  const auto one = screen_of(model, 1), two = screen_of(model, 2);
  AlignedArray<float> raw(std::get<WeightView<float>>(model.impl().weights).room());
  ClassScreen::Scratch a, b;
  for (const auto& row : some_rows<float>(random)) {
    const auto mapped = known(row);
    std::vector<Prediction> found;
    const auto& weights = std::get<WeightView<float>>(model.impl().weights);
    one->find<float>(weights, mapped, 2, raw.data(), a, found);
    two->find<float>(weights, mapped, 2, raw.data(), b, found);
    for (std::size_t k = 0; k < a.sums.size(); ++k) ASSERT_EQ(a.sums[k], b.sums[k]);
  }
}

TEST(ClassScreen, IsForManyClassesInRowsThatAreNotMuchSmaller) {
  Random random(11);
  EXPECT_NE(screen_of(model_of<float>(random_weights<float>(random), RowForm::sparse)), nullptr);
  const auto in_few_blocks = [&random](std::size_t, std::size_t u) {
    return static_cast<float>(u < 96 ? random.normal() : 0);
  };
  EXPECT_EQ(screen_of(model_of<float>(in_few_blocks, RowForm::sparse)), nullptr);
  EXPECT_EQ(screen_of(Model(make_impl<float>(terminal_label_space(small_tree()), {1, 2}))),
            nullptr);
  const Model model = model_of<float>(random_weights<float>(random));
  auto impl = std::make_shared<Model::Impl>(model.impl());
  impl->decoding = Decoding::top_down_min_margin;
  EXPECT_EQ(screen_of(Model(impl)), nullptr);
  ThreadPool pool(1);
  EXPECT_EQ(ClassScreen::for_rows(model, 128 * feature_count - 1, pool), nullptr);
  const auto screen = ClassScreen::for_rows(model, 128 * feature_count, pool);
  ASSERT_NE(screen, nullptr);
  EXPECT_EQ(screen->bytes(), feature_count * (640 + 12));  // 600 classes in whole lines, and steps
}

}  // namespace
}  // namespace clade::detail
