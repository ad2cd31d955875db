#include "data/record_maker.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "base/text.h"
#include "data/text_fields.h"
#include "data/utf8.h"

namespace clade {

namespace {

constexpr std::uint64_t largest_index = 4294967294;
constexpr std::size_t smallest_counts_limit = std::size_t{1} << 16;

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

}  // namespace

std::optional<std::uint32_t> feature_number(std::string_view name) {
  if (name.empty() || name.size() > 10 || name[0] == '0') return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  if (number > largest_index) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

// Places are for the block's own names. Whole weights have exact sums in any order; others are
// added in the order of sum_counts().
bool RecordMaker::can_count_by_place(const ReadOptions& options) {
  if (options.known_names != nullptr || hash_bits_of(options) > 0) return false;
  for (const std::string* fields : {&options.text_fields, &options.text_column}) {
    for (const auto& field : parse_text_fields("", *fields)) {
      if (field.weight != std::floor(field.weight) || field.weight > 1e6) return false;
    }
  }
  return true;
}

void RecordMaker::begin_record() {
  values_.clear();
  counts_.clear();
  letters_ = 0;
  counts_limit_ = smallest_counts_limit;
}

bool RecordMaker::is_chosen(std::optional<std::string_view> split, const char* where,
                            bool file_has_splits) {
  if (options_.splits.empty()) return true;
  if (split && !file_has_splits) {
    fail_at(chunk_, where,
            "this record has a split, but the first record of the file has none; give every "
            "record one");
  }
  if (!file_has_splits) return true;
  if (split) block_.notes().add_split(*split);
  const bool is_listed = split && std::find(options_.splits.begin(), options_.splits.end(),
                                            *split) != options_.splits.end();
  if (!is_listed) block_.leave_out();
  return is_listed;
}

void RecordMaker::add_label(std::string_view label, std::string_view place) {
  if (label.empty()) fail_at(chunk_, place.data(), "expected a label, got an empty one");
  while (true) {
    const auto length = static_cast<std::size_t>(place.data() - counted_);
    const auto* line_end = static_cast<const char*>(std::memchr(counted_, '\n', length));
    if (line_end == nullptr) break;
    line_begin_ = counted_ = line_end + 1;
    ++line_;
  }
  counted_ = place.data();
  const auto column = static_cast<std::size_t>(place.data() - line_begin_) + 1;
  if (block_.add_label(label, line_, column)) check_label(label, place);
}

void RecordMaker::check_label(std::string_view label, std::string_view place) const {
  if (chunk_.is_replaced(place)) {
    fail_at(chunk_, place.data(), "expected a label in UTF-8, got " + quoted(label));
  }
  if (has_control_character(label)) {
    fail_at(chunk_, place.data(),
            "expected a label without control characters, got " + quoted(label));
  }
}

void RecordMaker::set_id(std::string_view id, std::string_view place) {
  if (has_control_character(id)) {
    fail_at(chunk_, place.data(), "expected an id without control characters, got " + quoted(id));
  }
  if (!id.empty()) block_.set_id(id);
}

void RecordMaker::set_weight(std::string_view number, const char* where) {
  const std::optional<double> weight = parse_double(number);
  if (!weight || !(*weight > 0) || !std::isfinite(*weight)) {
    fail_at(chunk_, where, "expected a weight above 0, got " + quoted(number));
  }
  block_.set_weight(*weight);
}

std::uint32_t RecordMaker::index_of(std::string_view feature, const char* where) {
  const std::optional<std::uint32_t> number = feature_number(feature);
  if (!number) return index_of_name(FeatureNames::feature_mark, feature);
  if (*number >= FeatureNames::first_index) {
    fail_at(chunk_, where,
            fmt::format("expected a feature number of at most {}, got {}",
                        FeatureNames::first_index - 1, *number));
  }
  return *number;
}

std::uint32_t RecordMaker::index_of_name(char mark, std::string_view name) {
  if (options_.known_names == nullptr) return block_.feature_names().add(mark, name);
  const std::uint32_t index = options_.known_names->find(mark, name);
  if (index == FeatureNames::unknown) ++block_.notes().unknown_features;
  return index;
}

void RecordMaker::add_value(std::uint32_t index, double value, const char* where) {
  if (index != FeatureNames::unknown && value != 0) values_.push_back({index, value, where});
}

void RecordMaker::add_text(std::string_view text, double weight) {
  block_.notes().has_text = true;
  if (options_.snippet_bytes > 0) block_.add_snippet(text, options_.snippet_bytes);
  if (options_.character_sequences) return add_characters(text);
  if (options_.analyzer == nullptr) return;
  term_weight_ = weight;
  options_.analyzer->analyze(text, *this);
}

// Those of a second text come behind the first.
void RecordMaker::add_characters(std::string_view text) {
  for (const std::uint32_t letter : code_points(text)) {
    values_.push_back({++letters_, static_cast<double>(letter), nullptr});
  }
}

void RecordMaker::term(std::string_view term) {
  const std::uint32_t index = hash_bits_ > 0 ? hashed_term_index(term, hash_bits_)
                                             : index_of_name(FeatureNames::term_mark, term);
  if (index == FeatureNames::unknown) return;
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
void RecordMaker::count_by_place(std::uint32_t index) {
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
void RecordMaker::sum_counts() {
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

void RecordMaker::check_values() {
  const auto by_index = [](const Value& a, const Value& b) {
    return std::tie(a.index, a.where) < std::tie(b.index, b.where);
  };
  if (!std::is_sorted(values_.begin(), values_.end(), by_index)) {
    std::sort(values_.begin(), values_.end(), by_index);
  }
  const auto same =
      std::adjacent_find(values_.begin(), values_.end(),
                         [](const Value& a, const Value& b) { return a.index == b.index; });
  if (same != values_.end()) {
    fail_at(chunk_, same[1].where, "this feature has a value already in this record");
  }
}

void RecordMaker::end_record() {
  check_values();
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
  for (; count != counts_.end(); ++count) block_.add_feature(count->index, count->count);
  block_.end_record();
}

RecordBlock RecordMaker::take(std::size_t lines) && {
  block_.notes().lines = lines;
  return std::move(block_);
}

}  // namespace clade
