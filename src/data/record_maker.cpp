#include "data/record_maker.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.h"
#include "data/utf8.h"
#include "data/weights.h"

namespace clade::detail {

namespace {

constexpr std::uint64_t largest_index = 4294967294;

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

bool RecordMaker::is_chosen(std::optional<std::string_view> split, const char* where,
                            bool file_has_splits) {
  if (options_.splits.empty()) return true;
  if (split && !file_has_splits) {
    fail_at(chunk_, where,
            "this record has a split, but the first record of the file has none; give every "
            "record one");
  }
  if (!file_has_splits) return true;
  if (split) {
    rows_.block().notes().add_split(*split);
  } else {
    ++rows_.block().notes().without_split;
  }
  const bool is_listed = split && std::find(options_.splits.begin(), options_.splits.end(),
                                            *split) != options_.splits.end();
  if (!is_listed) rows_.block().leave_out();
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
  if (rows_.block().add_label(label, line_, column)) check_label(label, place);
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
  if (!id.empty()) rows_.block().set_id(id);
}

void RecordMaker::set_weight(std::string_view number, const char* where) {
  const std::optional<double> weight = parse_double(number);
  if (!weight || !is_weight(*weight)) {
    fail_at(chunk_, where, fmt::format("expected {}, got {}", weight_words, quoted(number)));
  }
  rows_.block().set_weight(*weight);
}

std::uint32_t RecordMaker::index_of(std::string_view feature, const char* where) {
  const std::optional<std::uint32_t> number = feature_number(feature);
  if (!number) return rows_.index_of_name(FeatureNames::feature_mark, feature);
  if (*number >= FeatureNames::first_index) {
    fail_at(chunk_, where,
            fmt::format("expected a feature number of at most {}, got {}",
                        FeatureNames::first_index - 1, *number));
  }
  return *number;
}

void RecordMaker::add_missing(std::string_view feature, const char* where) {
  const FeatureNames* known = options_.known_names;
  if (known != nullptr && !feature_number(feature) &&
      known->find(FeatureNames::feature_mark, feature) == FeatureNames::unknown) {
    return;
  }
  switch (options_.missing) {
    case MissingValues::leave_out:  // no name is taken for it: it may never have a value
      return rows_.block().notes().missing.add(feature);
    case MissingValues::keep:
      return rows_.add_value(index_of(feature, where), std::numeric_limits<double>::quiet_NaN(),
                             where);
    case MissingValues::refuse:
      fail_at(chunk_, where, refused_missing(quoted(feature)));
  }
}

void RecordMaker::end_record() {
  if (const auto second = rows_.end()) {
    fail_at(chunk_, *second, "this feature has a value already in this record");
  }
}

RecordBlock RecordMaker::take(std::size_t lines) && {
  rows_.block().notes().lines = lines;
  return std::move(rows_.block());
}

}  // namespace clade::detail
