#include "model/checksummed_file.h"

#include <xxhash.h>

#include <cstdint>
#include <new>
#include <span>

#include "model/model_format.h"

namespace clade::detail {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

}  // namespace

void ChecksummedFile::FreeState::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

ChecksummedFile::ChecksummedFile(const std::filesystem::path& path)
    : file_(path), state_(XXH3_createState()) {
  if (state_ == nullptr || XXH3_64bits_reset(state_.get()) != XXH_OK) throw std::bad_alloc();
  buffer_.reserve(buffer_size);
}

void ChecksummedFile::write(std::string_view bytes) {
  buffer_ += bytes;
  position_ += bytes.size();
  if (buffer_.size() >= buffer_size) flush();
}

void ChecksummedFile::write_large(std::span<const std::byte> bytes) {
  flush();
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
  file_.write(bytes);
  position_ += bytes.size();
}

void ChecksummedFile::pad() { write(std::string(section_start(position_) - position_, '\0')); }

void ChecksummedFile::finish() {
  flush();
  const std::uint64_t checksum = XXH3_64bits_digest(state_.get());
  file_.write(std::as_bytes(std::span<const std::uint64_t>(&checksum, 1)));
  file_.commit();
}

void ChecksummedFile::flush() {
  XXH3_64bits_update(state_.get(), buffer_.data(), buffer_.size());
  file_.write(buffer_);
  buffer_.clear();
}

}  // namespace clade::detail
