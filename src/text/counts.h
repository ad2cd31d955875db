// Which features are counts, and in how many records they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/communicator.h"
#include "base/params.h"
#include "data/records.h"
#include "text/feature_table.h"
#include "text/weighting.h"

namespace clade::detail {

// Which features are counts, to be pruned and weighted; the others are left as they are.
enum class CountedFeatures {
  none,
  terms,  // those of texts
  all,    // where there is no text but a weighting was asked for: counts from a file
};
template <>
struct EnumNames<CountedFeatures> {
  static constexpr std::array values{std::pair{"none", CountedFeatures::none},
                                     std::pair{"terms", CountedFeatures::terms},
                                     std::pair{"all", CountedFeatures::all}};
};

// Whether a feature that training did not keep is a count. Names are those that training kept, so
// an unknown count is a hashed term or, where all features are counts, anything.
bool is_unknown_count(std::uint32_t index, CountedFeatures counted, int hash_bits);

// The same with the names that the records have.
bool is_count(std::uint32_t index, const FeatureNames& names, CountedFeatures counted,
              int hash_bits);

// For messages: the record by its id or number, the feature by its name or number.
std::string record_name(const Records& records, std::size_t i);
std::string feature_name(const FeatureNames& names, std::uint32_t index);

// Whether a text gave the records a term, by its name or by its hash.
bool has_terms(const Records& records, int hash_bits);

// Error{input} for a value below 0, which has no meaning as a count. Terms are counted by us, so
// this is for counts from files. A missing value is no count at all.
void check_counts(const Records& records, const FeatureNames& names, Weighting weighting);

// In how many records each counted feature is.
class DocumentFrequencies {
 public:
  // Of the records of all ranks, which have the same names.
  DocumentFrequencies(const Records& records, CountedFeatures counted, int hash_bits,
                      Communicator& peers);

  bool is_counted(std::uint32_t index) const;
  // 0 for a feature that no record has, or that is not counted.
  std::uint32_t of(std::uint32_t index) const {
    const std::size_t name = index - FeatureNames::first_index;
    if (index >= FeatureNames::first_index && name < of_name_.size()) return of_name_[name];
    const std::uint32_t number = numbers_.find(index);
    return number == FeatureTable::none ? 0 : of_number_[number];
  }
  // The counted features that some record has, in any order.
  std::vector<std::uint32_t> features() const;

 private:
  template <class Real>
  void count(const SparseRows<Real>& rows);
  void add_up(Communicator& peers);
  void add_other(std::uint32_t index, std::uint32_t count);

  CountedFeatures counted_;
  int hash_bits_;
  std::vector<bool> is_term_;           // by name
  std::vector<std::uint32_t> of_name_;  // named features
  // Others, which may lie anywhere.
  FeatureTable numbers_;
  std::vector<std::uint32_t> others_, of_number_;  // by number
};

// `max_df`: in how many documents a word may be before it says nothing any more. "" for none, a
// share above 0 and below 1, or a whole number of documents.
std::string max_df_problem(std::string_view text);
inline constexpr TextRule max_df_rule{max_df_problem,
                                      "none, a share below 1, or a number of documents"};

// The largest number of `records` that a word may be in, for a text without a problem.
std::size_t most_documents(std::string_view max_df, std::size_t records);

}  // namespace clade::detail
