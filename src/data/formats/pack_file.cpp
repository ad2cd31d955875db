#include "data/formats/pack_file.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <utility>

#include "base/fail.h"
#include "clade/error.h"
#include "data/weights.h"

namespace clade::detail {

// Reads values from the front of a section; sizes are compared with what is left before memory is
// taken for them.
class PackFile::Reader {
 public:
  Reader(const PackFile& pack, PackSection section)
      : pack_(pack), rest_(pack.array<char>(section)) {}

  template <class T>
  std::vector<T> values(std::uint64_t count) {
    if (count > rest_.size() / sizeof(T)) wrong();
    std::vector<T> result(count);
    if (count > 0) std::memcpy(result.data(), rest_.data(), count * sizeof(T));
    rest_ = rest_.subspan(count * sizeof(T));
    return result;
  }
  // The ends of as many lists, which never decrease.
  std::vector<std::uint64_t> ends(std::uint64_t count) {
    auto result = values<std::uint64_t>(count);
    if (!std::is_sorted(result.begin(), result.end())) wrong();
    return result;
  }
  std::vector<std::uint64_t> string_ends() { return ends(values<std::uint64_t>(1).front()); }
  std::string_view letters(std::uint64_t count) {
    if (count > rest_.size()) wrong();
    const std::string_view result(rest_.data(), count);
    rest_ = rest_.subspan(count);
    return result;
  }
  std::vector<std::string> strings() {
    const auto ends = string_ends();
    const std::string_view text = letters(ends.empty() ? 0 : ends.back());
    std::vector<std::string> result;
    std::uint64_t begin = 0;
    for (const std::uint64_t end : ends) {
      result.emplace_back(text.substr(begin, end - begin));
      begin = end;
    }
    return result;
  }
  bool is_empty() const { return rest_.empty(); }

 private:
  [[noreturn]] void wrong() const { pack_.damaged("a section is too short"); }

  const PackFile& pack_;
  std::span<const char> rest_;
};

PackFile::PackFile(const std::filesystem::path& path, ThreadPool& pool) : name_(path.string()) {
  if (path == "-") {
    fail(ErrorKind::usage, "-: a pack is mapped and cannot come from standard input");
  }
  file_ = std::make_shared<const MappedFile>(path);
  check_preamble();
  check_checksum();
  read_places();
  read_records();
  read_names();
  read_taxonomy();
  check_labels();
  if (is_double_) {
    check_rows<double>(pool);
  } else {
    check_rows<float>(pool);
  }
}

void PackFile::damaged(std::string_view what) const {
  fail(ErrorKind::input, "{}: the pack is damaged: {}; make it anew with 'clade pack'", name_,
       what);
}

void PackFile::check_preamble() const {
  const auto bytes = file_->bytes();
  PackPreamble preamble;
  if (bytes.size() < sizeof(preamble.magic) ||
      std::memcmp(bytes.data(), pack_magic.data(), pack_magic.size()) != 0) {
    fail(ErrorKind::input, "{}: is no pack: 'clade pack DATA -o OUT.pack' makes one{}", name_,
         name_.ends_with(".gz") || name_.ends_with(".zst") ? "; a compressed one cannot be mapped"
                                                           : "");
  }
  if (bytes.size() < sizeof(preamble) + sizeof(PackFooter)) {
    fail(ErrorKind::input, "{}: the pack is cut short: it has {} bytes", name_, bytes.size());
  }
  std::memcpy(&preamble, bytes.data(), sizeof(preamble));
  if (preamble.version > pack_format_version) {
    fail(ErrorKind::input, "{}: made by a newer clade: format {}, this clade reads up to {}", name_,
         preamble.version, pack_format_version);
  }
  if (preamble.version == 0) damaged("its format is 0");
}

void PackFile::check_checksum() const {
  const auto bytes = file_->bytes();
  std::uint64_t stored = 0;
  const std::size_t length = bytes.size() - sizeof(stored);
  std::memcpy(&stored, bytes.data() + length, sizeof(stored));
  if (XXH3_64bits(bytes.data(), length) == stored) return;
  damaged(
      fmt::format("the checksum does not fit its {} bytes (it may be cut short)", bytes.size()));
}

void PackFile::read_places() {
  const auto bytes = file_->bytes();
  const std::size_t limit = bytes.size() - sizeof(footer_);
  std::memcpy(&footer_, bytes.data() + limit, sizeof(footer_));
  for (const PackPlace& place : footer_.places) {
    if (place.offset % pack_alignment != 0 || place.offset > limit ||
        place.length > limit - place.offset) {
      damaged("the place of a section is wrong");
    }
  }
  if (footer_.file_length != bytes.size()) damaged("its length is wrong");
  if (footer_.value_size != sizeof(float) && footer_.value_size != sizeof(double)) {
    damaged("its values have no known size");
  }
}

template <class T>
std::span<const T> PackFile::array(PackSection section) const {
  const PackPlace& place = footer_.places[static_cast<std::size_t>(section)];
  if (place.length % sizeof(T) != 0) damaged("a section has no whole number of values");
  return {reinterpret_cast<const T*>(file_->bytes().data() + place.offset),
          place.length / sizeof(T)};
}

void PackFile::read_records() {
  is_double_ = footer_.value_size == sizeof(double);
  row_offsets_ = array<std::size_t>(PackSection::row_offsets);
  label_offsets_ = array<std::size_t>(PackSection::label_offsets);
  numbered_indices_ = array<std::uint32_t>(PackSection::numbered_indices);
  labels_ = array<std::uint32_t>(PackSection::labels);
  weights_ = array<double>(PackSection::weights);
  if (row_offsets_.size() < 2) fail(ErrorKind::input, "{}: holds no example", name_);
  if (label_offsets_.size() != row_offsets_.size()) damaged("labels are missing");
  if (!weights_.empty() && weights_.size() != size()) damaged("weights are missing");
  for (const double weight : weights_) {
    if (!is_weight(weight)) damaged(fmt::format("a weight is {}", weight));
  }
  Reader ids(*this, PackSection::ids);
  if (ids.is_empty()) return;
  id_ends_ = ids.string_ends();
  if (id_ends_.size() != size()) damaged("ids are missing");
  id_letters_ = ids.letters(id_ends_.back());
}

void PackFile::read_names() {
  label_names_ = Reader(*this, PackSection::label_names).strings();
  Reader reader(*this, PackSection::feature_names);
  if (reader.is_empty()) return;
  const std::vector<std::string> names = reader.strings();
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (names[n].empty()) damaged("a feature has no name");
    const auto index = feature_names_.add(names[n].front(), std::string_view(names[n]).substr(1));
    if (index - FeatureNames::first_index != n) damaged("two features have one name");
  }
}

void PackFile::read_taxonomy() {
  Reader reader(*this, PackSection::taxonomy);
  if (reader.is_empty()) return;
  Taxonomy::Parts parts;
  parts.names = reader.strings();
  const auto ends = reader.ends(parts.names.size());
  const auto parents = reader.values<std::uint32_t>(ends.empty() ? 0 : ends.back());
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    auto& list = parts.parents.emplace_back();
    for (; begin < end; ++begin) {
      if (parents[begin] >= parts.names.size()) damaged("a parent is no node");
      list.push_back(static_cast<NodeId>(parents[begin]));
    }
  }
  try {
    taxonomy_ = Taxonomy::from_parts(std::move(parts), name_);
  } catch (const Error& error) {
    damaged(error.what());
  }
}

void PackFile::check_labels() const {
  if (label_offsets_.front() != 0 || label_offsets_.back() != labels_.size() ||
      !std::is_sorted(label_offsets_.begin(), label_offsets_.end())) {
    damaged("lists of labels overlap");
  }
  for (const std::uint32_t label : labels_) {
    if (label >= label_names_.size()) damaged("a label has no name");
  }
}

// Every row by itself and against its compact copy. After the checksum this is about files that
// somebody made on purpose.
template <class Real>
void PackFile::check_rows(ThreadPool& pool) const {
  const std::size_t nonzeros = row_offsets_.back();
  if (row_offsets_.front() != 0 || !std::is_sorted(row_offsets_.begin(), row_offsets_.end()) ||
      array<BasicFeature<Real>>(PackSection::rows).size() != nonzeros ||
      array<BasicFeature<Real>>(PackSection::numbered_rows).size() != nonzeros) {
    damaged("rows overlap");
  }
  const SparseRows<Real> rows = rows_in<Real>(PackSection::rows),
                         compact = rows_in<Real>(PackSection::numbered_rows);
  const std::size_t names = feature_names_.size();
  const auto is_index = [names](std::uint32_t index) {
    return index > 0 && index != FeatureNames::unknown &&
           (names == 0 || index < FeatureNames::first_index ||
            index - FeatureNames::first_index < names);
  };
  constexpr std::size_t grain = 4096;
  std::vector<char> is_wrong((size() + grain - 1) / grain, 0);
  pool.for_ranges(size(), grain, [&](std::size_t begin, std::size_t end) {
    bool good = true;
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = rows.row(i), twin = compact.row(i);
      std::uint32_t last = 0;
      for (std::size_t k = 0; k < row.size(); ++k) {
        good = good && row[k].index > last && is_index(row[k].index) &&
               std::isfinite(row[k].value) && twin[k].index < numbered_indices_.size() &&
               numbered_indices_[twin[k].index] == row[k].index && twin[k].value == row[k].value;
        last = row[k].index;
      }
    }
    is_wrong[begin / grain] = good ? 0 : 1;
  });
  const auto end = numbered_indices_.end();
  if (std::adjacent_find(numbered_indices_.begin(), end, std::greater_equal<>()) != end ||
      std::count(is_wrong.begin(), is_wrong.end(), 1) > 0) {
    damaged("features are out of order");
  }
}

template <class Real>
SparseRows<Real> PackFile::rows_in(PackSection section) const {
  return SparseRows<Real>(
      PlainArray<std::size_t>::view(row_offsets_, file_),
      PlainArray<BasicFeature<Real>>::view(array<BasicFeature<Real>>(section), file_));
}

template <class Real>
SparseRows<Real> PackFile::rows_with_numbers() const {
  SparseRows<Real> rows = rows_in<Real>(PackSection::rows);
  rows.set_compact(std::make_shared<const CompactRows<Real>>(
      CompactRows<Real>{{numbered_indices_.begin(), numbered_indices_.end()},
                        rows_in<Real>(PackSection::numbered_rows)}));
  return rows;
}

Rows PackFile::rows() const {
  if (is_double_) return rows_with_numbers<double>();
  return rows_with_numbers<float>();
}

std::string_view PackFile::id(std::size_t record) const {
  if (id_ends_.empty()) return {};
  const std::uint64_t begin = record == 0 ? 0 : id_ends_[record - 1];
  return id_letters_.substr(begin, id_ends_[record] - begin);
}

std::uint32_t PackFile::largest_number() const {
  if (numbered_indices_.empty()) return 0;
  if (feature_names_.empty()) return numbered_indices_.back();
  const auto named = std::lower_bound(numbered_indices_.begin(), numbered_indices_.end(),
                                      FeatureNames::first_index);
  return named == numbered_indices_.begin() ? 0 : *(named - 1);
}

}  // namespace clade::detail
