#include "data/feature_names.h"

#include <array>

#include "base/fail.h"
#include "data/text_analyzer.h"

namespace clade::detail {

namespace {

constexpr std::size_t smallest_table = 64;
constexpr std::uint64_t low_half = 0xffffffffU;

std::uint64_t hash_of(char mark, std::string_view name) {
  return term_hash(name) + static_cast<unsigned char>(mark) * 0x9e3779b97f4a7c15U;
}

// A slot holds the upper half of the hash, so that few names are compared that differ and growing
// reads no name; its place in the table comes from that half, too.
std::uint64_t entry(std::uint64_t hash, std::size_t number) {
  return (hash & ~low_half) | (number + 1);
}
std::size_t home(std::uint64_t hash, std::size_t mask) { return (hash >> 32) & mask; }

}  // namespace

bool FeatureNames::is_at(std::size_t number, char mark, std::string_view name) const {
  return letters_[offsets_[number]] == mark && this->name(number) == name;
}

// Where the name is, or the free slot where it would go.
std::size_t FeatureNames::slot(std::uint64_t hash, char mark, std::string_view name) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = home(hash, mask);
  while (table_[at] != 0) {
    const bool may_be = (table_[at] & ~low_half) == (hash & ~low_half);
    if (may_be && is_at((table_[at] & low_half) - 1, mark, name)) break;
    at = (at + 1) & mask;
  }
  return at;
}

std::uint32_t FeatureNames::add(char mark, std::string_view name) {
  return add(hash_of(mark, name), mark, name);
}

// A large table is not in the cache: places are fetched some names ahead.
std::vector<std::uint32_t> FeatureNames::add_all(const FeatureNames& others) {
  constexpr std::size_t ahead = 16;
  std::array<std::uint64_t, ahead> hashes{};
  const auto fetch = [&](std::size_t n) {
    if (n >= others.size()) return;
    hashes[n % ahead] = hash_of(others.mark(n), others.name(n));
    if (!table_.empty()) {
      __builtin_prefetch(&table_[home(hashes[n % ahead], table_.size() - 1)]);
    }
  };
  for (std::size_t n = 0; n < ahead; ++n) fetch(n);
  std::vector<std::uint32_t> indices;
  indices.reserve(others.size());
  for (std::size_t n = 0; n < others.size(); ++n) {
    indices.push_back(add(hashes[n % ahead], others.mark(n), others.name(n)));
    fetch(n + ahead);
  }
  return indices;
}

std::uint32_t FeatureNames::add(std::uint64_t hash, char mark, std::string_view name) {
  if (2 * (size() + 1) > table_.size()) grow();
  std::uint64_t& place = table_[slot(hash, mark, name)];
  if (place == 0) {
    if (size() == max_size) {
      fail(ErrorKind::input, "more than {} different words or named features; use `hash`",
           max_size);
    }
    letters_ += mark;
    letters_ += name;
    offsets_.push_back(letters_.size());
    place = entry(hash, size() - 1);
  }
  return first_index + static_cast<std::uint32_t>(place & low_half) - 1;
}

std::uint32_t FeatureNames::find(char mark, std::string_view name) const {
  if (table_.empty()) return unknown;
  const std::uint64_t place = table_[slot(hash_of(mark, name), mark, name)];
  return place == 0 ? unknown : first_index + static_cast<std::uint32_t>(place & low_half) - 1;
}

void FeatureNames::grow() {
  const std::size_t old_size = table_.size();
  std::vector<std::uint64_t> old(old_size == 0 ? smallest_table : 2 * old_size, 0);
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const std::uint64_t taken : old) {
    if (taken == 0) continue;
    std::size_t at = home(taken, mask);
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = taken;
  }
}

}  // namespace clade::detail
