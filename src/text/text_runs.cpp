#include "text/text_runs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/text_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The bits of a mask as a number, that of the first byte lowest.
template <class D, class Mask>
HWY_INLINE std::uint64_t bits_of(D d, Mask mask) {
  std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(d, mask, bytes.data());
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof(bits));
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  return bits;
}

// Which of 64 bytes belong to runs, and which of these are beyond ASCII; writes them in lower case.
HWY_INLINE void look_at_block(const std::uint8_t* from, std::uint8_t* lower, std::uint64_t& in_run,
                              std::uint64_t& others) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const std::size_t lanes = hn::Lanes(d);
  in_run = others = 0;
  for (std::size_t i = 0; i < 64; i += lanes) {
    const auto bytes = hn::LoadU(d, from + i);
    // The difference of two bytes wraps around: what is below the first letter is large.
    const auto is_upper = hn::Lt(hn::Sub(bytes, hn::Set(d, 'A')), hn::Set(d, 26));
    const auto small = hn::Or(bytes, hn::Set(d, 0x20));
    const auto is_letter = hn::Lt(hn::Sub(small, hn::Set(d, 'a')), hn::Set(d, 26));
    const auto is_digit = hn::Lt(hn::Sub(bytes, hn::Set(d, '0')), hn::Set(d, 10));
    const auto is_underscore = hn::Eq(bytes, hn::Set(d, '_'));
    const auto is_other = hn::Gt(bytes, hn::Set(d, 0x7f));
    const auto is_in_run = hn::Or(hn::Or(is_letter, is_digit), hn::Or(is_underscore, is_other));
    hn::StoreU(hn::IfThenElse(is_upper, small, bytes), d, lower + i);
    in_run |= bits_of(d, is_in_run) << i;
    others |= bits_of(d, is_other) << i;
  }
}

// `size` is a multiple of 64. Returns how many edges there are.
std::size_t find_edges(const char* text, std::size_t size, char* lower, std::uint64_t* others,
                       std::uint32_t* edges) {
  std::uint32_t* out = edges;
  std::uint64_t carry = 0;
  for (std::size_t at = 0; at < size; at += 64) {
    std::uint64_t in_run = 0;
    look_at_block(reinterpret_cast<const std::uint8_t*>(text + at),
                  reinterpret_cast<std::uint8_t*>(lower + at), in_run, others[at / 64]);
    std::uint64_t changes = in_run ^ (in_run << 1 | carry);
    carry = in_run >> 63;
    const auto count = static_cast<std::size_t>(std::popcount(changes));
    // Eight at a time, the last of them in vain: so there are few branches to guess.
    for (std::size_t done = 0; done < count; done += 8) {
      for (std::size_t i = 0; i < 8; ++i) {
        out[done + i] =
            static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(changes));
        changes &= changes - 1;
      }
    }
    out += count;
  }
  if (carry != 0) *out++ = static_cast<std::uint32_t>(size);
  return static_cast<std::size_t>(out - edges);
}

}  // namespace
}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace clade::detail {

namespace {

HWY_EXPORT(find_edges);

bool is_in_run(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const auto small = static_cast<unsigned char>(byte | 0x20);
  return byte >= 0x80 || (small >= 'a' && small <= 'z') || (byte >= '0' && byte <= '9') ||
         byte == '_';
}

}  // namespace

// Goes to the next part of the text; false at its end.
bool TextRuns::read_window() {
  edge_ = edges_end_ = 0;
  is_long_ = false;
  if (rest_.empty()) return false;
  window_ = rest_.substr(0, window_bytes);
  const std::size_t whole = window_.size() / block * block, tail = window_.size() - whole;
  const char* from = window_.data();
  if (tail > 0) {
    // Looked at where its letters go, with zeros behind it.
    std::memcpy(lower_.data(), from, window_.size());
    std::memset(lower_.data() + window_.size(), 0, block - tail);
    from = lower_.data();
  }
  const std::size_t blocks = whole / block + (tail > 0 ? 1 : 0);
  edges_end_ = HWY_DYNAMIC_DISPATCH(find_edges)(from, blocks * block, lower_.data(), others_.data(),
                                                edges_.data());
  has_others_ = std::any_of(others_.begin(), others_.begin() + static_cast<std::ptrdiff_t>(blocks),
                            [](std::uint64_t bits) { return bits != 0; });
  const bool is_cut =
      edges_end_ > 0 && edges_[edges_end_ - 1] == window_.size() && window_.size() < rest_.size();
  if (!is_cut) {
    rest_.remove_prefix(window_.size());
  } else if (edges_[edges_end_ - 2] > 0) {
    edges_end_ -= 2;  // the next window begins with this run
    rest_.remove_prefix(edges_[edges_end_]);
  } else {
    take_long_run();
  }
  return true;
}

// A run that a window is too small for.
void TextRuns::take_long_run() {
  const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_in_run);
  window_ = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
  rest_.remove_prefix(window_.size());
  edges_end_ = 0;
  is_long_ = has_others_ = true;
  begin_ = 0;
  end_ = window_.size();
}

bool TextRuns::has_others() const {
  if (is_long_) return true;
  const std::size_t first = begin_ / block, last = (end_ - 1) / block;
  const std::uint64_t from_begin = ~std::uint64_t{0} << begin_ % block;
  const std::uint64_t up_to_end = ~std::uint64_t{0} >> (block - 1 - (end_ - 1) % block);
  if (first == last) return (others_[first] & from_begin & up_to_end) != 0;
  std::uint64_t found = (others_[first] & from_begin) | (others_[last] & up_to_end);
  for (std::size_t b = first + 1; b < last; ++b) found |= others_[b];
  return found != 0;
}

}  // namespace clade::detail

#endif
