// The first look at a text, many bytes at a time: where its words are, and their letters in lower
// case as far as they are ASCII.
//
// A run is a maximal stretch of bytes that are ASCII letters, digits or underscores, or no ASCII at
// all. What stands between runs separates words in every script, so the words of a run do not
// depend on what is around it; a run of ASCII alone is one word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clade::detail {

// One pass over a text, which must outlive it; takes no memory.
class TextRuns {
 public:
  // Bytes from the beginning of lower() on that may be read, whatever its size.
  static constexpr std::size_t padding = 16;

  explicit TextRuns(std::string_view text) : rest_(text) {}
  TextRuns(const TextRuns&) = delete;  // lower() points into this object
  TextRuns& operator=(const TextRuns&) = delete;

  // False at the end of the text.
  bool next() {
    while (edge_ == edges_end_) {
      if (!read_window()) return false;
      if (is_long_) return true;
    }
    begin_ = edges_[edge_];
    end_ = edges_[edge_ + 1];
    edge_ += 2;
    return true;
  }
  // The run as it is in the text.
  std::string_view text() const { return window_.substr(begin_, end_ - begin_); }
  // Whether the run is of ASCII alone, and short enough for a word in lower case to be at hand.
  bool is_plain() const { return !has_others_ || !has_others(); }
  // Of a plain run, valid until next().
  std::string_view lower() const { return {lower_.data() + begin_, end_ - begin_}; }

 private:
  static constexpr std::size_t window_bytes = 2048;
  static constexpr std::size_t block = 64;  // bytes that one number of others_ tells of

  bool read_window();
  void take_long_run();
  bool has_others() const;

  std::string_view rest_;    // behind the window
  std::string_view window_;  // of the text
  std::size_t edge_ = 0, edges_end_ = 0;
  std::size_t begin_ = 0, end_ = 0;
  bool is_long_ = false;     // the window is one run that is too long for the arrays
  bool has_others_ = false;  // bytes beyond ASCII, or a long run
  // By turns where a run begins and where it ends, with room to write some more than there are.
  std::array<std::uint32_t, window_bytes + 2 + 8> edges_;
  std::array<std::uint64_t, window_bytes / block> others_;  // a bit for each byte beyond ASCII
  std::array<char, window_bytes + padding> lower_;
};

}  // namespace clade::detail
