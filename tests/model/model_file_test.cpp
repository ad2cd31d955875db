#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "model/calibration.h"
#include "tests/model/saved_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

void expect_same_label_space(const LabelSpace& a, const LabelSpace& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.taxonomy().size(), b.taxonomy().size());
  for (std::size_t n = 0; n < a.taxonomy().size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    EXPECT_EQ(a.taxonomy().name(node), b.taxonomy().name(node));
    EXPECT_EQ(a.taxonomy().is_added(node), b.taxonomy().is_added(node));
    EXPECT_TRUE(std::ranges::equal(a.taxonomy().parents(node), b.taxonomy().parents(node)));
    EXPECT_TRUE(std::ranges::equal(a.taxonomy().children(node), b.taxonomy().children(node)));
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto c = static_cast<ClassId>(i);
    EXPECT_EQ(a.node(c), b.node(c));
    EXPECT_EQ(a.name(c), b.name(c));
    EXPECT_EQ(a.is_predictable(c), b.is_predictable(c));
  }
  EXPECT_EQ(a.mode(), b.mode());
  EXPECT_EQ(a.source().kind, b.source().kind);
  EXPECT_EQ(a.source().separator, b.source().separator);
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

void expect_same_scores(const Model& a, const Model& b, double tolerance = 0) {
  for (const auto& row : random_rows<double>(30)) {
    std::vector<double> first(a.label_space().size()), second(b.label_space().size());
    a.scores<double>(row, first);
    b.scores<double>(row, second);
    expect_near(first, second, tolerance);
    std::vector<double> nodes_a(a.label_space().taxonomy().size()), nodes_b(nodes_a.size());
    a.node_scores<double>(row, nodes_a);
    b.node_scores<double>(row, nodes_b);
    expect_near(nodes_a, nodes_b, tolerance);
  }
}

void expect_same_vectoriser(const Vectoriser::Fitted& a, const Vectoriser::Fitted& b) {
  EXPECT_EQ(a.params.weighting, b.params.weighting);
  EXPECT_EQ(a.params.normalize, b.params.normalize);
  EXPECT_EQ(a.params.min_df, b.params.min_df);
  EXPECT_EQ(a.params.hash, b.params.hash);
  EXPECT_EQ(a.params.stopwords, b.params.stopwords);
  EXPECT_EQ(a.counted, b.counted);
  EXPECT_EQ(a.stopwords, b.stopwords);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.factors, b.factors);
  ASSERT_EQ(a.names.size(), b.names.size());
  for (std::size_t n = 0; n < a.names.size(); ++n) {
    EXPECT_EQ(a.names.mark(n), b.names.mark(n));
    EXPECT_EQ(a.names.name(n), b.names.name(n));
  }
}

void expect_same_model(const Model& a, const Model& b, double tolerance = 0) {
  EXPECT_EQ(a.method(), b.method());
  EXPECT_EQ(a.options(), b.options());
  EXPECT_EQ(a.label_set_rule(), b.label_set_rule());
  EXPECT_EQ(a.precision(), b.precision());
  EXPECT_EQ(a.feature_count(), b.feature_count());
  EXPECT_EQ(a.unit_names(), b.unit_names());
  EXPECT_EQ(a.nonzero_weights(), b.nonzero_weights());
  ASSERT_EQ(a.vectoriser() == nullptr, b.vectoriser() == nullptr);
  if (a.vectoriser() != nullptr) {
    expect_same_vectoriser(a.vectoriser()->fitted(), b.vectoriser()->fitted());
  }
  EXPECT_TRUE(std::ranges::equal(a.impl().features.indices(), b.impl().features.indices()));
  expect_same_label_space(a.label_space(), b.label_space());
  expect_same_scores(a, b, tolerance);
}

TEST_F(SavedModel, LoadsWhatWasSaved) {
  for (const Taxonomy& taxonomy :
       {small_tree(), small_dag(), tree_with_added_nodes(), flat_taxonomy()}) {
    const LabelSpace labels = terminal_label_space(taxonomy);
    const Model single(make_impl<float>(labels, {1, 3, 4, 9}));
    const Model twofold(make_impl<double>(labels, {0, 1, 3, 4, 9}));
    for (const Model& model : {single, twofold}) {
      model.save(file_);
      expect_same_model(model, Model::load(file_));
      expect_same_model(model, Model::load(file_, true));
    }
  }
}

template <class Real>
RowForm form_of(const Model& model) {
  return std::get<WeightView<Real>>(model.impl().weights).form;
}

template <class Real>
void expect_sparse_file(const fs::path& file) {
  const LabelSpace labels = terminal_label_space(small_tree());
  const std::vector<std::uint32_t> features{0, 1, 3, 4, 9};
  for (const RowForm form : {RowForm::dense, RowForm::sparse}) {
    const Model model(make_sparse_impl<Real>(labels, features, form));
    ASSERT_EQ(form_of<Real>(model), form);
    model.save(file);
    for (const bool trust : {false, true}) {
      const Model loaded = Model::load(file, trust);
      EXPECT_EQ(form_of<Real>(loaded), RowForm::sparse);
      expect_same_model(model, loaded, 1e-6);  // the two forms add up in another order
    }
  }
}

TEST_F(SavedModel, WeightsThatAreMostlyZeroBecomeSparseRows) {
  expect_sparse_file<float>(file_);
  expect_sparse_file<double>(file_);
}

TEST_F(SavedModel, OtherWeightsBecomeDenseRowsWhateverTheirForm) {
  auto impl = make_impl<float>(terminal_label_space(small_tree()), {1, 3, 4, 9});
  const auto& dense = std::get<WeightView<float>>(impl->weights);
  auto sparse = std::make_shared<WeightRows<float>>(4, dense.units, RowForm::sparse);
  for (std::size_t j = 0; j < 4; ++j) sparse->set_row(j, dense.row(j));
  const std::string bytes = saved(Model(impl));
  impl->weights = sparse->view();
  impl->weight_owner = sparse;
  EXPECT_EQ(saved(Model(impl)), bytes);
  EXPECT_EQ(form_of<float>(Model::load(file_)), RowForm::dense);
}

TEST_F(SavedModel, PredictsTheSameFromBothForms) {
  const LabelSpace labels = terminal_label_space(small_dag());
  const Model dense(make_sparse_impl<float>(labels, {1, 2, 4, 5, 9}, RowForm::dense));
  dense.save(file_);
  const Model sparse = Model::load(file_);
  ASSERT_EQ(form_of<float>(sparse), RowForm::sparse);
  for (const auto& row : random_rows<float>(30)) {
    const auto expected = dense.predict<float>(row, 3), got = sparse.predict<float>(row, 3);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].label, expected[i].label);
      EXPECT_NEAR(got[i].score, expected[i].score, 1e-6);
    }
  }
}

// Weights of large models: nothing of a row that is zero is in the file.
TEST_F(SavedModel, TheFileFollowsWhatIsNotZero) {
  auto impl = make_impl<float>(terminal_label_space(small_tree()), {1});
  std::vector<std::uint32_t> features(1000);
  std::iota(features.begin(), features.end(), 1U);
  impl->features = FeatureIndex(features);
  impl->unit_names.resize(6);
  for (std::size_t u = 6; u < 5000; ++u) impl->unit_names.push_back(std::to_string(u));
  auto weights = std::make_shared<WeightRows<float>>(1000, 5000, RowForm::sparse);
  std::vector<float> row(5000);
  row[4999] = row[17] = 1;
  weights->set_row(500, row);
  weights->set_row(999, row);
  impl->weights = weights->view();
  impl->weight_owner = weights;
  impl->score_map = ScoreMap(impl->score_map.rows(), 5000);
  const std::string bytes = saved(Model(impl));
  EXPECT_LT(bytes.size(), 100'000U);  // 20 MB as dense rows
  EXPECT_EQ(Model::load(file_).nonzero_weights(), 4U);
}

// Written when 1 was the newest format; a format is readable for good.
TEST_F(SavedModel, LoadsAFileOfFormat1) {
  const fs::path old = fs::path(CLADE_SOURCE_DIR) / "tests/model/format_1.clade";
  ASSERT_EQ(read_bytes(old)[8], 1);
  const Model model = Model::load(old);
  EXPECT_EQ(model.method(), "hsvm");
  EXPECT_EQ(model.unit_names(), (std::vector<std::string>{"a", "b", "a1", "a2", "b1"}));
  EXPECT_EQ(model.nonzero_weights(), 25U);
  std::vector<double> scores(3);
  const std::vector<BasicFeature<double>> row{{1, 1.0}, {4, 2.0}};
  model.scores<double>(row, scores);
  EXPECT_NEAR(scores[0], -0.75, 1e-6);
  EXPECT_NEAR(scores[1], -0.75, 1e-6);
  EXPECT_NEAR(scores[2], 1, 1e-6);
  const std::string bytes = saved(model);
  EXPECT_EQ(bytes[8], 5);
  expect_same_model(model, Model::load(file_));
}

// And when 2 was.
TEST_F(SavedModel, LoadsAFileOfFormat2) {
  const fs::path old = fs::path(CLADE_SOURCE_DIR) / "tests/model/format_2.clade";
  ASSERT_EQ(read_bytes(old)[8], 2);
  const Model model = Model::load(old);
  EXPECT_EQ(model.method(), "hieron");
  EXPECT_EQ(model.unit_names(), (std::vector<std::string>{"a", "a1", "a2", "b"}));
  EXPECT_FALSE(model.impl().online.has_value());
  std::vector<double> scores(5);
  const std::vector<BasicFeature<double>> row{{1, 1.0}, {3, 0.5}};
  model.scores<double>(row, scores);
  EXPECT_NEAR(scores[1], 0.485722482, 1e-6);
  EXPECT_NEAR(scores[2], 1.28942233, 1e-6);
  model.save(file_);
  expect_same_model(model, Model::load(file_));
}

// And when 3 was.
TEST_F(SavedModel, LoadsAFileOfFormat3) {
  const fs::path old = fs::path(CLADE_SOURCE_DIR) / "tests/model/format_3.clade";
  ASSERT_EQ(read_bytes(old)[8], 3);
  const Model model = Model::load(old);
  EXPECT_EQ(model.method(), "clade");
  EXPECT_EQ(model.calibration(), nullptr);
  std::vector<double> scores(3);
  const std::vector<BasicFeature<double>> row{{1, 1.0}, {3, 0.5}};
  model.scores<double>(row, scores);
  EXPECT_NEAR(scores[0], 0.611149645, 1e-6);
  EXPECT_NEAR(scores[1], -0.248107844, 1e-6);
  model.save(file_);
  expect_same_model(model, Model::load(file_));
}

// And when 4 was.
TEST_F(SavedModel, LoadsAFileOfFormat4) {
  const fs::path old = fs::path(CLADE_SOURCE_DIR) / "tests/model/format_4.clade";
  ASSERT_EQ(read_bytes(old)[8], 4);
  const Model model = Model::load(old);
  EXPECT_EQ(model.method(), "clade");
  ASSERT_NE(model.calibration(), nullptr);
  EXPECT_EQ(model.calibration()->folds, 2U);
  std::vector<double> scores(3);
  const std::vector<BasicFeature<double>> row{{1, 1.0}, {3, 0.5}};
  model.scores<double>(row, scores);
  EXPECT_NEAR(scores[0], 0.611149645, 1e-6);
  EXPECT_NEAR(scores[2], -0.290433317, 1e-6);
  model.save(file_);
  expect_same_model(model, Model::load(file_));
}

template <class Real>
std::vector<Real> row_of(const Weights& weights, std::size_t feature) {
  const auto& view = std::get<WeightView<Real>>(weights);
  std::vector<Real> row(view.units);
  view.copy_row(feature, row);
  return row;
}

void expect_same_weights(const Weights& a, const Weights& b, std::size_t features) {
  for (std::size_t j = 0; j < features; ++j) {
    EXPECT_EQ(row_of<float>(a, j), row_of<float>(b, j)) << j;
  }
}

TEST_F(SavedModel, KeepsTheStateOfAnOnlineMethod) {
  for (const Model& model : {online_model_of(small_tree()), sparse_online_model_of(small_tree())}) {
    const std::string bytes = saved(model);
    const Model loaded = Model::load(file_);
    expect_same_model(model, loaded);  // prediction does not look at it
    ASSERT_TRUE(loaded.impl().online && loaded.impl().online->last);
    EXPECT_EQ(loaded.impl().online->steps, 12'345'678'901U);
    expect_same_weights(*model.impl().online->last, *loaded.impl().online->last,
                        model.feature_count());
    EXPECT_EQ(saved(loaded), bytes);
    EXPECT_EQ(saved(loaded.with_vectoriser(small_vectoriser())).find(R"("online":null)"),
              std::string::npos);
  }
}

TEST_F(SavedModel, LastWeightsMayBeLeftOut) {
  auto impl = std::make_shared<Model::Impl>(model_of(small_tree()).impl());
  impl->online = OnlineState{3, {}, {}};
  Model(impl).save(file_);
  const Model loaded = Model::load(file_);
  ASSERT_TRUE(loaded.impl().online.has_value());
  EXPECT_EQ(loaded.impl().online->steps, 3U);
  EXPECT_FALSE(loaded.impl().online->last.has_value());
}

TEST_F(SavedModel, KeepsEverySetting) {
  const Taxonomy tree = small_tree();
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::paths;
  source.separator = "\xFF::";  // not UTF-8
  auto impl =
      make_impl<float>(LabelSpace(LabelSpace::Parts{
                           tree, tree.terminals(), {true, false, true}, LabelNodes::path, source}),
                       {2, 3});
  impl->label_set_rule = LabelSetRule::sign;
  impl->method = "another \"method\"";
  impl->options = {{"z", "\xC3\xA9"}, {"a", "\xFE"}, {"C", ""}};
  const Model model = Model(impl).with_vectoriser(small_vectoriser());
  model.save(file_);
  expect_same_model(model, Model::load(file_));
}

TEST_F(SavedModel, AModelOutlivesItsFile) {
  const Model model = model_of(small_tree());
  model.save(file_);
  const Model loaded = Model::load(file_);
  model_of(flat_taxonomy()).save(file_);  // replaced
  expect_same_scores(model, loaded);
  fs::remove(file_);
  expect_same_scores(model, loaded);
}

TEST_F(SavedModel, SavesEmptyModels) {
  const LabelSpace labels = terminal_label_space(small_tree());
  for (const RowForm form : {RowForm::dense, RowForm::sparse}) {
    const Model no_features(make_sparse_impl<float>(labels, {}, form));
    no_features.save(file_);
    expect_same_model(no_features, Model::load(file_));
    const Model no_weights(make_sparse_impl<float>(labels, {3}, form));
    no_weights.save(file_);
    EXPECT_EQ(Model::load(file_).nonzero_weights(), 0U);
    expect_same_model(no_weights, Model::load(file_));
  }
}

TEST_F(SavedModel, TheSameModelIsTheSameBytes) {
  for (const Model& model :
       {model_of(tree_with_added_nodes()), sparse_model_of(tree_with_added_nodes())}) {
    const std::string first = saved(model);
    EXPECT_EQ(first, saved(model));
    EXPECT_EQ(first, saved(Model::load(file_)));
  }
  const LabelSpace labels = terminal_label_space(small_tree());
  const Model dense(make_sparse_impl<float>(labels, {1, 2, 4}, RowForm::dense));
  const Model sparse(make_sparse_impl<float>(labels, {1, 2, 4}, RowForm::sparse));
  EXPECT_EQ(saved(dense), saved(sparse));
}

TEST_F(SavedModel, WeightsAreUsedWhereTheyAreMapped) {
  for (const Model& model : {model_of(small_tree()), sparse_model_of(small_tree())}) {
    const std::string bytes = saved(model);
    const Model loaded = Model::load(file_);
    const auto& view = std::get<WeightView<float>>(loaded.impl().weights);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.data) % 64, 0U);
    const char* first_block = reinterpret_cast<const char*>(view.data);
    EXPECT_NE(bytes.find(std::string(first_block, 64)), std::string::npos);
  }
}

TEST_F(SavedModel, BeginsAsDocumented) {
  const std::string bytes = saved(model_of(small_tree()));
  EXPECT_EQ(bytes.substr(0, 8),
            "\x89"
            "CLADE\r\n");
  EXPECT_EQ(bytes.substr(8, 8), std::string("\5\0\0\0\x1d\0\0\0", 8));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data() + 16, sizeof(length));
  EXPECT_EQ(length, bytes.size());
  const std::string header =
      R"({"method":"hsvm","options":[["C","1"],["loss","tree"]],"label_nodes":"terminal",)"
      R"("taxonomy":{"source":"given","separator":"/"},"label_set_rule":"top1","vectoriser":null,)"
      R"("precision":"single","online":null,"kernel":null,"calibration":null,"decoding":"best-class","sizes":{"nodes":6,"classes":3,"features":5,)"
      R"("units":6,"feature_names":0,"counted_features":0,"stop_words":0}})";
  EXPECT_EQ(bytes.find(header), 768U);  // 64 + 29 * 24, and on to a multiple of 64
}

}  // namespace
}  // namespace clade::detail
