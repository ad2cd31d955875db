#include "data/formats/pack_writer.h"

#include <xxhash.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "data/feature_index.h"

namespace clade::detail {

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

namespace {

// The bytes of features as they lie in the file: what pads a double is zero.
template <class Real>
void append_feature(std::string& bytes, BasicFeature<Real> feature) {
  std::array<char, sizeof(BasicFeature<Real>)> place{};
  std::memcpy(place.data() + offsetof(BasicFeature<Real>, index), &feature.index,
              sizeof(feature.index));
  std::memcpy(place.data() + offsetof(BasicFeature<Real>, value), &feature.value,
              sizeof(feature.value));
  bytes.append(place.data(), place.size());
}

template <class T>
std::span<const T> view(const std::vector<T>& values) {
  return values;
}

// How many there are, where each ends, then their letters.
void write_strings(PackOutput& out, const std::vector<std::string>& strings) {
  std::vector<std::uint64_t> ends{strings.size()};
  std::uint64_t end = 0;
  for (const std::string& text : strings) ends.push_back(end += text.size());
  out.write_values(view(ends));
  for (const std::string& text : strings) out.write(text);
}

// Names, where each node's list of parents ends, then those lists.
void write_taxonomy(PackOutput& out, const Taxonomy& taxonomy) {
  std::vector<std::string> names;
  std::vector<std::uint64_t> ends;
  std::vector<std::uint32_t> parents;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    names.emplace_back(taxonomy.name(node));
    for (const NodeId parent : taxonomy.parents(node)) {
      parents.push_back(static_cast<std::uint32_t>(parent));
    }
    ends.push_back(parents.size());
  }
  write_strings(out, names);
  out.write_values(view(ends));
  out.write_values(view(parents));
}

}  // namespace

void PackWriter::add(const Records& piece) {
  add_ids(piece);
  add_weights(piece);
  add_labels(piece);
  std::visit([this](const auto& rows) { add_rows(rows); }, piece.rows);
  if (!taxonomy_) taxonomy_ = piece.taxonomy;
}

template <class Real>
void PackWriter::add_rows(const SparseRows<Real>& rows) {
  std::string bytes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bytes.clear();
    for (const auto& feature : rows.row(i)) append_feature(bytes, feature);
    out_.write(bytes);
    row_offsets_.push_back(row_offsets_.back() + rows.row(i).size());
  }
}

void PackWriter::add_labels(const Records& piece) {
  std::vector<std::uint32_t> numbers;
  for (const LabelName& label : piece.label_names) {
    const auto next = static_cast<std::uint32_t>(label_names_.size());
    const auto [entry, is_new] = label_numbers_.try_emplace(label.name, next);
    if (is_new) label_names_.push_back(label.name);
    numbers.push_back(entry->second);
  }
  for (std::size_t i = 0; i < piece.size(); ++i) {
    for (const std::uint32_t label : piece.labels_of(i)) labels_.push_back(numbers[label]);
    label_offsets_.push_back(labels_.size());
  }
}

// Pieces behind the first say the numbers of their records.
void PackWriter::add_ids(const Records& piece) {
  const std::size_t before = size();
  bool are_numbers = ids_.empty();
  for (std::size_t i = 0; are_numbers && i < piece.ids.size(); ++i) {
    are_numbers = piece.ids[i] == std::to_string(before + i);
  }
  if (are_numbers) return;
  if (ids_.empty()) {
    for (std::size_t i = 0; i < before; ++i) ids_.push_back(std::to_string(i));
  }
  for (std::size_t i = 0; i < piece.size(); ++i) {
    ids_.push_back(piece.ids.empty() ? std::to_string(before + i) : piece.ids[i]);
  }
}

void PackWriter::add_weights(const Records& piece) {
  if (weights_.empty() && piece.weights.empty()) return;
  weights_.resize(size(), 1.0);
  if (piece.weights.empty()) {
    weights_.resize(size() + piece.size(), 1.0);
  } else {
    weights_.insert(weights_.end(), piece.weights.begin(), piece.weights.end());
  }
}

// Read back from what was written, so that memory is not needed for the rows.
template <class Real>
void PackWriter::write_numbered_rows() {
  const auto mapping = std::make_shared<const MappedFile>(out_.map());
  const PackPlace place = out_.place(PackSection::rows);
  const auto* features =
      reinterpret_cast<const BasicFeature<Real>*>(mapping->bytes().data() + place.offset);
  const SparseRows<Real> rows(
      PlainArray<std::size_t>::view(row_offsets_, mapping),
      PlainArray<BasicFeature<Real>>::view({features, nonzeros()}, mapping));
  const FeatureIndex index = FeatureIndex::of(rows, false);
  out_.begin(PackSection::numbered_rows);
  std::string bytes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bytes.clear();
    for (BasicFeature<Real> feature : rows.row(i)) {
      feature.index = index.find(feature.index);
      append_feature(bytes, feature);
    }
    out_.write(bytes);
  }
  out_.write_section(PackSection::numbered_indices, index.indices());
}

void PackWriter::write_labels() {
  out_.write_section(PackSection::label_offsets, view(label_offsets_));
  out_.write_section(PackSection::labels, view(labels_));
  out_.begin(PackSection::label_names);
  write_strings(out_, label_names_);
  out_.write_section(PackSection::weights, view(weights_));
  out_.begin(PackSection::ids);
  if (!ids_.empty()) write_strings(out_, ids_);
}

void PackWriter::write_names(const FeatureNames& names) {
  std::vector<std::string> marked;
  marked.reserve(names.size());
  for (std::size_t n = 0; n < names.size(); ++n) {
    marked.push_back(names.mark(n) + std::string(names.name(n)));
  }
  out_.begin(PackSection::feature_names);
  if (!marked.empty()) write_strings(out_, marked);
}

void PackWriter::finish(const FeatureNames& names) {
  const bool is_single = precision_ == Precision::single;
  is_single ? write_numbered_rows<float>() : write_numbered_rows<double>();
  out_.write_section(PackSection::row_offsets, view(row_offsets_));
  write_labels();
  write_names(names);
  out_.begin(PackSection::taxonomy);
  if (taxonomy_) write_taxonomy(out_, *taxonomy_);
  out_.finish(is_single ? sizeof(float) : sizeof(double));
}

}  // namespace clade::detail
