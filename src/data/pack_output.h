// The file of a pack while it is written: sections one after the other, summed up on the way.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "data/pack_format.h"

struct XXH3_state_s;

namespace clade {

class PackOutput {
 public:
  explicit PackOutput(const std::filesystem::path& path);

  // What is written from now on belongs to this section.
  void begin(PackSection section);
  void write(std::string_view bytes);
  template <class T>
  void write_values(std::span<const T> values) {
    write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  template <class T>
  void write_section(PackSection section, std::span<const T> values) {
    begin(section);
    write_values(values);
  }

  // What was written of a section so far, mapped. The section must not be the current one.
  MappedFile map();
  const PackPlace& place(PackSection section) const;

  // Where everything is, the checksum, and the file under its name.
  void finish(std::size_t value_size);

 private:
  struct FreeState {
    void operator()(XXH3_state_s* state) const;
  };
  void end_section();
  void flush();

  AtomicFile file_;
  std::unique_ptr<XXH3_state_s, FreeState> state_;
  std::string buffer_;
  std::size_t position_ = 0;
  PackPlace* current_ = nullptr;
  PackFooter footer_;
};

}  // namespace clade
