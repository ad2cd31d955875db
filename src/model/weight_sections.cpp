#include "model/weight_sections.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/fail.h"
#include "linear/weight_rows.h"

namespace clade::detail {
namespace {

using Bytes = ModelFile::Bytes;

// ---- Writing

// The weights of a block; of the last one those that belong to units.
template <class Real>
std::span<const Real> block_weights(const WeightView<Real>& view, const BlockRow<Real>& row,
                                    std::size_t i) {
  const std::size_t first = row.number(i) * block_units<Real>;
  return {row.block(i), std::min(block_units<Real>, view.units - std::min(view.units, first))};
}

template <class Real>
bool is_zero(std::span<const Real> weights) {
  return std::all_of(weights.begin(), weights.end(), [](Real w) { return w == Real{0}; });
}

// Calls use(number, weights) for the blocks of a row that are not zero.
template <class Real, class Use>
void for_each_block(const WeightView<Real>& view, std::size_t feature, Use use) {
  const BlockRow<Real> row = view.blocks(feature);
  for (std::size_t i = 0; i < row.count; ++i) {
    const std::span<const Real> weights = block_weights(view, row, i);
    if (!is_zero(weights)) use(static_cast<std::uint32_t>(row.number(i)), weights);
  }
}

template <class Real>
std::vector<std::uint64_t> find_begins(const WeightView<Real>& view) {
  std::vector<std::uint64_t> begins{0};
  begins.reserve(view.features + 1);
  for (std::size_t j = 0; j < view.features; ++j) {
    begins.push_back(begins.back());
    for_each_block(view, j, [&begins](std::uint32_t, std::span<const Real>) { ++begins.back(); });
  }
  return begins;
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

// Row by row with fresh padding: the bytes follow from the weights alone.
template <class Real>
void write_dense(const WeightView<Real>& view, ChecksummedFile& file) {
  std::vector<Real> row(view.stride);
  for (std::size_t j = 0; j < view.features; ++j) {
    view.copy_row(j, std::span(row).first(view.units));
    file.write(bytes_of<Real>(row));
  }
}

template <class Real>
void write_numbers(const WeightView<Real>& view, ChecksummedFile& file) {
  for (std::size_t j = 0; j < view.features; ++j) {
    for_each_block(view, j, [&file](std::uint32_t number, std::span<const Real>) {
      file.write(bytes_of<std::uint32_t>({&number, 1}));
    });
  }
}

template <class Real>
void write_blocks(const WeightView<Real>& view, ChecksummedFile& file) {
  for (std::size_t j = 0; j < view.features; ++j) {
    for_each_block(view, j, [&file](std::uint32_t, std::span<const Real> weights) {
      std::array<Real, block_units<Real>> block{};
      std::copy(weights.begin(), weights.end(), block.begin());
      file.write(bytes_of<Real>(block));
    });
  }
}

// ---- Reading

template <class T>
std::span<const T> array_of(const ModelFile& file, Section id, const char* name) {
  const Bytes bytes = file.section(id);
  if (bytes.size() % sizeof(T) != 0) {
    file.damaged(fmt::format("the section of the {} has {} bytes", name, bytes.size()));
  }
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <class Real>
WeightView<Real> dense_view(const ModelFile& file, const ModelHeader& header, Section id) {
  const Bytes bytes = file.section(id);
  const std::size_t stride = WeightRows<Real>::stride_for(header.units);
  // The unit names have bounded units by the file's length, so the row's length does not overflow;
  // the number of rows is compared by division.
  const std::size_t row = stride * sizeof(Real);
  const bool fits = row == 0
                        ? bytes.empty()
                        : bytes.size() % row == 0 && bytes.size() / row == header.weight_rows();
  if (!fits) {
    file.damaged(fmt::format("expected weights of {} features and {} units, got {} bytes",
                             header.weight_rows(), header.units, bytes.size()));
  }
  return {reinterpret_cast<const Real*>(bytes.data()), header.weight_rows(), header.units, stride};
}

void check_begins(const ModelFile& file, std::span<const std::uint64_t> begins,
                  std::uint64_t features, std::uint64_t blocks) {
  if (begins.size() - 1 != features) {
    file.damaged(
        fmt::format("expected weights of {} features, got {}", features, begins.size() - 1));
  }
  if (begins.front() != 0 || begins.back() != blocks ||
      !std::is_sorted(begins.begin(), begins.end())) {
    file.damaged("the rows of the weights are not one behind the other");
  }
}

// The numbers of a row's blocks increase and stay within the row.
void check_numbers(const ModelFile& file, std::span<const std::uint64_t> begins,
                   std::span<const std::uint32_t> numbers, std::uint64_t blocks_per_row) {
  bool fits = true;
  for (std::size_t j = 0; j + 1 < begins.size(); ++j) {
    std::uint64_t least = 0;
    for (std::uint64_t k = begins[j]; k < begins[j + 1]; ++k) {
      fits = fits && numbers[k] >= least;
      least = std::uint64_t{numbers[k]} + 1;
    }
    fits = fits && least <= blocks_per_row;
  }
  if (!fits) file.damaged("a row of the weights has blocks that are not its own");
}

template <class Real>
WeightView<Real> sparse_view(const ModelFile& file, const ModelHeader& header,
                             const WeightPlaces& places) {
  const auto begins = array_of<std::uint64_t>(file, places.rows, "rows of weights");
  const auto numbers = array_of<std::uint32_t>(file, places.block_numbers, "numbers of blocks");
  const Bytes blocks = file.section(places.blocks);
  if (!file.section(places.dense).empty()) file.damaged("it has weights twice");
  if (blocks.size() % block_bytes != 0 || blocks.size() / block_bytes != numbers.size()) {
    file.damaged(
        fmt::format("expected {} blocks of weights, got {} bytes", numbers.size(), blocks.size()));
  }
  const std::size_t stride = WeightRows<Real>::stride_for(header.units);
  check_begins(file, begins, header.weight_rows(), numbers.size());
  check_numbers(file, begins, numbers, stride / block_units<Real>);
  return {reinterpret_cast<const Real*>(blocks.data()),
          header.weight_rows(),
          header.units,
          stride,
          RowForm::sparse,
          {begins.data(), begins.data() + 1, numbers.data()}};
}

template <class Real>
WeightView<Real> view_weights(const ModelFile& file, const ModelHeader& header,
                              const WeightPlaces& places) {
  const bool is_sparse = !file.section(places.rows).empty();
  return is_sparse ? sparse_view<Real>(file, header, places)
                   : dense_view<Real>(file, header, places.dense);
}

}  // namespace

// Sparse rows where they are less than half as long: then they are faster to score, too.
WeightSections::WeightSections(const Weights& weights)
    : weights_(weights),
      begins_(std::visit([](const auto& view) { return find_begins(view); }, weights)),
      is_sparse_(sparse_length() < dense_length() / 2) {}

std::size_t WeightSections::dense_length() const {
  return std::visit(
      [](const auto& view) { return view.features * view.blocks_per_row() * block_bytes; },
      weights_);
}

std::size_t WeightSections::sparse_length() const {
  return begins_.size() * sizeof(std::uint64_t) +
         begins_.back() * (sizeof(std::uint32_t) + block_bytes);
}

std::array<std::size_t, 4> WeightSections::lengths() const {
  if (!is_sparse_) return {dense_length(), 0, 0, 0};
  return {0, begins_.size() * sizeof(std::uint64_t), begins_.back() * sizeof(std::uint32_t),
          begins_.back() * block_bytes};
}

void WeightSections::write(ChecksummedFile& file) const {
  const auto write = [&](const auto& view) {
    file.pad();
    if (!is_sparse_) write_dense(view, file);
    file.pad();
    if (is_sparse_) file.write(bytes_of<std::uint64_t>(begins_));
    file.pad();
    if (is_sparse_) write_numbers(view, file);
    file.pad();
    if (is_sparse_) write_blocks(view, file);
  };
  std::visit(write, weights_);
}

Weights read_weights(const ModelFile& file, const ModelHeader& header, const WeightPlaces& places) {
  if (header.precision == Precision::double_) return view_weights<double>(file, header, places);
  return view_weights<float>(file, header, places);
}

void check_no_weights(const ModelFile& file, const WeightPlaces& places) {
  for (const Section id : {places.dense, places.rows, places.block_numbers, places.blocks}) {
    if (!file.section(id).empty()) file.damaged("it has weights that its header does not name");
  }
}

}  // namespace clade::detail
