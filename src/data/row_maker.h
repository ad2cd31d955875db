// Rows of examples from values and texts, whatever they come from.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/fingerprint.h"
#include "data/read.h"
#include "data/record_block.h"
#include "data/term_table.h"
#include "data/text_analyzer.h"

namespace clade::detail {

// Builds the rows of one block. Parts arrive in any order between begin and end; texts are turned
// into counts at once and not kept.
class RowMaker : private TermSink, private TermNumbers {
 public:
  // The options must outlive the maker.
  explicit RowMaker(const ReadOptions& options)
      : options_(options),
        hash_bits_(options.analyzer == nullptr ? 0 : options.analyzer->hash_bits()),
        makes_names_(options.known_names == nullptr && hash_bits_ == 0),
        counts_by_place_(makes_names_ && has_whole_weights()),
        block_(options.precision) {}

  void begin();
  // The index of a name; FeatureNames::unknown (and counted) for one that is not among the known.
  std::uint32_t index_of_name(char mark, std::string_view name);
  // Nothing happens for `unknown` and for zeros; NaN is a missing value. `where` the value stands
  // is for `end`.
  void add_value(std::uint32_t index, double value, const char* where = nullptr);
  // The same for all values of a record that has nothing else; value k is that of index_of(k), a
  // number from 1. Quick where the numbers increase and all values are plain.
  template <class Real, class IndexOf>
  void add_numbers(std::span<const Real> values, IndexOf index_of);
  void add_text(std::string_view text, double weight);
  // A value of the record so far that is not finite in this precision, or missing where that is
  // refused; nothing where there is none.
  struct Unusable {
    std::uint32_t index;
    double value;
  };
  std::optional<Unusable> unusable_value() const;
  // The name of a feature that has one, else its number.
  std::string name_of(std::uint32_t index) const;
  // Ends the record. Where a feature has two values, it does not, and the place of the second is
  // returned.
  std::optional<const char*> end();

  RecordBlock& block() { return block_; }

 private:
  struct Value {
    std::uint32_t index;
    double value;
    const char* where;
  };
  struct Count {
    std::uint32_t index;
    double count;
  };

  template <class Real, class IndexOf>
  bool are_plain(std::span<const Real> values, IndexOf index_of) const;
  bool has_whole_weights() const;
  const FeatureNames& names() const;
  void add_missing(std::uint32_t index, const char* where);
  void add_characters(std::string_view text);
  void term(std::string_view term) override;
  void keyed_term(std::string_view term, const TermKey& key) override;
  TermNumbers* numbers() override { return makes_names_ ? this : nullptr; }
  std::uint32_t keyed_word(std::string_view word, const TermKey& key) override;
  std::uint32_t run(std::uint32_t before, std::uint32_t last) override;
  std::uint32_t index_of_term(std::string_view term, const TermKey& key);
  void count_first_pending();
  void count_pending();
  void count(std::uint32_t index);
  void count_by_place(std::uint32_t index);
  void sum_counts();
  std::uint64_t fingerprint();
  std::optional<const char*> find_second_value();

  const ReadOptions& options_;
  int hash_bits_;
  bool makes_names_;  // of terms: the block's own
  bool counts_by_place_;
  RecordBlock block_;
  TermTable terms_;  // the block's own
  // Short terms that are counted a little later, when their places in the table have come.
  struct Pending {
    TermKey key;
    std::uint64_t hash = 0;
  };
  static constexpr std::size_t most_pending = 8;
  std::array<Pending, most_pending> pending_;  // in turns
  std::size_t pending_begin_ = 0, pending_end_ = 0;
  std::vector<Value> values_;
  bool is_in_block_ = false;  // the whole row of the record stands there already
  std::vector<Count> counts_;
  std::vector<std::uint32_t> places_;  // by the term's number: where it was last in counts_
  std::size_t counts_limit_ = 0;       // sum_counts() when there are more
  double term_weight_ = 1;
  std::uint32_t characters_ = 0;  // of the record so far
  Fingerprint fingerprint_;
  std::uint64_t unknown_name_ = 0;  // the last one that was asked for
};

template <class Real, class IndexOf>
void RowMaker::add_numbers(std::span<const Real> values, IndexOf index_of) {
  if (!are_plain(values, index_of)) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      add_value(index_of(k), static_cast<double>(values[k]));
    }
    return;
  }
  const auto push = [&]<class Own>(SparseRows<Own>& rows) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (values[k] != 0) rows.push({index_of(k), static_cast<Own>(values[k])});
    }
  };
  std::visit(push, block_.rows());
  is_in_block_ = true;
}

// In order, and without a value that is missing, too large, or nothing in this precision.
template <class Real, class IndexOf>
bool RowMaker::are_plain(std::span<const Real> values, IndexOf index_of) const {
  const bool is_single = options_.precision == Precision::single;
  using Limits = std::numeric_limits<float>;
  const double largest = is_single ? Limits::max() : std::numeric_limits<double>::max();
  const double smallest = is_single ? Limits::denorm_min() : 0;
  std::uint32_t last = 0;
  bool are = true;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::uint32_t index = index_of(k);
    const double size = std::abs(static_cast<double>(values[k]));
    are = are && index > last && (size == 0 || (size >= smallest && size <= largest));
    last = index;
  }
  return are;
}

}  // namespace clade::detail
