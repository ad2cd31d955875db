// Models that tests save, damage and load.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "clade/error.h"
#include "tests/model/make_model.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::testing_model {

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

// Two words, one named feature, a stop word.
inline Vectoriser small_vectoriser() {
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

inline Taxonomy tree_with_added_nodes() {
  const Taxonomy tree = small_tree();
  const std::vector<NodeId> inner{tree.find("b").value(), tree.find("a").value()};
  return tree.with_added_terminals(inner);
}

inline Taxonomy flat_taxonomy() {
  const std::vector<std::string> names{"x", "y", "with space", "\xC3\xA9"};
  return Taxonomy::flat(names);
}

inline Model model_of(const Taxonomy& taxonomy) {
  return Model(make_impl<float>(terminal_label_space(taxonomy), {1, 2, 4, 9, 4'000'000'000}));
}

// In its file, too, rows are sparse.
inline Model sparse_model_of(const Taxonomy& taxonomy) {
  return Model(make_sparse_impl<float>(terminal_label_space(taxonomy),
                                       {1, 2, 4, 5, 9, 4'000'000'000}, RowForm::sparse));
}

// The same with the state of an online method: the last weights are those of `last`.
inline Model with_online_state(const Model& model, const Model& last) {
  auto impl = std::make_shared<Model::Impl>(model.impl());
  impl->online = OnlineState{12'345'678'901, last.impl().weights, last.impl().weight_owner};
  return Model(std::move(impl));
}
// Last weights of which one alone is not zero: in the file their rows are sparse.
inline Model online_model_of(const Taxonomy& taxonomy) {
  const Model model = model_of(taxonomy);
  auto last = std::make_shared<Model::Impl>(model.impl());
  auto weights = std::make_shared<WeightRows<float>>(5, last->unit_names.size());
  weights->row(3)[2] = 0.5F;
  last->weights = weights->view();
  last->weight_owner = weights;
  return with_online_state(model, Model(last));
}
// Both in sparse rows.
inline Model sparse_online_model_of(const Taxonomy& taxonomy) {
  return with_online_state(sparse_model_of(taxonomy), sparse_model_of(taxonomy));
}

// Four examples of five features, the third one empty, and weights for each and for a constant.
template <class Real>
Model kernel_model_of(const Taxonomy& taxonomy, const KernelSpec& spec, bool with_constant) {
  auto impl = make_impl<Real>(terminal_label_space(taxonomy), {1, 2, 4, 9, 4'000'000'000});
  Random random(13);
  SparseRows<Real> rows;
  for (const std::size_t length : {5U, 3U, 0U, 4U}) {
    for (std::uint32_t f = 0; f < length; ++f) {
      const bool is_character = spec.kind == KernelKind::subsequence;
      const double value =
          is_character ? 97 + static_cast<double>(random.below(3)) : random.normal();
      rows.push({f, static_cast<Real>(value)});
    }
    rows.end_row();
  }
  auto weights = std::make_shared<WeightRows<Real>>(rows.size() + (with_constant ? 1 : 0),
                                                    impl->unit_names.size());
  for (std::size_t s = 0; s < weights->features(); ++s) {
    for (Real& w : weights->row(s)) w = static_cast<Real>(random.normal());
  }
  impl->weights = weights->view();
  impl->weight_owner = weights;
  impl->support = std::make_shared<const SupportSet>(spec, std::move(rows), impl->features.size());
  return Model(std::move(impl));
}
inline Model rbf_model_of(const Taxonomy& taxonomy) {
  return kernel_model_of<float>(taxonomy, {KernelKind::rbf, 0.25}, true);
}
inline Model letter_model_of(const Taxonomy& taxonomy) {
  return kernel_model_of<float>(taxonomy, {KernelKind::subsequence, 1, 0, 3, 2, 0.5}, false);
}

}  // namespace clade::detail::testing_model
