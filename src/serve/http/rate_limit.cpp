#include "serve/http/rate_limit.h"

#include <algorithm>
#include <iterator>

namespace clade::detail::serve {

namespace {

constexpr std::size_t most_buckets = 8192;  // of a shard
// All clients beyond those share one.
constexpr ClientKey the_rest{0, 0};

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

double RateLimit::take(const ClientKey& client, Clock::time_point now) {
  if (per_second_ <= 0) return 0;
  Shard& shard = shards_[(Hash{}(client) >> 32U) % shards_.size()];
  const std::lock_guard lock(shard.mutex);
  auto found = shard.buckets.find(client);
  if (found == shard.buckets.end()) {
    if (shard.buckets.size() >= most_buckets) forget_idle(shard, now);
    const ClientKey& key = shard.buckets.size() >= most_buckets ? the_rest : client;
    found = shard.buckets.try_emplace(key, Bucket{burst(), now}).first;
  }
  Bucket& bucket = found->second;
  bucket.left = std::min(burst(), bucket.left + seconds(now - bucket.at) * per_second_);
  bucket.at = now;
  if (bucket.left < 1) return (1 - bucket.left) / per_second_;
  bucket.left -= 1;
  return 0;
}

// Buckets that are full again are as good as none.
void RateLimit::forget_idle(Shard& shard, Clock::time_point now) const {
  for (auto at = shard.buckets.begin(); at != shard.buckets.end();) {
    const bool is_full = at->second.left + seconds(now - at->second.at) * per_second_ >= burst();
    at = is_full ? shard.buckets.erase(at) : std::next(at);
  }
}

}  // namespace clade::detail::serve
