// Models that were put together from parts of others: each is refused, and on trust none crashes.
// CLADE_ROUNDS asks for another number of rounds (./run damage).
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "model/model_format.h"
#include "tests/model/saved_model.h"
#include "tests/support/use_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

class SplicedModel : public SavedModel {
 protected:
  static std::size_t rounds() {
    const char* asked = std::getenv("CLADE_ROUNDS");
    return asked != nullptr ? std::strtoul(asked, nullptr, 10) : 600;
  }

  std::vector<std::string> models() const {
    return {saved(model_of(tree_with_added_nodes()).with_vectoriser(small_vectoriser())),
            saved(model_of(small_dag()).with_vectoriser(small_vectoriser())),
            saved(sparse_model_of(small_tree())),
            saved(online_model_of(small_tree())),
            saved(sparse_online_model_of(small_dag())),
            saved(rbf_model_of(small_tree())),
            saved(letter_model_of(small_tree()))};
  }

  static SectionEntry entry(const std::string& bytes, std::size_t number) {
    SectionEntry found;
    std::memcpy(&found, bytes.data() + place(number), sizeof found);
    return found;
  }
  static std::size_t place(std::size_t number) {
    return sizeof(Preamble) + number * sizeof(SectionEntry);
  }

  // Which of two sections is where, their bytes as they were.
  void swap_entries(std::string& bytes) {
    const std::size_t a = section(), b = section();
    SectionEntry first = entry(bytes, a), second = entry(bytes, b);
    std::swap(first.offset, second.offset);
    std::swap(first.length, second.length);
    std::memcpy(bytes.data() + place(a), &first, sizeof first);
    std::memcpy(bytes.data() + place(b), &second, sizeof second);
  }
  // The bytes of a section become those of another one.
  void copy_section(std::string& bytes, const std::string& from) {
    const SectionEntry to = entry(bytes, section()), source = entry(from, section());
    const std::size_t length = std::min(to.length, source.length);
    std::memcpy(bytes.data() + to.offset, from.data() + source.offset, length);
  }
  void flip(std::string& bytes) {
    for (std::uint64_t k = 1 + random_.below(4); k > 0; --k) {
      bytes[random_.below(bytes.size())] ^= static_cast<char>(1U << random_.below(8));
    }
  }
  void splice(std::string& bytes, const std::string& other) {
    const std::size_t at = random_.below(std::min(bytes.size(), other.size()));
    bytes = bytes.substr(0, at) + other.substr(at);
  }

  std::string damaged(const std::string& bytes, const std::string& other) {
    std::string result = bytes;
    switch (random_.below(6)) {
      case 0:
        flip(result);
        break;
      case 1:
        result.resize(random_.below(result.size()));
        break;
      case 2:
        swap_entries(result);
        break;
      case 3:
        copy_section(result, result);
        break;
      case 4:
        copy_section(result, other);
        break;
      default:
        splice(result, other);
        break;
    }
    return result;
  }

  std::size_t section() { return random_.below(section_counts[5]); }

  Random random_{17};
};

TEST_F(SplicedModel, IsRefusedAndNeverCrashesOnTrust) {
  const std::vector<std::string> all = models();
  std::size_t damaged_models = 0;
  while (damaged_models < rounds()) {
    const std::string& bytes = all[random_.below(all.size())];
    const std::string& other = all[random_.below(all.size())];
    const std::string changed = damaged(bytes, other);
    if (changed == bytes || changed == other) continue;
    ++damaged_models;
    ASSERT_NE(model_error(changed), "no error") << "damaged model " << damaged_models;
    try {
      test::use_model(Model::load(file_, true));
    } catch (const Error&) {
      // refused as well
    }
  }
}

}  // namespace
}  // namespace clade::detail
