#include "model/model_frame.h"

#include <xxhash.h>

#include <cstring>

#include "base/fail.h"

namespace clade::detail {

ModelFile::ModelFile(const std::filesystem::path& path, bool trust)
    : name_(path.string()), file_(path) {
  check_preamble();
  if (!trust) check_checksum();
  read_table();
}

void ModelFile::damaged(std::string_view what) const {
  fail(ErrorKind::model, "{}: the model is damaged: {}", name_, what);
}

void ModelFile::check_preamble() {
  const Bytes bytes = file_.bytes();
  Preamble preamble;
  if (bytes.size() < sizeof(preamble.magic) ||
      std::memcmp(bytes.data(), model_magic.data(), model_magic.size()) != 0) {
    fail(ErrorKind::model, "{}: is not a clade model", name_);
  }
  if (bytes.size() < sizeof(preamble)) {
    fail(ErrorKind::model, "{}: the model is cut short: it has {} bytes", name_, bytes.size());
  }
  std::memcpy(&preamble, bytes.data(), sizeof(preamble));
  if (preamble.version > model_format_version) {
    fail(ErrorKind::model, "{}: made by a newer clade: format {}, this clade reads up to {}", name_,
         preamble.version, model_format_version);
  }
  if (preamble.version == 0) damaged("its format is 0");
  if (bytes.size() < preamble.file_length) {
    fail(ErrorKind::model, "{}: the model is cut short: it has {} of {} bytes", name_, bytes.size(),
         preamble.file_length);
  }
  if (bytes.size() > preamble.file_length) {
    damaged(fmt::format("expected {} bytes, got {}", preamble.file_length, bytes.size()));
  }
  const std::size_t expected = section_counts[preamble.version];
  const std::size_t smallest = sizeof(Preamble) + expected * sizeof(SectionEntry) + checksum_length;
  if (preamble.sections != expected || bytes.size() < smallest) {
    damaged(fmt::format("expected {} sections, got {}", expected, preamble.sections));
  }
  sections_.resize(expected);
}

void ModelFile::check_checksum() const {
  const Bytes bytes = file_.bytes();
  const std::size_t length = bytes.size() - checksum_length;
  std::uint64_t stored = 0;
  std::memcpy(&stored, bytes.data() + length, sizeof(stored));
  if (XXH3_64bits(bytes.data(), length) != stored) damaged("the checksum does not fit its bytes");
}

void ModelFile::read_table() {
  const Bytes bytes = file_.bytes();
  const std::size_t limit = bytes.size() - checksum_length;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    SectionEntry entry;
    std::memcpy(&entry, bytes.data() + sizeof(Preamble) + i * sizeof(entry), sizeof(entry));
    const bool inside = entry.offset <= limit && entry.length <= limit - entry.offset;
    if (entry.id != i + 1 || entry.offset % section_alignment != 0 || !inside) {
      damaged(fmt::format("the place of section {} is wrong", i + 1));
    }
    sections_[i] = bytes.subspan(entry.offset, entry.length);
  }
}

}  // namespace clade::detail
