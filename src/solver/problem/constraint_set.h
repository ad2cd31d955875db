// Which decisions of an instance are compared with which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/csr.h"

namespace clade::detail {

using Decision = std::uint32_t;
inline constexpr Decision constant_zero = ~Decision{0};  // stands for a score that is always 0

// Delta(plus, minus) for one `plus` and all decisions.
struct LossRows {
  virtual ~LossRows() = default;
  virtual void row(Decision plus, std::span<double> out) const = 0;
  // The same for some decisions.
  virtual void row(Decision plus, std::span<const Decision> minus, std::span<double> out) const = 0;
};

// Constraints are never listed one by one. Instances with the same labels share a pattern; a
// pattern is a few blocks, each one decision against all of a shared list, but for the decisions
// that the pattern leaves out (an instance's own labels, say).
class ConstraintSet {
 public:
  struct Block {
    Decision plus;
    std::uint32_t list;
  };

  // `decisions` that may be compared; `losses` may be null: every loss is 1 then.
  explicit ConstraintSet(std::size_t decisions = 0, std::shared_ptr<const LossRows> losses = {})
      : decisions_(decisions), losses_(std::move(losses)) {}

  // Building. A list and `left_out` are sorted; the list {constant_zero} compares with zero.
  std::uint32_t add_list(std::span<const Decision> rivals);
  std::uint32_t add_pattern(std::span<const Block> blocks, std::span<const Decision> left_out);
  void add_instance(std::uint32_t pattern) { pattern_of_.push_back(pattern); }

  std::size_t decisions() const { return decisions_; }
  std::size_t instances() const { return pattern_of_.size(); }
  const LossRows* losses() const { return losses_.get(); }
  std::span<const Block> blocks(std::size_t instance) const {
    return blocks_.row(pattern_of_[instance]);
  }
  std::span<const Decision> left_out(std::size_t instance) const {
    return left_out_.row(pattern_of_[instance]);
  }
  std::size_t lists() const { return lists_.size(); }
  std::span<const Decision> list(std::size_t number) const { return lists_.row(number); }
  // How many constraints the instance has.
  std::size_t count(std::size_t instance) const { return counts_[pattern_of_[instance]]; }

  // How many constraints all instances have.
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint32_t pattern : pattern_of_) sum += counts_[pattern];
    return sum;
  }

  // Calls fn(minus) for every rival of the block, in increasing order.
  template <class Fn>
  void for_each_rival(std::size_t instance, const Block& block, Fn&& fn) const {
    const auto left_out = left_out_.row(pattern_of_[instance]);
    auto skip = left_out.begin();
    for (const Decision minus : lists_.row(block.list)) {
      while (skip != left_out.end() && *skip < minus) ++skip;
      if (skip != left_out.end() && *skip == minus) continue;
      fn(minus);
    }
  }

 private:
  std::size_t decisions_;
  std::shared_ptr<const LossRows> losses_;
  Csr<Decision> lists_;
  Csr<Block> blocks_;       // by pattern
  Csr<Decision> left_out_;  // by pattern
  std::vector<std::size_t> counts_;
  std::vector<std::uint32_t> pattern_of_;
};

}  // namespace clade::detail
