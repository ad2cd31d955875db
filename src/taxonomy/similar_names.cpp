// Names that look like slips of each other.
#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>

#include "base/text.h"
#include "taxonomy/draft_problems.h"

namespace clade::detail {

namespace {

constexpr std::size_t most_pairs = 1000;
constexpr std::size_t most_words = 50'000;  // for slips of one letter
constexpr std::size_t shortest_word = 6, longest_word = 60;

bool is_letter_or_digit(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') ||
         byte >= 0x80;
}

// Lower case, without blanks and punctuation between letters; between digits they mean something.
std::string skeleton(std::string_view name) {
  std::string bare;
  bool was_digit = false, gap = false;
  for (const char c : name) {
    if (!is_letter_or_digit(c)) {
      gap = true;
      continue;
    }
    const bool is_digit = c >= '0' && c <= '9';
    if (gap && was_digit && is_digit) bare += '.';
    bare += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    was_digit = is_digit;
    gap = false;
  }
  return bare;
}

class PairFinder {
 public:
  explicit PairFinder(const TaxonomyDraft& draft) {
    for (std::size_t i = 0; i < draft.size(); ++i) {
      bare_.push_back(skeleton(draft.name(node_at(i))));
    }
    find_equal();
    find_slips();
  }

  std::vector<std::pair<NodeId, NodeId>> take() && { return std::move(pairs_); }

 private:
  void find_equal() {
    std::unordered_map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < bare_.size(); ++i) {
      if (bare_[i].empty()) continue;
      const auto [entry, is_new] = first.try_emplace(bare_[i], i);
      if (!is_new) add(entry->second, i);
    }
  }

  // Two words one letter apart become the same when some letter of one or both is left out.
  void find_slips() {
    std::unordered_map<std::size_t, std::vector<std::size_t>> by_rest;
    std::size_t words = 0;
    for (std::size_t i = 0; i < bare_.size() && pairs_.size() < most_pairs; ++i) {
      const std::string& word = bare_[i];
      if (word.size() < shortest_word || word.size() > longest_word || has_digit(word)) continue;
      if (++words > most_words) return;
      for (std::size_t k = 0; k <= word.size(); ++k) {
        const std::string rest = k < word.size() ? word.substr(0, k) + word.substr(k + 1) : word;
        auto& others = by_rest[std::hash<std::string>{}(rest)];
        if (others.size() > 8) continue;  // families of names, not slips
        for (const std::size_t other : others) {
          if (other != i && bare_[other] != word && edit_distance(bare_[other], word) == 1) {
            add(other, i);
          }
        }
        if (others.empty() || others.back() != i) others.push_back(i);
      }
    }
  }

  static bool has_digit(const std::string& word) {
    return word.find_first_of("0123456789") != std::string::npos;
  }

  void add(std::size_t a, std::size_t b) {
    const std::pair pair(node_at(a), node_at(b));
    if (pairs_.size() < most_pairs &&
        std::find(pairs_.begin(), pairs_.end(), pair) == pairs_.end()) {
      pairs_.push_back(pair);
    }
  }

  std::vector<std::string> bare_;
  std::vector<std::pair<NodeId, NodeId>> pairs_;
};

}  // namespace

std::vector<std::pair<NodeId, NodeId>> similar_names(const TaxonomyDraft& draft) {
  return PairFinder(draft).take();
}

}  // namespace clade::detail
