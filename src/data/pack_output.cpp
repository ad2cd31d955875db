#include "data/pack_output.h"

#include <xxhash.h>

#include <new>

namespace clade {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

}  // namespace

void PackOutput::FreeState::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

PackOutput::PackOutput(const std::filesystem::path& path)
    : file_(path), state_(XXH3_createState()) {
  if (state_ == nullptr || XXH3_64bits_reset(state_.get()) != XXH_OK) throw std::bad_alloc();
  buffer_.reserve(buffer_size);
  const PackPreamble preamble{pack_magic, pack_format_version, {}};
  write(bytes_of(preamble));
}

void PackOutput::write(std::string_view bytes) {
  buffer_ += bytes;
  position_ += bytes.size();
  if (buffer_.size() >= buffer_size) flush();
}

void PackOutput::begin(PackSection section) {
  end_section();
  current_ = &footer_.places[static_cast<std::size_t>(section)];
  current_->offset = position_;
}

// Zeros up to where the next section may begin.
void PackOutput::end_section() {
  if (current_ != nullptr) current_->length = position_ - current_->offset;
  current_ = nullptr;
  const std::size_t over = position_ % pack_alignment;
  if (over > 0) write(std::string(pack_alignment - over, '\0'));
}

const PackPlace& PackOutput::place(PackSection section) const {
  return footer_.places[static_cast<std::size_t>(section)];
}

MappedFile PackOutput::map() {
  end_section();
  flush();
  return MappedFile(file_.temporary());
}

void PackOutput::finish(std::size_t value_size) {
  end_section();
  footer_.value_size = value_size;
  footer_.file_length = position_ + sizeof(PackFooter);
  write(bytes_of(footer_).substr(0, sizeof(PackFooter) - sizeof(footer_.checksum)));
  flush();
  footer_.checksum = XXH3_64bits_digest(state_.get());
  file_.write(bytes_of(footer_.checksum));
  file_.commit();
}

void PackOutput::flush() {
  XXH3_64bits_update(state_.get(), buffer_.data(), buffer_.size());
  file_.write(buffer_);
  buffer_.clear();
}

}  // namespace clade
