#include "data/row_maker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

#include "data/utf8.h"

namespace clade::detail {

namespace {

constexpr std::size_t smallest_counts_limit = std::size_t{1} << 16;

}  // namespace

// Whole weights have exact sums in any order; others are added in the order of sum_counts().
bool RowMaker::has_whole_weights() const {
  for (const FieldOptions* fields : {&options_.fields, &options_.remembered}) {
    for (const auto& field : parse_text_fields(fields->text_fields)) {
      if (field.weight != std::floor(field.weight) || field.weight > 1e6) return false;
    }
  }
  return true;
}

void RowMaker::begin() {
  is_in_block_ = false;
  values_.clear();
  counts_.clear();
  characters_ = 0;
  fingerprint_.clear();
  counts_limit_ = smallest_counts_limit;
}

std::uint32_t RowMaker::index_of_name(char mark, std::string_view name) {
  if (options_.known_names == nullptr) return block_.feature_names().add(mark, name);
  const std::uint32_t index = options_.known_names->find(mark, name);
  if (index != FeatureNames::unknown) return index;
  ++block_.notes().unknown_features;
  if (options_.fingerprints && mark == FeatureNames::feature_mark) {
    unknown_name_ = Fingerprint::of_name(name);
  }
  return index;
}

void RowMaker::add_value(std::uint32_t index, double value, const char* where) {
  if (value == 0) return;
  if (std::isnan(value)) return add_missing(index, where);
  if (index != FeatureNames::unknown) return values_.push_back({index, value, where});
  if (options_.fingerprints) fingerprint_.add_named(unknown_name_, value);
}

void RowMaker::add_missing(std::uint32_t index, const char* where) {
  if (index == FeatureNames::unknown) return;
  if (options_.missing != MissingValues::leave_out) {
    values_.push_back({index, std::numeric_limits<double>::quiet_NaN(), where});
  }
  block_.notes().missing.add(name_of(index));
}

const FeatureNames& RowMaker::names() const {
  return options_.known_names != nullptr ? *options_.known_names : block_.feature_names();
}

std::string RowMaker::name_of(std::uint32_t index) const {
  const std::size_t number = index - FeatureNames::first_index;
  const bool is_named = index >= FeatureNames::first_index && number < names().size();
  return is_named ? std::string(names().name(number)) : std::to_string(index);
}

void RowMaker::add_text(std::string_view text, double weight) {
  block_.notes().has_text = true;
  if (options_.fingerprints) fingerprint_.add_text(text);
  if (options_.snippet_bytes > 0) block_.add_snippet(text, options_.snippet_bytes);
  if (options_.character_sequences) return add_characters(text);
  if (options_.analyzer == nullptr) return;
  term_weight_ = weight;
  options_.analyzer->analyze(text, *this);
  count_pending();
}

// Those of a second text come behind the first.
void RowMaker::add_characters(std::string_view text) {
  for (const std::uint32_t character : code_points(text)) {
    values_.push_back({++characters_, static_cast<double>(character), nullptr});
  }
}

void RowMaker::term(std::string_view term) {
  if (makes_names_) return keyed_term(term, TermKey::of(term));
  const std::uint32_t index = hash_bits_ > 0 ? hashed_term_index(term, hash_bits_)
                                             : index_of_name(FeatureNames::term_mark, term);
  if (index != FeatureNames::unknown) count(index);
}

void RowMaker::keyed_term(std::string_view term, const TermKey& key) {
  if (!makes_names_) return this->term(term);
  if (key.is_long) {
    count_pending();
    return count(index_of_term(term, key));
  }
  if (pending_end_ - pending_begin_ == most_pending) count_first_pending();
  const std::uint64_t hash = key.hash();
  terms_.fetch(hash);
  pending_[pending_end_++ % most_pending] = {key, hash};
}

// Terms are numbered in the order in which they came.
void RowMaker::count_first_pending() {
  const Pending& first = pending_[pending_begin_++ % most_pending];
  FeatureNames& names = block_.feature_names();
  const auto next = static_cast<std::uint32_t>(names.size());
  const std::uint32_t number =
      terms_.add(first.key, first.hash, next, [](std::uint32_t) { return true; });
  if (number == next) {
    std::array<char, TermKey::padding> letters;
    names.add_new(FeatureNames::term_mark, first.key.letters(letters));
  }
  count(FeatureNames::first_index + number);
}

void RowMaker::count_pending() {
  while (pending_begin_ != pending_end_) count_first_pending();
}

std::uint32_t RowMaker::keyed_word(std::string_view word, const TermKey& key) {
  count_pending();
  const std::uint32_t index = index_of_term(word, key);
  count(index);
  return index;
}

std::uint32_t RowMaker::run(std::uint32_t before, std::uint32_t last) {
  const std::uint32_t index = block_.feature_names().add_run(before, last);
  count(index);
  return index;
}

// By the maker's own table, which the block does not need any more.
std::uint32_t RowMaker::index_of_term(std::string_view term, const TermKey& key) {
  FeatureNames& names = block_.feature_names();
  const auto next = static_cast<std::uint32_t>(names.size());
  const std::uint32_t number = terms_.add(
      key, key.hash(), next, [&](std::uint32_t found) { return names.name(found) == term; });
  if (number == next) names.add_new(FeatureNames::term_mark, term);
  return FeatureNames::first_index + number;
}

void RowMaker::count(std::uint32_t index) {
  if (counts_by_place_) return count_by_place(index);
  counts_.push_back({index, term_weight_});
  // A document of any length takes memory for its distinct words only.
  if (counts_.size() > counts_limit_) {
    sum_counts();
    counts_limit_ = std::max(smallest_counts_limit, 2 * counts_.size());
  }
}

// The block's own terms have small numbers, so a term's entry is found by its number; what the
// place says is checked, as it may be of an earlier record.
void RowMaker::count_by_place(std::uint32_t index) {
  const std::size_t number = index - FeatureNames::first_index;
  if (number >= places_.size()) places_.resize(std::max(number + 1, 2 * places_.size()));
  const std::size_t place = places_[number];
  if (place < counts_.size() && counts_[place].index == index) {
    counts_[place].count += term_weight_;
    return;
  }
  places_[number] = static_cast<std::uint32_t>(counts_.size());
  counts_.push_back({index, term_weight_});
}

// One entry per index, in their order. Equal indices are sorted by their counts, so that sums do
// not depend on how words are numbered.
void RowMaker::sum_counts() {
  std::sort(counts_.begin(), counts_.end(), [](const Count& a, const Count& b) {
    return std::tie(a.index, a.count) < std::tie(b.index, b.count);
  });
  std::size_t size = 0;
  for (const Count& count : counts_) {
    if (size > 0 && counts_[size - 1].index == count.index) {
      counts_[size - 1].count += count.count;
    } else {
      counts_[size++] = count;
    }
  }
  counts_.resize(size);
}

std::optional<const char*> RowMaker::find_second_value() {
  const auto by_index = [](const Value& a, const Value& b) {
    return std::tie(a.index, a.where) < std::tie(b.index, b.where);
  };
  if (!std::is_sorted(values_.begin(), values_.end(), by_index)) {
    std::sort(values_.begin(), values_.end(), by_index);
  }
  const auto same =
      std::adjacent_find(values_.begin(), values_.end(),
                         [](const Value& a, const Value& b) { return a.index == b.index; });
  if (same == values_.end()) return std::nullopt;
  return same[1].where;
}

std::optional<RowMaker::Unusable> RowMaker::unusable_value() const {
  const bool is_single = options_.precision == Precision::single;
  const double largest =
      is_single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  for (const Value& value : values_) {
    const bool is_kept = std::isnan(value.value) && options_.missing == MissingValues::keep;
    if (!is_kept && !(std::abs(value.value) <= largest)) return Unusable{value.index, value.value};
  }
  return std::nullopt;
}

// The values are in their order. Characters of a text are no values.
std::uint64_t RowMaker::fingerprint() {
  if (is_in_block_) {
    return std::visit(
        [](const auto& rows) { return Fingerprint::of_row(rows.row(rows.size() - 1)); },
        block_.rows());
  }
  for (const Value& value : values_) {
    if (characters_ > 0) break;
    if (std::isnan(value.value)) continue;  // as if it were not there, whatever becomes of it
    const std::size_t number = value.index - FeatureNames::first_index;
    if (value.index < FeatureNames::first_index || number >= names().size()) {
      fingerprint_.add_numbered(value.index, value.value);
    } else {
      fingerprint_.add_named(Fingerprint::of_name(names().name(number)), value.value);
    }
  }
  return fingerprint_.value();
}

std::optional<const char*> RowMaker::end() {
  if (const auto second = find_second_value()) return second;
  if (!counts_by_place_) sum_counts();
  // The block's own names get other numbers and their order when blocks are merged; all of them
  // stand behind the numbered features already.
  auto count = counts_.begin();
  for (const Value& value : values_) {
    for (; !counts_by_place_ && count != counts_.end() && count->index < value.index; ++count) {
      block_.add_feature(count->index, count->count);
    }
    block_.add_feature(value.index, value.value);
  }
  const auto add_counts = [&]<class Real>(SparseRows<Real>& rows) {
    for (; count != counts_.end(); ++count)
      rows.push({count->index, static_cast<Real>(count->count)});
  };
  std::visit(add_counts, block_.rows());
  block_.end_record();
  if (options_.fingerprints) block_.add_fingerprint(fingerprint());
  return std::nullopt;
}

}  // namespace clade::detail
