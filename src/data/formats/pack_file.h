// A pack that was opened: mapped, summed up and checked through, so that nothing in it can lead a
// reader astray (pack_format.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/threads.h"
#include "data/formats/pack_format.h"
#include "data/records.h"

namespace clade::detail {

class PackFile {
 public:
  // Error{input} where the file is no pack, is cut short or damaged.
  PackFile(const std::filesystem::path& path, ThreadPool& pool);

  const std::string& name() const { return name_; }  // for messages
  std::size_t size() const { return row_offsets_.size() - 1; }

  // The rows where they are in the file, in the precision that it has.
  Rows rows() const;

  std::span<const std::size_t> label_offsets() const { return label_offsets_; }
  std::span<const std::uint32_t> labels() const { return labels_; }
  const std::vector<std::string>& label_names() const { return label_names_; }
  std::span<const double> weights() const { return weights_; }
  // "" where it goes by its number.
  std::string_view id(std::size_t record) const;
  bool has_ids() const { return !id_ends_.empty(); }
  const FeatureNames& feature_names() const { return feature_names_; }
  const std::optional<Taxonomy>& taxonomy() const { return taxonomy_; }
  // The largest index of a feature without a name.
  std::uint32_t largest_number() const;

 private:
  class Reader;

  [[noreturn]] void damaged(std::string_view what) const;
  void check_preamble() const;
  void check_checksum() const;
  void read_places();
  void read_records();
  void read_names();
  void read_taxonomy();
  void check_labels() const;
  template <class Real>
  void check_rows(ThreadPool& pool) const;
  template <class T>
  std::span<const T> array(PackSection section) const;
  template <class Real>
  SparseRows<Real> rows_in(PackSection section) const;
  template <class Real>
  SparseRows<Real> rows_with_numbers() const;

  std::string name_;
  std::shared_ptr<const MappedFile> file_;
  PackFooter footer_;
  bool is_double_ = false;
  std::span<const std::size_t> row_offsets_, label_offsets_;
  std::span<const std::uint32_t> numbered_indices_, labels_;
  std::span<const double> weights_;
  std::vector<std::uint64_t> id_ends_;
  std::string_view id_letters_;
  std::vector<std::string> label_names_;
  FeatureNames feature_names_;
  std::optional<Taxonomy> taxonomy_;
};

}  // namespace clade::detail
