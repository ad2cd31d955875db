// Reads arrays out of a section of a model file, of which nothing is believed before it is checked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/fail.h"
#include "model/model_frame.h"

namespace clade::detail {

// Reads arrays from the front of a section. Every size is compared with the bytes that are left
// before memory is taken for it.
class SectionReader {
 public:
  SectionReader(const ModelFile& file, Section id, const char* name)
      : file_(file), name_(name), rest_(file.section(id)) {}

  template <class T>
  std::vector<T> array(std::uint64_t count) {
    if (count > rest_.size() / sizeof(T)) wrong("is too short");
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), rest_.data(), count * sizeof(T));
    rest_ = rest_.subspan(count * sizeof(T));
    return values;
  }

  // The ends of `count` lists, which never decrease.
  std::vector<std::uint64_t> ends(std::uint64_t count) {
    auto values = array<std::uint64_t>(count);
    if (!std::is_sorted(values.begin(), values.end())) wrong("has lists that overlap");
    return values;
  }

  template <class T>
  std::vector<T> rest() {
    return array<T>(rest_.size() / sizeof(T));
  }
  void finish() const {
    if (!rest_.empty()) wrong("is too long");
  }

  // Numbers of things of which there are `limit`.
  template <class T>
  void check_below(const std::vector<T>& values, std::uint64_t limit) const {
    for (const T value : values) {
      if (static_cast<std::uint64_t>(value) >= limit) wrong("points outside");
    }
  }

  [[noreturn]] void wrong(const char* what) const {
    file_.damaged(fmt::format("the section of the {} {}", name_, what));
  }

 private:
  const ModelFile& file_;
  const char* name_;
  ModelFile::Bytes rest_;
};

inline std::uint64_t total(const std::vector<std::uint64_t>& ends) {
  return ends.empty() ? 0 : ends.back();
}

}  // namespace clade::detail
