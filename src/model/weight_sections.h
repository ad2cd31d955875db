// Weights in the model file: one section of dense rows, or three of sparse ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/checksummed_file.h"
#include "model/model_frame.h"
#include "model/model_header.h"
#include "model/model_impl.h"

namespace clade::detail {

// Where some weights stand.
struct WeightPlaces {
  Section dense, rows, block_numbers, blocks;
};
inline constexpr WeightPlaces places_of_weights{
    Section::weights, Section::weight_rows, Section::weight_block_numbers, Section::weight_blocks};
inline constexpr WeightPlaces places_of_last_weights{
    Section::last_weights, Section::last_weight_rows, Section::last_weight_block_numbers,
    Section::last_weight_blocks};

// What is written for some weights, which must outlive it. The form in memory does not matter: the
// same weights give the same bytes.
class WeightSections {
 public:
  explicit WeightSections(const Weights& weights);

  // Of the four sections, in the order of their ids; weights without features have empty ones.
  std::array<std::size_t, 4> lengths() const;
  void write(ChecksummedFile& file) const;

 private:
  std::size_t dense_length() const;
  std::size_t sparse_length() const;

  const Weights& weights_;
  std::vector<std::uint64_t>
      begins_;  // of each row, in blocks that are not zero; then their number
  bool is_sparse_ = false;
};

// Checks the sections and uses them where they are: the file's mapping is the memory. Error{model}
// where they do not fit the sizes in the header.
Weights read_weights(const ModelFile& file, const ModelHeader& header, const WeightPlaces& places);
// Where there are no such weights: Error{model} unless their sections are empty.
void check_no_weights(const ModelFile& file, const WeightPlaces& places);

}  // namespace clade::detail
