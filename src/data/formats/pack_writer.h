// Writes records as a pack: a binary copy that readers map (pack_format.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "data/formats/pack_format.h"
#include "data/records.h"

struct XXH3_state_s;

namespace clade::detail {

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

// Records arrive piece by piece, as a RecordStream gives them: rows go to the file at once, so that
// memory is needed for labels, ids and weights alone.
class PackWriter {
 public:
  PackWriter(const std::filesystem::path& file, Precision precision)
      : precision_(precision), out_(file) {
    out_.begin(PackSection::rows);
  }

  // The rows must have the precision of the writer.
  void add(const Records& piece);
  // `names` are those of all pieces. The file is there when this returns.
  void finish(const FeatureNames& names);

  std::size_t size() const { return row_offsets_.size() - 1; }
  std::size_t nonzeros() const { return row_offsets_.back(); }

 private:
  template <class Real>
  void add_rows(const SparseRows<Real>& rows);
  void add_labels(const Records& piece);
  void add_ids(const Records& piece);
  void add_weights(const Records& piece);
  template <class Real>
  void write_numbered_rows();
  void write_labels();
  void write_names(const FeatureNames& names);

  Precision precision_;
  PackOutput out_;
  std::vector<std::size_t> row_offsets_{0}, label_offsets_{0};
  std::vector<std::uint32_t> labels_;
  std::vector<std::string> label_names_;
  std::unordered_map<std::string, std::uint32_t> label_numbers_;
  std::vector<std::string> ids_;  // empty while they are the records' numbers
  std::vector<double> weights_;   // empty while they are 1
  std::optional<Taxonomy> taxonomy_;
};

}  // namespace clade::detail
