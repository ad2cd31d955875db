#include "data/feature_names.h"

#include <array>
#include <cstring>

#include "base/fail.h"
#include "data/text_analyzer.h"

namespace clade::detail {

namespace {

constexpr std::size_t smallest_table = 64;
constexpr std::uint64_t low_half = 0xffffffffU;

std::uint64_t hash_of(char mark, std::string_view name) {
  return term_hash(name) + static_cast<unsigned char>(mark) * 0x9e3779b97f4a7c15U;
}

}  // namespace

template <class IsSame>
std::uint32_t FeatureNames::Table::find(std::uint64_t hash, const IsSame& is_same) const {
  if (slots_.empty()) return unknown;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = home(hash); slots_[at] != 0; at = (at + 1) & mask) {
    if (((slots_[at] ^ hash) & ~low_half) != 0) continue;
    const auto number = static_cast<std::uint32_t>(slots_[at] & low_half) - 1;
    if (is_same(number)) return number;
  }
  return unknown;
}

void FeatureNames::Table::insert(std::uint64_t hash, std::uint32_t number) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  put((hash & ~low_half) | (std::uint64_t{number} + 1));
  ++size_;
}

void FeatureNames::Table::put(std::uint64_t entry) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = home(entry);
  while (slots_[at] != 0) at = (at + 1) & mask;
  slots_[at] = entry;
}

void FeatureNames::Table::grow() {
  std::vector<std::uint64_t> old(slots_.empty() ? smallest_table : 2 * slots_.size(), 0);
  old.swap(slots_);
  for (const std::uint64_t taken : old) {
    if (taken != 0) put(taken);
  }
}

std::uint64_t FeatureNames::hash_of(Parts parts) {
  std::uint64_t mixed = (std::uint64_t{parts.before} << 32 | parts.last) * 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93U;
  return mixed ^ (mixed >> 32);
}

std::uint32_t FeatureNames::add(char mark, std::string_view name) {
  return add(detail::hash_of(mark, name), mark, name);
}

std::uint32_t FeatureNames::add(std::uint64_t hash, char mark, std::string_view name) {
  if (const std::uint32_t known = find(hash, mark, name); known != unknown) return known;
  const bool may_be_run = mark == term_mark && name.find(' ') != std::string_view::npos;
  if (may_be_run && !by_parts_.empty()) {
    if (const std::uint32_t run = find_run(name); run != unknown) return run;
  }
  has_lettered_runs_ = has_lettered_runs_ || may_be_run;
  const std::uint32_t index = append(mark, name);
  by_letters_.insert(hash, index - first_index);
  return index;
}

std::uint32_t FeatureNames::append(char mark, std::string_view name) {
  if (size() == max_size) {
    fail(ErrorKind::input, "more than {} different words or named features; use `hash`", max_size);
  }
  letters_ += mark;
  letters_ += name;
  offsets_.push_back(letters_.size());
  return first_index + static_cast<std::uint32_t>(size() - 1);
}

std::uint32_t FeatureNames::add_new(char mark, std::string_view name) { return append(mark, name); }

std::uint32_t FeatureNames::add_run(std::uint32_t before, std::uint32_t last) {
  const Parts parts{before - first_index, last - first_index};
  return add_run(hash_of(parts), parts, {});
}

// `name` is empty where it has to be put together.
std::uint32_t FeatureNames::add_run(std::uint64_t hash, Parts parts, std::string_view name) {
  std::uint32_t index = find_run(hash, parts);
  if (index != unknown) return index;
  // Most names are short: memory is asked for long ones only.
  std::array<char, 256> short_name;
  std::string long_name;
  if (name.empty()) {
    const std::string_view before = this->name(parts.before), last = this->name(parts.last);
    const std::size_t size = before.size() + 1 + last.size();
    if (size > short_name.size()) long_name.resize(size);
    char* const letters = size > short_name.size() ? long_name.data() : short_name.data();
    std::memcpy(letters, before.data(), before.size());
    letters[before.size()] = ' ';
    std::memcpy(letters + before.size() + 1, last.data(), last.size());
    name = {letters, size};
  }
  if (has_lettered_runs_) index = find(detail::hash_of(term_mark, name), term_mark, name);
  if (index == unknown) index = append(term_mark, name);
  const std::uint32_t number = index - first_index;
  if (number >= parts_.size()) parts_.resize(number + 1);
  parts_[number] = parts;
  by_parts_.insert(hash, number);
  return index;
}

std::vector<std::uint32_t> FeatureNames::add_all(const FeatureNames& others) {
  return add_chosen(others, std::vector<bool>(others.size(), true));
}

// A large table is not in the cache: places are fetched some names ahead.
std::vector<std::uint32_t> FeatureNames::add_chosen(const FeatureNames& others,
                                                    const std::vector<bool>& is_chosen) {
  constexpr std::size_t ahead = 16;
  std::array<std::uint64_t, ahead> hashes{};  // by letters
  std::vector<std::uint32_t> indices;
  indices.reserve(others.size());
  // None for a name that is no run, or has a part that is not here yet.
  const auto parts_here = [&](std::size_t n) {
    const Parts there = others.parts(n);
    if (there.before >= indices.size() || there.last >= indices.size()) return Parts{};
    const std::uint32_t before = indices[there.before], last = indices[there.last];
    if (before == unknown || last == unknown) return Parts{};
    return Parts{before - first_index, last - first_index};
  };
  // First the slot of a table, then what it points to.
  const auto fetch_slot = [&](std::size_t n) {
    if (n >= others.size() || !is_chosen[n]) return;
    if (const Parts parts = parts_here(n); parts != Parts{}) {
      by_parts_.fetch(hash_of(parts));
    } else {
      hashes[n % ahead] = detail::hash_of(others.mark(n), others.name(n));
      by_letters_.fetch(hashes[n % ahead]);
    }
  };
  const auto fetch_name = [&](std::size_t n) {
    if (n >= others.size() || !is_chosen[n]) return;
    const Parts parts = parts_here(n);
    if (parts == Parts{}) return;
    by_parts_.find(hash_of(parts), [&](std::uint32_t number) {
      __builtin_prefetch(&parts_[number]);
      return true;
    });
  };
  for (std::size_t n = 0; n < ahead; ++n) fetch_slot(n);
  for (std::size_t n = 0; n < others.size(); ++n) {
    const Parts parts = parts_here(n);
    indices.push_back(!is_chosen[n]      ? unknown
                      : parts != Parts{} ? add_run(hash_of(parts), parts, others.name(n))
                                         : add(hashes[n % ahead], others.mark(n), others.name(n)));
    fetch_slot(n + ahead);
    fetch_name(n + ahead / 2);
  }
  return indices;
}

std::uint32_t FeatureNames::find(std::uint64_t hash, char mark, std::string_view name) const {
  const std::uint32_t number = by_letters_.find(hash, [&](std::uint32_t one) {
    return letters_[offsets_[one]] == mark && this->name(one) == name;
  });
  return number == unknown ? unknown : first_index + number;
}

std::uint32_t FeatureNames::find(char mark, std::string_view name) const {
  const std::uint32_t index = find(detail::hash_of(mark, name), mark, name);
  if (index != unknown || by_parts_.empty() || mark != term_mark) return index;
  return find_run(name);
}

std::uint32_t FeatureNames::find_run(std::uint64_t hash, Parts parts) const {
  const std::uint32_t number =
      by_parts_.find(hash, [&](std::uint32_t one) { return parts_[one] == parts; });
  return number == unknown ? unknown : first_index + number;
}

// A term with a blank, by the terms before and behind the last one.
std::uint32_t FeatureNames::find_run(std::string_view name) const {
  const std::size_t blank = name.rfind(' ');
  if (blank == std::string_view::npos) return unknown;
  const std::uint32_t before = find(term_mark, name.substr(0, blank));
  const std::uint32_t last = find(term_mark, name.substr(blank + 1));
  if (before == unknown || last == unknown) return unknown;
  const Parts parts{before - first_index, last - first_index};
  return find_run(hash_of(parts), parts);
}

}  // namespace clade::detail
