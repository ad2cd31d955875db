#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <utility>

#include "base/file.h"
#include "clade/error.h"
#include "model/model_format.h"
#include "tests/model/make_model.h"
#include "tests/support/temp_folder.h"

namespace clade {
namespace {

using namespace testing_model;
namespace fs = std::filesystem;

class SavedModel : public testing::Test {
 protected:
  std::string saved(const Model& model) const {
    model.save(file_);
    return read_bytes(file_);
  }
  static std::string read_bytes(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write_bytes(const std::string& bytes) const {
    fs::remove(file_);  // some file systems synchronise a file that is written over
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }

  // The message of the Error{model} that loading these bytes must give.
  std::string model_error(const std::string& bytes) const {
    write_bytes(bytes);
    try {
      Model::load(file_);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model) << error.what();
      EXPECT_TRUE(std::string(error.what()).starts_with(file_.string())) << error.what();
      return error.what();
    }
    return "no error";
  }

  const test::TempFolder temp_;
  const fs::path folder_ = temp_.path();
  const fs::path file_ = folder_ / "m.clade";
};

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

// Two words, one named feature, a stop word.
Vectoriser small_vectoriser() {
  Vectoriser::Fitted fitted;
  fitted.params.weighting = Weighting::log_tfidf;
  fitted.params.normalize = Normalize::unit;
  fitted.params.min_df = 3;
  fitted.params.stopwords = "english";
  fitted.stopwords = {"the"};
  fitted.counted = CountedFeatures::terms;
  fitted.names.add(FeatureNames::term_mark, "caf\xC3\xA9");
  fitted.names.add(FeatureNames::feature_mark, "price");
  fitted.names.add(FeatureNames::term_mark, "price");
  fitted.features = {FeatureNames::first_index, FeatureNames::first_index + 2};
  fitted.factors = {1.5, 2.25};
  return Vectoriser(std::move(fitted));
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

Taxonomy tree_with_added_nodes() {
  const Taxonomy tree = small_tree();
  const std::vector<NodeId> inner{tree.find("b").value(), tree.find("a").value()};
  return tree.with_added_terminals(inner);
}

Taxonomy flat_taxonomy() {
  const std::vector<std::string> names{"x", "y", "with space", "\xC3\xA9"};
  return Taxonomy::flat(names);
}

Model model_of(const Taxonomy& taxonomy) {
  return Model(make_impl<float>(terminal_label_space(taxonomy), {1, 2, 4, 9, 4'000'000'000}));
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

Model sparse_model_of(const Taxonomy& taxonomy) {
  return Model(make_sparse_impl<float>(terminal_label_space(taxonomy),
                                       {1, 2, 4, 5, 9, 4'000'000'000}, RowForm::sparse));
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

// Written by clade 0.1 from six vectors; a version is readable for good.
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
  EXPECT_EQ(bytes[8], 2);
  expect_same_model(model, Model::load(file_));
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
  EXPECT_EQ(bytes.substr(8, 8), std::string("\2\0\0\0\x10\0\0\0", 8));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data() + 16, sizeof(length));
  EXPECT_EQ(length, bytes.size());
  const std::string header =
      R"({"method":"hsvm","options":[["C","1"],["loss","tree"]],"label_nodes":"terminal",)"
      R"("taxonomy":{"source":"given","separator":"/"},"label_set_rule":"top1","vectoriser":null,)"
      R"("precision":"single","sizes":{"nodes":6,"classes":3,"features":5,"units":6,)"
      R"("feature_names":0,"counted_features":0,"stop_words":0}})";
  EXPECT_EQ(bytes.find(header), 448U);  // 64 + 16 * 24
}

TEST_F(SavedModel, EveryTruncationIsRefused) {
  for (const Model& model : {model_of(tree_with_added_nodes()), sparse_model_of(small_tree())}) {
    const std::string bytes = saved(model);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      const std::string message = model_error(bytes.substr(0, length));
      ASSERT_NE(message, "no error") << length;
      if (length >= 64) {
        ASSERT_NE(message.find("cut short"), std::string::npos) << message;
      }
    }
    EXPECT_NE(model_error(bytes + "x"), "no error");
  }
}

std::string flipped(std::string bytes, std::size_t at, int mask) {
  bytes[at] = static_cast<char>(bytes[at] ^ mask);
  return bytes;
}

TEST_F(SavedModel, EveryDamagedByteIsFound) {
  for (const Model& model : {model_of(tree_with_added_nodes()), sparse_model_of(small_tree())}) {
    const std::string bytes = saved(model);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int mask : {0x01, 0x80, 0xFF}) {
        ASSERT_NE(model_error(flipped(bytes, i, mask)), "no error") << "byte " << i;
      }
    }
  }
}

// Loads and uses the model; whatever is wrong with it must come as an Error.
void use_on_trust(const fs::path& file) {
  try {
    const Model model = Model::load(file, true);
    if (model.vectoriser() != nullptr) {
      Records records;
      model.vectoriser()->analyzer();
      model.vectoriser()->transform(records);
    }
    Scorer scorer(model);
    for (const auto& row : random_rows<float>(2)) {
      scorer.score<float>(row);
      scorer.node_scores();
      for (const Prediction& p : scorer.best(3)) {
        model.label_space().path(p.label, scorer.node_scores());
      }
    }
    model.nonzero_weights();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model) << error.what();
  }
}

TEST_F(SavedModel, DamageNeverCrashesEvenOnTrust) {
  for (const Model& model :
       {model_of(tree_with_added_nodes()).with_vectoriser(small_vectoriser()),
        model_of(small_dag()).with_vectoriser(small_vectoriser()), sparse_model_of(small_tree())}) {
    const std::string bytes = saved(model);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int mask : {0x01, 0x02, 0x10, 0x80, 0xFF}) {
        write_bytes(flipped(bytes, i, mask));
        use_on_trust(file_);
      }
    }
  }
}

TEST_F(SavedModel, RandomDamageNeverCrashesEvenOnTrust) {
  const std::string dense = saved(model_of(small_dag()));
  const std::string sparse = saved(sparse_model_of(small_dag()));
  Random random(3);
  for (int round = 0; round < 6000; ++round) {
    const std::string& bytes = round % 2 == 0 ? dense : sparse;
    std::string damaged = bytes;
    for (std::uint64_t k = 1 + random.below(6); k > 0; --k) {
      // Behind the preamble, in numbers of eight bytes.
      const std::size_t at = 64 + 8 * random.below((bytes.size() - 72) / 8);
      const std::uint64_t value = random.below(2) == 0 ? random.bits() : random.below(300);
      std::memcpy(damaged.data() + at, &value, sizeof(value));
    }
    write_bytes(damaged);
    use_on_trust(file_);
  }
}

// The text of the header replaced, its options left out to make room for a longer number.
std::string with_header_change(std::string bytes, const std::string& from, const std::string& to) {
  const std::size_t begin = bytes.find("{\"method\"");
  const std::size_t end = bytes.find("}}", begin) + 2;
  std::string header = bytes.substr(begin, end - begin);
  const std::string options = R"([["C","1"],["loss","tree"]])";
  header.replace(header.find(options), options.size(), "[]");
  header.replace(header.find(from), from.size(), to);
  header.resize(end - begin, ' ');
  return bytes.replace(begin, end - begin, header);
}

// A model with sparse rows, and what may be wrong in their sections. It is loaded on trust: the
// checksum is not asked. Its rows begin at the blocks 0, 0, 1, 2, 3, 4 and end at 5; the numbers of
// the blocks are 0, 1, 2, 0, 1.
class SparseSections : public SavedModel {
 protected:
  // Replaces the k-th value of a section.
  template <class T>
  void change(Section id, std::size_t k, T value) {
    std::memcpy(bytes_.data() + entry(id).offset + k * sizeof(T), &value, sizeof(T));
  }
  void change_length(Section id, std::uint64_t length) {
    SectionEntry changed = entry(id);
    changed.length = length;
    std::memcpy(bytes_.data() + place(id), &changed, sizeof(changed));
  }
  SectionEntry entry(Section id) const {
    SectionEntry found;
    std::memcpy(&found, bytes_.data() + place(id), sizeof(found));
    return found;
  }
  // What loading says; the file is whole again afterwards.
  std::string error() {
    write_bytes(std::exchange(bytes_, whole_));
    try {
      Model::load(file_, true);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model);
      return error.what();
    }
    return "no error";
  }

 private:
  static std::size_t place(Section id) {
    return sizeof(Preamble) + (static_cast<std::size_t>(id) - 1) * sizeof(SectionEntry);
  }

  const std::string whole_ = saved(sparse_model_of(small_tree()));
  std::string bytes_ = whole_;
};

using Begins = std::array<std::uint64_t, 7>;
using Numbers = std::array<std::uint32_t, 5>;

TEST_F(SparseSections, AreAsDocumented) {
  change(Section::weight_rows, 0, Begins{0, 0, 1, 2, 3, 4, 5});
  change(Section::weight_block_numbers, 0, Numbers{0, 1, 2, 0, 1});
  EXPECT_EQ(error(), "no error");
  EXPECT_EQ(Model::load(file_).nonzero_weights(), 16U + 16 + 8 + 16 + 16);
}

TEST_F(SparseSections, RowsThatAreNotOneBehindTheOtherAreRefused) {
  for (const Begins& begins :
       {Begins{1, 1, 1, 2, 3, 4, 5}, Begins{0, 2, 1, 2, 3, 4, 5}, Begins{0, 0, 1, 0, 3, 4, 5},
        Begins{0, 0, 1, 2, ~0ULL, 4, 5}, Begins{0, 0, 1, 2, 3, 4, 4}, Begins{0, 0, 1, 2, 3, 4, 6},
        Begins{0, 0, 1, 2, 3, 4, 1ULL << 63}}) {
    change(Section::weight_rows, 0, begins);
    EXPECT_NE(error().find("the rows of the weights are not one behind the other"),
              std::string::npos);
  }
}

TEST_F(SparseSections, BlocksOutsideOfTheRowOrOutOfOrderAreRefused) {
  const Begins together{0, 0, 1, 3, 3, 4, 5};  // the third row has the second and third block
  change(Section::weight_rows, 0, together);
  EXPECT_EQ(error(), "no error");
  for (const Numbers& numbers : {Numbers{3, 1, 2, 0, 1}, Numbers{0, 1, 2, 0, ~0U},
                                 Numbers{0, 2, 1, 0, 1}, Numbers{0, 1, 1, 0, 1}}) {
    change(Section::weight_rows, 0, together);
    change(Section::weight_block_numbers, 0, numbers);
    EXPECT_NE(error().find("a row of the weights has blocks that are not its own"),
              std::string::npos);
  }
}

TEST_F(SparseSections, LengthsThatDoNotFitAreRefused) {
  EXPECT_EQ(entry(Section::weights).length, 0U);
  EXPECT_EQ(entry(Section::weight_rows).length, 7U * 8);
  EXPECT_EQ(entry(Section::weight_block_numbers).length, 5U * 4);
  EXPECT_EQ(entry(Section::weight_blocks).length, 5U * 64);
  for (const Section id :
       {Section::weight_rows, Section::weight_block_numbers, Section::weight_blocks}) {
    const std::uint64_t length = entry(id).length;
    for (const std::uint64_t wrong : {std::uint64_t{0}, length - 1, length - 4, length - 8,
                                      length - 64, length + 8, ~std::uint64_t{0}}) {
      change_length(id, wrong);
      EXPECT_NE(error(), "no error") << static_cast<int>(id) << " " << wrong;
    }
    change_length(id, length);
    EXPECT_EQ(error(), "no error");
  }
  change_length(Section::weights, 64);
  EXPECT_NE(error().find("weights twice"), std::string::npos);
}

TEST_F(SavedModel, WrongSizesInTheHeaderTakeNoMemory) {
  const std::string bytes = saved(model_of(small_tree()));
  write_bytes(with_header_change(bytes, "hsvm", "hsvm"));
  EXPECT_TRUE(Model::load(file_, true).options().empty());
  for (const std::string size : {"\"nodes\":6", "\"classes\":3", "\"features\":5", "\"units\":6"}) {
    const std::string name = size.substr(0, size.size() - 1);
    for (const std::string wrong : {"0", "2", "9", "4000000000", "18446744073709551615",
                                    "18446744073709551616", "-1", "1.5", "\"x\"", "null"}) {
      write_bytes(with_header_change(bytes, size, name + wrong));
      try {
        Model::load(file_, true);
        ADD_FAILURE() << name << wrong;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::model) << error.what();
      }
    }
  }
}

TEST_F(SavedModel, UnknownWordsInTheHeaderAreRefused) {
  const std::string bytes = saved(model_of(small_tree()));
  for (const std::string word : {"single", "top1", "terminal", "given"}) {
    write_bytes(with_header_change(bytes, "\"" + word + "\"", "\"odd\""));
    EXPECT_THROW(Model::load(file_, true), Error) << word;
  }
}

TEST_F(SavedModel, ForeignFilesAreNamedAsSuch) {
  for (const std::string& bytes :
       {std::string(), std::string("A,B 1:0.5 2:1\n"), std::string("\x89PNG\r\n\x1a\n", 8),
        std::string(5000, '\0'), std::string("CLADE"),
        std::string("\x89"
                    "CLADE\n\n")}) {
    EXPECT_EQ(model_error(bytes), file_.string() + ": is not a clade model");
  }
}

TEST_F(SavedModel, ANewerFormatIsRefusedWithBothVersions) {
  std::string bytes = saved(model_of(small_tree()));
  bytes[8] = 3;
  EXPECT_EQ(model_error(bytes),
            file_.string() + ": made by a newer clade: format 3, this clade reads up to 2");
  bytes[8] = 0;
  EXPECT_NE(model_error(bytes).find("format is 0"), std::string::npos);
}

TEST_F(SavedModel, AMissingFileOrAFolderIsTheEnvironment) {
  for (const fs::path& path : {folder_ / "none.clade", folder_}) {
    try {
      Model::load(path);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::environment);
    }
  }
  EXPECT_THROW(model_of(small_tree()).save(folder_ / "no folder" / "m.clade"), Error);
}

}  // namespace
}  // namespace clade
