// Features that have a name instead of a number: the terms of a text and named features.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

// Named features take indices from first_index on, in order of appearance, so that they never
// meet the numbers of .svm. A term of a text and a named feature of the same spelling are two
// features: a name is stored with a mark in front that says which it is.
//
// One array of characters and an open hash table: some 32 bytes a name beside its letters.
class FeatureNames {
 public:
  static constexpr std::uint32_t first_index = std::uint32_t{1} << 31;
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::size_t max_size = (std::size_t{1} << 30) - 1;
  static constexpr char term_mark = 't';
  static constexpr char feature_mark = 'f';

  FeatureNames() = default;

  // The index of the name, which is added where it is new. Error{input} beyond max_size.
  std::uint32_t add(char mark, std::string_view name);
  // The same for all names of another set, in their order: their indices here.
  std::vector<std::uint32_t> add_all(const FeatureNames& others);
  // The index, or `unknown`.
  std::uint32_t find(char mark, std::string_view name) const;

  std::size_t size() const { return offsets_.size() - 1; }
  bool empty() const { return size() == 0; }
  // By number from 0 (index - first_index).
  char mark(std::size_t number) const { return letters_[offsets_[number]]; }
  std::string_view name(std::size_t number) const {
    return std::string_view(letters_).substr(offsets_[number] + 1,
                                             offsets_[number + 1] - offsets_[number] - 1);
  }

 private:
  std::uint32_t add(std::uint64_t hash, char mark, std::string_view name);
  std::size_t slot(std::uint64_t hash, char mark, std::string_view name) const;
  bool is_at(std::size_t number, char mark, std::string_view name) const;
  void grow();

  std::string letters_;
  std::vector<std::size_t> offsets_{0};
  std::vector<std::uint64_t> table_;  // half a hash, then number + 1; 0 is free; a power of two
};

}  // namespace clade::detail
