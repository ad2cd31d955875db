// Models with a kernel: their scores, their file, and what may be wrong in it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "model/model_format.h"
#include "tests/model/saved_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

const std::vector<KernelSpec> specs{{KernelKind::rbf, 0.25},
                                    {KernelKind::poly, 0.5, 1, 3},
                                    {KernelKind::precomputed},
                                    {KernelKind::subsequence, 1, 0, 3, 2, 0.5}};

std::vector<double> scores_of(const Model& model, std::span<const BasicFeature<double>> row) {
  std::vector<double> scores(model.label_space().size());
  model.scores<double>(row, scores);
  return scores;
}

// Letters are numbers: those of other kernels will do for neither.
std::vector<std::vector<BasicFeature<double>>> rows_for(const KernelSpec& spec) {
  auto rows = random_rows<double>(20);
  if (spec.kind != KernelKind::subsequence) return rows;
  for (auto& row : rows) {
    for (auto& f : row) f.value = 97 + std::floor(std::abs(f.value));
  }
  return rows;
}

class KernelModel : public SavedModel {
 protected:
  // What loading these bytes on trust says.
  std::string error(const std::string& bytes) const {
    write_bytes(bytes);
    try {
      Model::load(file_, true);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model) << error.what();
      return error.what();
    }
    return "no error";
  }
};

TEST_F(KernelModel, ScoresAreThoseOfTheSupport) {
  const Model model = kernel_model_of<double>(small_tree(), {KernelKind::rbf, 0.25}, true);
  const auto& support = std::get<SparseRows<double>>(model.impl().support->rows());
  const auto& weights = std::get<WeightView<double>>(model.impl().weights);
  const std::vector<BasicFeature<double>> row{{1, 0.5}, {4, -1}, {77, 2}};  // 77 is nobody's
  const auto value = [&](std::size_t s, std::uint32_t number) {
    for (const auto& f : support.row(s)) {
      if (f.index == number) return f.value;
    }
    return 0.0;
  };
  for (std::size_t c = 0; c < model.label_space().size(); ++c) {
    double expected = 0;
    for (const Attribute& a : model.impl().score_map.of(c)) {
      double raw = weights.row(support.size())[index_of(a.unit)];
      for (std::size_t s = 0; s < support.size(); ++s) {
        double squared = 2.0 * 2.0;
        const std::vector<double> z{0.5, 0, -1, 0, 0};
        for (std::uint32_t f = 0; f < 5; ++f) squared += std::pow(value(s, f) - z[f], 2);
        raw += weights.row(s)[index_of(a.unit)] * std::exp(-0.25 * squared);
      }
      expected += a.strength * raw;
    }
    EXPECT_NEAR(scores_of(model, row)[c], expected, 1e-12);
  }
}

template <class Real>
void expect_same_after_loading(const fs::path& file) {
  for (const KernelSpec& spec : specs) {
    for (const bool with_constant : {false, true}) {
      const Model model = kernel_model_of<Real>(small_dag(), spec, with_constant);
      model.save(file);
      for (const bool trust : {false, true}) {
        const Model loaded = Model::load(file, trust);
        ASSERT_NE(loaded.impl().support, nullptr);
        EXPECT_EQ(loaded.impl().support->size(), 4U);
        EXPECT_EQ(loaded.impl().support->spec().kind, spec.kind);
        EXPECT_EQ(loaded.impl().support->spec().gamma, spec.gamma);
        EXPECT_EQ(loaded.impl().support->spec().coef0, spec.coef0);
        EXPECT_EQ(loaded.impl().support->spec().degree, spec.degree);
        EXPECT_EQ(loaded.impl().support->spec().length, spec.length);
        EXPECT_EQ(loaded.impl().support->spec().decay, spec.decay);
        EXPECT_EQ(loaded.takes_strings(), spec.kind == KernelKind::subsequence);
        for (const auto& row : rows_for(spec)) {
          EXPECT_EQ(scores_of(loaded, row), scores_of(model, row));
        }
      }
    }
  }
}

TEST_F(KernelModel, ScoresTheSameWhenLoadedInSinglePrecision) {
  expect_same_after_loading<float>(file_);
}
TEST_F(KernelModel, ScoresTheSameWhenLoadedInDoublePrecision) {
  expect_same_after_loading<double>(file_);
}

TEST_F(KernelModel, SavingWhatWasLoadedGivesTheSameBytes) {
  const std::string bytes = saved(rbf_model_of(small_tree()));
  EXPECT_TRUE(saved(Model::load(file_)) == bytes);
}

TEST_F(KernelModel, ConstantsDiffer) {
  const auto without = scores_of(rbf_model_of(small_tree()), {});
  EXPECT_NE(without,
            scores_of(kernel_model_of<float>(small_tree(), {KernelKind::rbf, 0.25}, false), {}));
}

// A model that learned nothing, or whose constant says it all.
TEST_F(KernelModel, MayHaveNoSupport) {
  auto impl = std::make_shared<Model::Impl>(model_of(small_tree()).impl());
  auto weights = std::make_shared<WeightRows<float>>(1, impl->unit_names.size());
  weights->row(0)[1] = 2;
  impl->weights = weights->view();
  impl->weight_owner = weights;
  impl->support = std::make_shared<const SupportSet>(KernelSpec{KernelKind::rbf},
                                                     SparseRows<float>(), impl->features.size());
  const Model model(impl);
  model.save(file_);
  const Model loaded = Model::load(file_);
  EXPECT_EQ(loaded.impl().support->size(), 0U);
  for (const auto& row : random_rows<double>(3)) {
    EXPECT_EQ(scores_of(loaded, row), scores_of(model, row));
  }
}

// Rows of a precomputed kernel name all training examples, of which the model keeps some.
TEST_F(KernelModel, KernelsWithExamplesThatAreNotKeptAreNotUnknown) {
  const std::vector<BasicFeature<double>> row{{1, 1.0}, {3, 1.0}, {5, 1.0}};
  Scorer given(kernel_model_of<double>(small_tree(), {KernelKind::precomputed}, false));
  EXPECT_EQ(given.score<double>(row), 0U);
  EXPECT_EQ(Scorer(rbf_model_of(small_tree())).score<double>(row), 2U);
}

// ---- What may be wrong in the file, which is loaded on trust: the checksum is not asked.

class SupportSections : public KernelModel {
 protected:
  template <class T>
  std::string changed(Section id, std::size_t k, T value) const {
    std::string bytes = whole_;
    std::memcpy(bytes.data() + entry(id).offset + k * sizeof(T), &value, sizeof(T));
    return bytes;
  }
  std::string with_length(Section id, std::uint64_t length) const {
    std::string bytes = whole_;
    SectionEntry changed = entry(id);
    changed.length = length;
    std::memcpy(bytes.data() + place(id), &changed, sizeof(changed));
    return bytes;
  }
  SectionEntry entry(Section id) const {
    SectionEntry found;
    std::memcpy(&found, whole_.data() + place(id), sizeof(found));
    return found;
  }
  static std::size_t place(Section id) {
    return sizeof(Preamble) + (static_cast<std::size_t>(id) - 1) * sizeof(SectionEntry);
  }
  // The header with one text in place of another; its options make room.
  std::string with_header(const std::string& from, const std::string& to) const {
    std::string bytes = whole_;
    const std::size_t begin = bytes.find("{\"method\""), end = bytes.find("}}", begin) + 2;
    std::string header = bytes.substr(begin, end - begin);
    for (const auto& [old, other] :
         {std::pair<std::string, std::string>{R"([["C","1"],["loss","tree"]])", "[]"},
          {from, to}}) {
      EXPECT_NE(header.find(old), std::string::npos) << old;
      header.replace(header.find(old), old.size(), other);
    }
    EXPECT_LE(header.size(), end - begin) << to;
    header.resize(end - begin, ' ');
    return bytes.replace(begin, end - begin, header);
  }

  std::string whole_ = saved(rbf_model_of(small_tree()));
};

TEST_F(SupportSections, AreAsDocumented) {
  EXPECT_EQ(entry(Section::support_rows).length, 4U * 8);
  EXPECT_EQ(entry(Section::support_features).length, 12U * 4);
  EXPECT_EQ(entry(Section::support_values).length, 12U * 4);
  const std::vector<std::uint64_t> ends{5, 8, 8, 12};
  std::vector<std::uint64_t> found(4);
  std::memcpy(found.data(), whole_.data() + entry(Section::support_rows).offset, 32);
  EXPECT_EQ(found, ends);
  EXPECT_NE(whole_.find(R"("kernel":{"kind":"rbf","gamma":0.25,"coef0":0.0,"degree":3,"length":4,)"
                        R"("decay":0.5,"support":4,"constant":true})"),
            std::string::npos);
}

TEST_F(SupportSections, RowsFeaturesAndValuesAreChecked) {
  EXPECT_NE(error(changed(Section::support_rows, 1, std::uint64_t{4})).find("overlap"),
            std::string::npos);
  EXPECT_NE(error(changed(Section::support_rows, 3, ~std::uint64_t{0})).find("support"),
            std::string::npos);
  EXPECT_NE(error(changed(Section::support_rows, 3, std::uint64_t{11})).find("too long"),
            std::string::npos);
  EXPECT_NE(error(changed(Section::support_features, 11, std::uint32_t{5})).find("points outside"),
            std::string::npos);
  EXPECT_NE(error(changed(Section::support_features, 1, std::uint32_t{0})).find("not increasing"),
            std::string::npos);
  EXPECT_NE(error(changed(Section::support_values, 2, std::nanf(""))).find("not finite"),
            std::string::npos);
  EXPECT_EQ(error(changed(Section::support_values, 2, 7.0F)), "no error");
}

TEST_F(SupportSections, LettersAreChecked) {
  whole_ = saved(letter_model_of(small_tree()));
  for (const float wrong : {-1.0F, 97.5F, 1e20F}) {
    EXPECT_NE(error(changed(Section::support_values, 2, wrong)).find("no letter"),
              std::string::npos);
  }
  EXPECT_EQ(error(changed(Section::support_values, 2, 98.0F)), "no error");
}

TEST_F(SupportSections, LengthsThatDoNotFitAreRefused) {
  for (const Section id :
       {Section::support_rows, Section::support_features, Section::support_values}) {
    const std::uint64_t length = entry(id).length;
    for (const std::uint64_t wrong :
         {std::uint64_t{0}, length - 4, length - 8, length + 4, length + 8, ~std::uint64_t{0}}) {
      EXPECT_NE(error(with_length(id, wrong)), "no error") << static_cast<int>(id) << ' ' << wrong;
    }
    EXPECT_EQ(error(with_length(id, length)), "no error");
  }
}

TEST_F(SupportSections, TheKernelOfTheHeaderIsChecked) {
  EXPECT_EQ(error(with_header(R"("gamma":0.25)", R"("gamma":0.5)")), "no error");
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"("kind":"rbf")", R"("kind":"rfb")"},
      {R"("kind":"rbf")", R"("kind":7)"},
      {R"("gamma":0.25)", R"("gamma":-1)"},
      {R"("gamma":0.25)", R"("gamma":null)"},
      {R"("gamma":0.25)", R"("gamma":1e999)"},
      {R"("degree":3)", R"("degree":0)"},
      {R"("degree":3)", R"("degree":-3)"},
      {R"("degree":3)", R"("degree":2.5)"},
      {R"("degree":3)", R"("degree":4294967299)"},
      {R"("degree":3)", R"("degree":1e300)"},
      {R"("length":4)", R"("length":0)"},
      {R"("length":4)", R"("length":9999999999)"},
      {R"("decay":0.5)", R"("decay":0)"},
      {R"("decay":0.5)", R"("decay":1.5)"},
      {R"("support":4)", R"("support":3)"},
      {R"("support":4)", R"("support":5)"},
      {R"("support":4)", R"("support":-1)"},
      {R"("support":4)", R"("support":1e3)"},
      {R"("constant":true)", R"("constant":false)"},
      {R"("constant":true)", R"("constant":1)"},
      {R"("kernel":{)", R"("kern":{)"}};
  for (const auto& [from, to] : wrong) {
    EXPECT_NE(error(with_header(from, to)), "no error") << to;
  }
  const std::string largest = R"("support":18446744073709551615)";
  EXPECT_NE(error(with_header(R"("support":4)", largest)), "no error");
}

}  // namespace
}  // namespace clade::detail
