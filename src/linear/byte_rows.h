// Rows of numbers in eight bits, to tell which columns of a sum of rows could be the largest: a
// quarter of the bytes of single precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clade/features.h"
#include "linear/zeroed_pages.h"

namespace clade::detail {

class ByteRows {
 public:
  // A number of a row is a whole number from -largest_byte to largest_byte times the row's step.
  static constexpr int largest_byte = 127;

  // All zero. Without memory for them, has_memory() is false and nothing else may be called.
  ByteRows(std::size_t rows, std::size_t columns);

  bool has_memory() const { return pages_.data() != nullptr; }
  std::size_t bytes() const { return pages_.bytes(); }
  // Entries of an array of sums: the columns, filled up to whole lines.
  std::size_t stride() const { return stride_; }

  // Sets a row to multiples of `step` > 0, none of which is more than largest_byte off zero in
  // `values`, and returns the largest distance. Rows may be set from several threads.
  double set(std::size_t row, std::span<const double> values, float step);

  // sums[k] = sum over j of x_j (byte k of row j), -infinity behind the last column. The values of
  // x are multiplied with the steps already.
  void add_up(SparseRow x, float* sums) const;

 private:
  std::size_t columns_, stride_;
  ZeroedPages pages_;
};

// The largest of the numbers; `size` is a multiple of 16 above 0, and none is a NaN.
float largest_of(const float* numbers, std::size_t size);
// A number that at least `count` of them reach, close below the largest such; -infinity where there
// are too few. `parts` is scratch. Otherwise as above.
float reached_by(const float* numbers, std::size_t size, std::size_t count,
                 std::vector<float>& parts);
// The places of all that are at least `least`, in order; stops as soon as there are more than
// `most`.
void places_from(const float* numbers, std::size_t size, float least, std::size_t most,
                 std::vector<std::uint32_t>& places);

}  // namespace clade::detail
