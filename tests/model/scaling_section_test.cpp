#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

#include "clade/model.h"
#include "model/fingerprint_section.h"
#include "tests/model/saved_model.h"

namespace clade::detail::testing_model {
namespace {

using ::testing::HasSubstr;

const FeatureScaling some_scaling{
    {1, 4, FeatureNames::first_index + 1}, {2.5, 0, -1e30}, {3, 0, 0.125}, {2.5, 7, -1e30}};

Model scaled_model(const FeatureScaling& scaling = some_scaling,
                   ScalingParams numbers = {Scale::standard, Missing::mean}) {
  Vectoriser::Fitted fitted = small_vectoriser().fitted();
  fitted.params.numbers = numbers;
  fitted.scaling = scaling;
  return model_of(small_tree()).with_vectoriser(Vectoriser(std::move(fitted)));
}

std::uint32_t format_of(const std::string& bytes) {
  std::uint32_t format = 0;
  std::memcpy(&format, bytes.data() + 8, sizeof(format));
  return format;
}

class ModelScaling : public SavedModel {};

TEST_F(ModelScaling, IsKeptInTheFile) {
  const std::string bytes = saved(scaled_model());
  EXPECT_EQ(format_of(bytes), 7U);
  const Model loaded = Model::load(file_);
  EXPECT_EQ(loaded.vectoriser()->fitted().scaling, some_scaling);
  EXPECT_EQ(loaded.vectoriser()->fitted().params.numbers,
            (ScalingParams{Scale::standard, Missing::mean}));
  EXPECT_EQ(saved(loaded), bytes);
}

TEST_F(ModelScaling, GoesWithFingerprints) {
  const Fingerprints fingerprints{Fingerprints::no_bound, {3, 17}};
  const std::string bytes = saved(with_fingerprints(scaled_model(), fingerprints));
  const Model loaded = Model::load(file_);
  EXPECT_EQ(loaded.vectoriser()->fitted().scaling, some_scaling);
  ASSERT_NE(fingerprints_of(loaded), nullptr);
  EXPECT_EQ(fingerprints_of(loaded)->values, fingerprints.values);
  EXPECT_EQ(saved(loaded), bytes);
}

TEST_F(ModelScaling, IsNotMentionedWhereThereIsNone) {
  for (const ScalingParams numbers : {ScalingParams(), ScalingParams::plain()}) {
    const std::string bytes = saved(scaled_model({}, numbers));
    EXPECT_EQ(format_of(bytes), 5U);
    EXPECT_EQ(bytes.find("\"scale\""), std::string::npos);
    EXPECT_EQ(bytes.find("\"missing\""), std::string::npos);
    EXPECT_EQ(Model::load(file_).vectoriser()->fitted().params.numbers, ScalingParams::plain());
  }
}

TEST_F(ModelScaling, KeepsThatMissingValuesAreRefused) {
  saved(scaled_model({}, {Scale::none, Missing::error}));
  const Model loaded = Model::load(file_);
  EXPECT_EQ(loaded.vectoriser()->fitted().params.numbers.missing, Missing::error);
  const std::vector<BasicFeature<double>> row{{1, std::nan("")}};
  try {
    loaded.predict_vector(row, 1);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("the value of feature 1 is missing"));
  }
}

TEST_F(ModelScaling, IsAppliedToAnyRow) {
  const Model model = scaled_model();
  auto plain = std::make_shared<Model::Impl>(model.impl());
  plain->vectoriser = nullptr;
  const auto scores = [](const Model& m, const std::vector<BasicFeature<double>>& row) {
    return m.predict_vector(row, 1).front().score;
  };
  Vectoriser::Fitted fitted = model.vectoriser()->fitted();
  fitted.params.normalize = Normalize::none;
  const Model unscaled_rows(plain);
  const Model scaled = model.with_vectoriser(Vectoriser(fitted));
  // Feature 4 was constant; the named one is at its mean, which is not 0.
  EXPECT_NEAR(scores(scaled, {{1, 8.5}, {2, 1}, {4, 3}, {FeatureNames::first_index + 1, -1e30}}),
              scores(unscaled_rows, {{1, 2}, {2, 1}}), 1e-5);
  EXPECT_NEAR(scores(scaled, {{1, std::nan("")}, {FeatureNames::first_index + 1, std::nan("")}}),
              scores(unscaled_rows, {}), 1e-5);
}

// Loaded on trust: the checksum is not asked.
TEST_F(ModelScaling, ThatIsDamagedIsRefused) {
  const std::string whole = saved(scaled_model());
  const std::string first(reinterpret_cast<const char*>(some_scaling.shifts.data()),
                          some_scaling.shifts.size() * sizeof(double));
  const std::size_t begin = whole.find(first);
  ASSERT_NE(begin, std::string::npos);
  const auto refusal = [&](std::size_t at, auto value) -> std::string {
    std::string bytes = whole;
    std::memcpy(bytes.data() + begin + at, &value, sizeof(value));
    write_bytes(bytes);
    try {
      Model::load(file_, true);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model);
      return error.what();
    }
    return "";
  };
  const double nan = std::nan(""), infinite = HUGE_VAL;
  for (const std::size_t at : {0U, 24U, 48U}) {
    EXPECT_THAT(refusal(at, nan), HasSubstr("the section of the scaling has a number"));
    EXPECT_THAT(refusal(at, infinite), HasSubstr("that is not finite"));
  }
  EXPECT_THAT(refusal(4 * 8, -1.0), HasSubstr("has a width below 0"));
  EXPECT_EQ(refusal(4 * 8, 1.0), "");
  EXPECT_THAT(refusal(9 * 8, std::uint32_t{4}), HasSubstr("is not increasing"));
  EXPECT_EQ(refusal(9 * 8, std::uint32_t{3}), "");
}

TEST_F(ModelScaling, MustGoWithTheHeader) {
  saved(scaled_model(some_scaling, ScalingParams::plain()));
  try {
    Model::load(file_);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("it scales features, and its header says"));
  }
}

}  // namespace
}  // namespace clade::detail::testing_model
