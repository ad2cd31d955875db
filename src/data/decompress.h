// Stored bytes to text: plain, gzip or zstd.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "data/raw_bytes.h"

namespace clade {

// All members or frames of a stream, one after the other.
struct Decoder {
  virtual ~Decoder() = default;
  // Fills `space` from the front with at least one byte; 0 at the end of the text. A truncated or
  // damaged stream is an Error{input} that begins with the name of the input.
  virtual std::size_t decode(RawBytes& input, std::span<char> space) = 0;
};

// By the first bytes, not the name.
std::unique_ptr<Decoder> make_decoder(RawBytes& input);

}  // namespace clade
