// Packed weights in the model file: what `clade prune` makes.
#pragma once

#include <array>
#include <cstddef>

#include "model/checksummed_file.h"
#include "model/model_frame.h"
#include "model/model_header.h"
#include "model/model_impl.h"

namespace clade::detail {

inline constexpr std::array packed_places{Section::packed_dense_rows, Section::packed_rows,
                                          Section::packed_units, Section::packed_weights,
                                          Section::packed_dense_weights};

// Weights of rows of another form are not packed.
bool has_packed_weights(const Weights& weights);
// Whether packed weights are in half precision.
bool has_half_weights(const Weights& weights);

// The sections of packed weights in the order of their ids, where they stand in memory; empty ones
// for others.
std::array<ModelFile::Bytes, packed_places.size()> packed_sections(const Weights& weights);

bool has_packed_weights(const ModelFile& file);
// Checks the sections and uses them where they are. Error{model} where they do not fit the sizes in
// the header.
Weights read_packed_weights(const ModelFile& file, const ModelHeader& header);

}  // namespace clade::detail
