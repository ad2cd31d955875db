#include "model/fingerprint_section.h"

#include <cstring>

#include "tests/model/saved_model.h"

namespace clade::detail::testing_model {
namespace {

class ModelFingerprints : public SavedModel {
 protected:
  // The model with these, as it is read back; null: it has none.
  const Fingerprints* read_back(const Fingerprints& fingerprints) {
    saved(with_fingerprints(model_of(small_tree()), fingerprints));
    loaded_ = Model::load(file_);
    return fingerprints_of(*loaded_);
  }
  std::optional<Model> loaded_;
};

TEST_F(ModelFingerprints, AreKeptInTheFile) {
  const Fingerprints all{Fingerprints::no_bound, {3, 17, 1ULL << 60}};
  const Fingerprints* found = read_back(all);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->values, all.values);
  EXPECT_FALSE(found->is_sample());
  const Fingerprints* sample = read_back({100, {3, 17}});
  ASSERT_NE(sample, nullptr);
  EXPECT_TRUE(sample->is_sample());
  EXPECT_EQ(sample->bound, 100U);
  EXPECT_EQ(read_back({}), nullptr);
}

// Loaded on trust: the checksum is not asked.
TEST_F(ModelFingerprints, ThatAreDamagedAreRefused) {
  const std::string whole = saved(with_fingerprints(model_of(small_tree()), {100, {3, 17, 50}}));
  const std::size_t begin = whole.size() - 8 - 4 * 8;
  const auto is_refused = [&](std::size_t k, std::uint64_t value) {
    std::string bytes = whole;
    std::memcpy(bytes.data() + begin + k * 8, &value, sizeof(value));
    write_bytes(bytes);
    try {
      Model::load(file_, true);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::model;
    }
    return false;
  };
  EXPECT_TRUE(is_refused(0, 20));   // a bound below the last one
  EXPECT_TRUE(is_refused(1, 0));    // 0 stands for nothing
  EXPECT_TRUE(is_refused(1, 17));   // twice the same
  EXPECT_TRUE(is_refused(3, 5));    // not increasing
  EXPECT_FALSE(is_refused(3, 60));  // as good as any
}

}  // namespace
}  // namespace clade::detail::testing_model
