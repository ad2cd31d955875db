// gzip and zstd data to text.
#pragma once

#include <string>
#include <string_view>

#include "data/byte_buffer.h"

namespace clade {

enum class Compression { none, gzip, zstd };

// By the first bytes.
Compression compression_of(std::string_view bytes);

// All members or frames one after the other. A truncated or damaged stream is an Error{input} that
// begins with `name`.
ByteBuffer gunzip(std::string_view bytes, const std::string& name);
ByteBuffer unzstd(std::string_view bytes, const std::string& name);

}  // namespace clade
