// So many requests a second for each client, with bursts of twice as many.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace clade::detail::serve {

// A token or an address: 16 bytes that tell clients apart.
using ClientKey = std::array<std::uint64_t, 2>;

// Safe to use from several threads. Knows a bounded number of clients: those who asked lately.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  // 0: no limit.
  explicit RateLimit(double per_second) : per_second_(per_second) {}

  // 0 where the request may go on, else after how many seconds the next one may.
  double take(const ClientKey& client, Clock::time_point now);

 private:
  struct Bucket {
    double left;
    Clock::time_point at;
  };
  struct Hash {
    std::size_t operator()(const ClientKey& key) const {
      return static_cast<std::size_t>((key[0] ^ (key[1] >> 7U)) * 0x9e3779b97f4a7c15U);
    }
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<ClientKey, Bucket, Hash> buckets;
  };

  double burst() const { return per_second_ < 0.5 ? 1.0 : 2 * per_second_; }
  void forget_idle(Shard& shard, Clock::time_point now) const;

  double per_second_;
  std::array<Shard, 16> shards_;
};

}  // namespace clade::detail::serve
