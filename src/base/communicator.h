// Ranks of a run on several machines, which work in step: every rank makes the same calls in the
// same order. Sums are added up in the order of ranks, so results follow from their number alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

// What a rank sent and received, and where its time went that was not work.
struct Traffic {
  std::uint64_t sent = 0, received = 0;  // bytes, from and to other ranks
  double waited = 0;                     // seconds until the last rank had come
  double moved = 0;                      // seconds that bytes were on their way

  Traffic since(const Traffic& before) const {
    return {sent - before.sent, received - before.received, waited - before.waited,
            moved - before.moved};
  }
};

struct Communicator {
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // to[r] goes to rank r, and what came from rank r is r-th in the result.
  virtual std::vector<std::string> exchange(std::vector<std::string> to) = 0;
  // The bytes of every rank, on every rank.
  virtual std::vector<std::string> gather(std::string_view mine) = 0;
  virtual Traffic traffic() const { return {}; }

  bool is_first() const { return rank() == 0; }
  bool is_alone() const { return size() == 1; }

  // ---- By means of these

  // Every rank ends with the totals.
  void sum(std::span<double> values);
  double sum(double value) {
    sum(std::span(&value, 1));
    return value;
  }
  std::uint64_t sum(std::uint64_t value);
  // Whether it is so on some rank, or on all.
  bool any(bool value) { return sum(value ? 1.0 : 0.0) > 0; }
  bool all(bool value) { return !any(!value); }
  // The values of all ranks, in the order of ranks.
  std::vector<std::uint64_t> list(std::uint64_t value);
};

// A run on one machine: rank 0 of 1.
struct SingleRank : Communicator {
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::string> exchange(std::vector<std::string> to) override { return to; }
  std::vector<std::string> gather(std::string_view mine) override { return {std::string(mine)}; }
};
// It holds nothing, so one serves all runs.
Communicator& single_rank();

// The part of `count` things that falls to a rank, in the order of ranks: [begin, end).
struct RankPart {
  std::uint64_t begin = 0, end = 0;
};
RankPart part_of_rank(std::uint64_t count, int rank, int ranks);

// ---- Values as bytes, for ranks of one program on machines of one kind

template <class T>
void append_value(const T& value, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}
template <class T>
void append_values(std::span<const T> values, std::string& bytes) {
  append_value<std::uint64_t>(values.size(), bytes);
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
void append_text(std::string_view text, std::string& bytes);

// Takes them out again, in the same order.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  bool is_at_end() const { return rest_.empty(); }
  template <class T>
  T value() {
    T result;
    copy_to(&result, sizeof(T));
    return result;
  }
  template <class T>
  std::vector<T> values() {
    std::vector<T> result(value<std::uint64_t>());
    copy_to(result.data(), result.size() * sizeof(T));
    return result;
  }
  std::string_view text();

 private:
  void copy_to(void* to, std::size_t size);
  std::string_view rest_;
};

// Whole numbers, as many on every rank: each ends with the totals.
template <class Count>
void add_up(std::vector<Count>& counts, Communicator& peers) {
  std::string mine;
  append_values<Count>(counts, mine);
  std::fill(counts.begin(), counts.end(), Count{0});
  for (const std::string& bytes : peers.gather(mine)) {
    const std::vector<Count> of_rank = ByteReader(bytes).values<Count>();
    for (std::size_t k = 0; k < counts.size(); ++k) counts[k] += of_rank[k];
  }
}

// The values of `count` things, as many for each, or none at all. A rank has filled in those of its
// part of the things, and ends with all.
template <class T>
void share_parts(std::vector<T>& values, std::uint64_t count, Communicator& peers) {
  if (peers.is_alone() || values.empty()) return;
  const std::uint64_t each = values.size() / count;
  const RankPart own = part_of_rank(count, peers.rank(), peers.size());
  std::string mine;
  append_values<T>(std::span(values).subspan(own.begin * each, (own.end - own.begin) * each), mine);
  values.clear();
  for (const std::string& bytes : peers.gather(mine)) {
    const std::vector<T> part = ByteReader(bytes).values<T>();
    values.insert(values.end(), part.begin(), part.end());
  }
}

}  // namespace clade::detail
