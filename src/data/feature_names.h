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
// One array of characters and an open hash table: some 32 bytes a name beside its letters. Runs of
// words have a table of their own, where the numbers of their parts tell them: most names of long
// texts are runs, and no letters are hashed or compared to find one.
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
  // The same for those with is_chosen[number]; `unknown` for the others.
  std::vector<std::uint32_t> add_chosen(const FeatureNames& others,
                                        const std::vector<bool>& is_chosen);
  // A name that is new, for whoever knows that and will not ask for it by its letters.
  std::uint32_t add_new(char mark, std::string_view name);
  // The index of the term "before last", where both are terms of this set, given by their indices;
  // no blank is in the second.
  std::uint32_t add_run(std::uint32_t before, std::uint32_t last);
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
  // The parts of a run, by their numbers; none for other names.
  struct Parts {
    static constexpr std::uint32_t none = unknown;
    std::uint32_t before = none, last = none;
    bool operator==(const Parts&) const = default;
  };

  // An open hash table of numbers. A slot holds the upper half of a hash and a number + 1, so that
  // few names are compared that differ, and growing reads no name; 0 is free.
  class Table {
   public:
    // A number with this hash that is_same(number) agrees to, or `unknown`.
    template <class IsSame>
    std::uint32_t find(std::uint64_t hash, const IsSame& is_same) const;
    void insert(std::uint64_t hash, std::uint32_t number);  // one that is not there
    void fetch(std::uint64_t hash) const {
      if (!slots_.empty()) __builtin_prefetch(&slots_[home(hash)]);
    }
    bool empty() const { return size_ == 0; }

   private:
    std::size_t home(std::uint64_t hash) const { return (hash >> 32) & (slots_.size() - 1); }
    void put(std::uint64_t entry);
    void grow();

    std::vector<std::uint64_t> slots_;  // a power of two
    std::size_t size_ = 0;
  };

  std::uint32_t add(std::uint64_t hash, char mark, std::string_view name);
  std::uint32_t add_run(std::uint64_t hash, Parts parts, std::string_view name);
  std::uint32_t append(char mark, std::string_view name);
  std::uint32_t find(std::uint64_t hash, char mark, std::string_view name) const;
  std::uint32_t find_run(std::uint64_t hash, Parts parts) const;
  std::uint32_t find_run(std::string_view name) const;
  static std::uint64_t hash_of(Parts parts);
  Parts parts(std::size_t number) const {
    return number < parts_.size() ? parts_[number] : Parts{};
  }

  std::string letters_;
  std::vector<std::size_t> offsets_{0};
  Table by_letters_, by_parts_;
  bool has_lettered_runs_ = false;  // terms with a blank among those by letters
  std::vector<Parts> parts_;        // by number, up to the last run
};

}  // namespace clade::detail
