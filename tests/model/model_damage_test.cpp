#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <utility>

#include "model/model_format.h"
#include "tests/model/saved_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

class DamagedModel : public SavedModel {};

TEST_F(DamagedModel, EveryTruncationIsRefused) {
  for (const Model& model : {model_of(tree_with_added_nodes()), sparse_model_of(small_tree()),
                             online_model_of(small_tree()), rbf_model_of(small_tree())}) {
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

TEST_F(DamagedModel, EveryDamagedByteIsFound) {
  for (const Model& model : {model_of(tree_with_added_nodes()), sparse_model_of(small_tree()),
                             online_model_of(small_tree()), rbf_model_of(small_tree())}) {
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
    if (model.impl().online && model.impl().online->last) {
      auto last = std::make_shared<Model::Impl>(model.impl());
      last->weights = *model.impl().online->last;
      Model(last).nonzero_weights();
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model) << error.what();
  }
}

TEST_F(DamagedModel, DamageNeverCrashesEvenOnTrust) {
  for (const Model& model :
       {model_of(tree_with_added_nodes()).with_vectoriser(small_vectoriser()),
        model_of(small_dag()).with_vectoriser(small_vectoriser()), sparse_model_of(small_tree()),
        online_model_of(small_tree()), sparse_online_model_of(small_tree()),
        rbf_model_of(small_tree()), letter_model_of(small_tree())}) {
    const std::string bytes = saved(model);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int mask : {0x01, 0x02, 0x10, 0x80, 0xFF}) {
        write_bytes(flipped(bytes, i, mask));
        use_on_trust(file_);
      }
    }
  }
}

TEST_F(DamagedModel, RandomDamageNeverCrashesEvenOnTrust) {
  const std::string dense = saved(model_of(small_dag()));
  const std::string sparse = saved(sparse_online_model_of(small_dag()));
  const std::string rbf = saved(rbf_model_of(small_dag()));
  const std::string letters = saved(letter_model_of(small_dag()));
  Random random(3);
  for (std::size_t round = 0; round < 12000; ++round) {
    const std::string& bytes = *std::array{&dense, &sparse, &rbf, &letters}[round % 4];
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

// The same of the last weights, and what the header says of them.
TEST_F(DamagedModel, LastWeightsMustFitTheHeader) {
  const std::string bytes = saved(online_model_of(small_tree()));
  const std::string without = saved(model_of(small_tree()));
  const std::string state = R"("online":{"steps":12345678901,"last_weights":true})";
  ASSERT_NE(bytes.find(state), std::string::npos);
  ASSERT_NE(without.find(R"("online":null)"), std::string::npos);
  const auto error_of = [&](const std::string& of, const std::string& from, const std::string& to) {
    write_bytes(with_header_change(of, from, to));
    try {
      Model::load(file_, true);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of(bytes, state, state), "no error");
  for (const std::string wrong :
       {R"("online":null)", R"("online":{"steps":1,"last_weights":false})"}) {
    EXPECT_NE(error_of(bytes, state, wrong).find("its header does not name"), std::string::npos);
  }
  for (const std::string wrong :
       {R"("online":{"steps":-1,"last_weights":true})", R"("online":{"last_weights":true})",
        R"("online":{"steps":1,"last_weights":2})", R"("online":[1])", R"("online":7)"}) {
    EXPECT_NE(error_of(bytes, state, wrong).find("its header"), std::string::npos) << wrong;
  }
}

TEST_F(DamagedModel, WrongSizesInTheHeaderTakeNoMemory) {
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

TEST_F(DamagedModel, UnknownWordsInTheHeaderAreRefused) {
  const std::string bytes = saved(model_of(small_tree()));
  for (const std::string word : {"single", "top1", "terminal", "given"}) {
    write_bytes(with_header_change(bytes, "\"" + word + "\"", "\"odd\""));
    EXPECT_THROW(Model::load(file_, true), Error) << word;
  }
}

TEST_F(DamagedModel, ForeignFilesAreNamedAsSuch) {
  for (const std::string& bytes :
       {std::string(), std::string("A,B 1:0.5 2:1\n"), std::string("\x89PNG\r\n\x1a\n", 8),
        std::string(5000, '\0'), std::string("CLADE"),
        std::string("\x89"
                    "CLADE\n\n")}) {
    EXPECT_EQ(model_error(bytes), file_.string() + ": is not a clade model");
  }
}

TEST_F(DamagedModel, ANewerFormatIsRefusedWithBothVersions) {
  std::string bytes = saved(model_of(small_tree()));
  bytes[8] = 8;
  EXPECT_EQ(model_error(bytes),
            file_.string() + ": made by a newer clade: format 8, this clade reads up to 7");
  bytes[8] = 0;
  EXPECT_NE(model_error(bytes).find("format is 0"), std::string::npos);
}

TEST_F(DamagedModel, AMissingFileOrAFolderIsTheEnvironment) {
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
}  // namespace clade::detail
