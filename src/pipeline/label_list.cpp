#include "pipeline/label_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/utf8.h"

namespace clade::detail {

namespace {

// What is wrong with a label; empty: nothing is.
std::string fault_of(const std::string& label) {
  if (label.empty()) return "expected a label, got an empty one";
  if (!is_utf8(label)) return "expected a label in UTF-8, got " + quoted(label);
  if (!has_control_character(label)) return "";
  return "expected a label without control characters, got " + quoted(label);
}

// What is wrong with an example is said by its number from 1.
[[noreturn]] void fail_example(std::size_t i, const std::string& what) {
  fail(ErrorKind::input, "examples:{}: {}", i + 1, what);
}

// The first example that has the label with this number; nothing where none has it.
std::optional<std::size_t> first_with(std::int64_t code, const LabelCodes& labels) {
  const auto found = std::ranges::find(labels.codes, code);
  if (found == labels.codes.end()) return std::nullopt;
  const auto place = found - labels.codes.begin();
  if (labels.offsets.empty()) return static_cast<std::size_t>(place);
  const auto next = std::ranges::upper_bound(labels.offsets, static_cast<std::int64_t>(place));
  return static_cast<std::size_t>(next - labels.offsets.begin()) - 1;
}

std::size_t count_of(const LabelCodes& labels) {
  return labels.offsets.empty() ? labels.codes.size() : labels.offsets.size() - 1;
}

void check_offsets(const LabelCodes& labels) {
  const auto& offsets = labels.offsets;
  if (offsets.empty()) return;
  const bool fits = offsets.front() == 0 && std::ranges::is_sorted(offsets) &&
                    static_cast<std::size_t>(offsets.back()) == labels.codes.size();
  if (fits) return;
  fail(ErrorKind::input,
       "examples: expected offsets of labels from 0 that increase to the number of codes, {}",
       labels.codes.size());
}

void check_codes(const LabelCodes& labels) {
  for (const std::int64_t code : labels.codes) {
    if (code >= 0 && static_cast<std::size_t>(code) < labels.names.size()) continue;
    fail_example(
        *first_with(code, labels),
        fmt::format("expected the number of one of {} labels, got {}", labels.names.size(), code));
  }
  for (std::size_t k = 0; k < labels.names.size(); ++k) {
    const std::string fault = fault_of(labels.names[k]);
    if (fault.empty()) continue;
    const auto example = first_with(static_cast<std::int64_t>(k), labels);
    if (example) fail_example(*example, fault);
  }
}

}  // namespace

std::int64_t LabelList::number_of(const std::string& name) {
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [entry, is_new] = numbers_.try_emplace(name, next);
  if (is_new) names_.push_back(name);
  return entry->second;
}

void LabelList::add(const Labels& labels) {
  const std::size_t i = size();
  for (const std::string& label : labels) {
    const std::string fault = fault_of(label);
    if (!fault.empty()) fail_example(i, fault);
  }
  for (const std::string& label : labels) own_codes_.push_back(number_of(label));
  own_offsets_.push_back(static_cast<std::int64_t>(own_codes_.size()));
}

void LabelList::set(LabelCodes labels, std::size_t examples) {
  check_offsets(labels);
  if (count_of(labels) != examples) {
    fail(ErrorKind::input, "examples: expected labels for {} rows, got {}", examples,
         count_of(labels));
  }
  check_codes(labels);
  *this = {};
  is_view_ = true;
  names_ = std::move(labels.names);
  codes_ = labels.codes;
  offsets_ = labels.offsets;
}

std::size_t LabelList::size() const {
  if (!is_view_) return own_offsets_.size() - 1;
  return offsets_.empty() ? codes_.size() : offsets_.size() - 1;
}

std::span<const std::int64_t> LabelList::codes_of(std::size_t i) const {
  const std::span<const std::int64_t> codes = is_view_ ? codes_ : own_codes_;
  const std::span<const std::int64_t> offsets = is_view_ ? offsets_ : own_offsets_;
  if (offsets.empty()) return codes.subspan(i, 1);
  const auto begin = static_cast<std::size_t>(offsets[i]);
  return codes.subspan(begin, static_cast<std::size_t>(offsets[i + 1]) - begin);
}

}  // namespace clade::detail
