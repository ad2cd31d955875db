#include "base/communicator.h"

#include <cstring>

#include "base/fail.h"

namespace clade::detail {

namespace {

// From so many values on each rank adds up a part of them.
constexpr std::size_t many_values = 4096;

std::string bytes_of(std::span<const double> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void add(std::string_view bytes, std::span<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    double value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof(double), sizeof(double));
    to[i] += value;
  }
}

// The total of what the ranks gave, in their order.
void add_up(const std::vector<std::string>& from, std::span<double> totals) {
  for (double& value : totals) value = 0;
  for (const std::string& bytes : from) add(bytes, totals);
}

}  // namespace

void Communicator::sum(std::span<double> values) {
  if (is_alone()) return;
  if (values.size() < many_values) return add_up(gather(bytes_of(values)), values);
  const auto part = [&](int rank) {
    const RankPart range = part_of_rank(values.size(), rank, size());
    return values.subspan(range.begin, range.end - range.begin);
  };
  std::vector<std::string> to;
  for (int r = 0; r < size(); ++r) to.push_back(bytes_of(part(r)));
  add_up(exchange(std::move(to)), part(rank()));
  const std::vector<std::string> parts = gather(bytes_of(part(rank())));
  for (int r = 0; r < size(); ++r) {
    const std::string& bytes = parts[static_cast<std::size_t>(r)];
    if (!bytes.empty()) std::memcpy(part(r).data(), bytes.data(), bytes.size());
  }
}

std::vector<std::uint64_t> Communicator::list(std::uint64_t value) {
  std::string mine;
  append_value(value, mine);
  std::vector<std::uint64_t> values;
  for (const std::string& bytes : gather(mine)) {
    values.push_back(ByteReader(bytes).value<std::uint64_t>());
  }
  return values;
}

std::uint64_t Communicator::sum(std::uint64_t value) {
  std::uint64_t total = 0;
  for (const std::uint64_t of_rank : list(value)) total += of_rank;
  return total;
}

Communicator& single_rank() {
  static SingleRank rank;
  return rank;
}

RankPart part_of_rank(std::uint64_t count, int rank, int ranks) {
  const auto number = static_cast<std::uint64_t>(rank), all = static_cast<std::uint64_t>(ranks);
  const std::uint64_t least = count / all, more = count % all;
  const auto begin = [&](std::uint64_t r) { return r * least + (r < more ? r : more); };
  return {begin(number), begin(number + 1)};
}

void append_text(std::string_view text, std::string& bytes) {
  append_value<std::uint64_t>(text.size(), bytes);
  bytes.append(text);
}

std::string_view ByteReader::text() {
  const auto size = value<std::uint64_t>();
  if (size > rest_.size()) fail(ErrorKind::environment, "ranks do not speak of the same thing");
  const std::string_view text = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return text;
}

void ByteReader::copy_to(void* to, std::size_t size) {
  if (size > rest_.size()) fail(ErrorKind::environment, "ranks do not speak of the same thing");
  if (size > 0) std::memcpy(to, rest_.data(), size);
  rest_.remove_prefix(size);
}

}  // namespace clade::detail
