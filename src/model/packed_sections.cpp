#include "model/packed_sections.h"

#include <algorithm>
#include <span>
#include <variant>

#include "base/fail.h"
#include "linear/packed_weights.h"

namespace clade::detail {
namespace {

using Bytes = ModelFile::Bytes;

const WeightView<float>* packed_view(const Weights& weights) {
  const auto* view = std::get_if<WeightView<float>>(&weights);
  return view != nullptr && view->form == RowForm::packed ? view : nullptr;
}

// One of the two arrays is there.
template <class A, class B>
Bytes bytes_of(const A* a, const B* b, std::size_t count) {
  if (a != nullptr) return std::as_bytes(std::span(a, count));
  return std::as_bytes(std::span(b, b != nullptr ? count : 0));
}

std::size_t count_dense(const WeightView<float>& view) {
  const std::span<const std::uint32_t> numbers(view.packed.dense_rows, view.features);
  return view.features -
         static_cast<std::size_t>(std::ranges::count(numbers, PackedRows::no_dense_row));
}

// An array of exactly `count` numbers.
template <class T>
const T* array_of(const ModelFile& file, Section id, std::uint64_t count, const char* name) {
  const Bytes bytes = file.section(id);
  if (bytes.size() % sizeof(T) != 0 || bytes.size() / sizeof(T) != count) {
    file.damaged(fmt::format("expected {} {}, got {} bytes", count, name, bytes.size()));
  }
  return reinterpret_cast<const T*>(bytes.data());
}

void check_rows(const ModelFile& file, std::span<const std::uint64_t> begins,
                std::span<const std::uint32_t> dense_rows, std::uint64_t dense_count) {
  if (begins.front() != 0 || !std::is_sorted(begins.begin(), begins.end())) {
    file.damaged("the rows of the packed weights are not one behind the other");
  }
  const auto is_outside = [dense_count](std::uint32_t number) {
    return number != PackedRows::no_dense_row && number >= dense_count;
  };
  if (std::ranges::any_of(dense_rows, is_outside)) {
    file.damaged("a feature has a dense row of weights that is not there");
  }
}

// The units of a row increase and exist.
template <class Unit>
void check_units(const ModelFile& file, std::span<const std::uint64_t> begins, const Unit* units,
                 std::uint64_t limit) {
  bool fits = true;
  for (std::size_t j = 0; j + 1 < begins.size(); ++j) {
    const std::uint64_t begin = begins[j], end = begins[j + 1];
    for (std::uint64_t k = begin + 1; k < end; ++k) fits &= units[k - 1] < units[k];
    if (end > begin) fits &= units[end - 1] < limit;
  }
  if (!fits) file.damaged("a row of the packed weights has units that are not its own");
}

template <class Number>
std::uint64_t dense_count(const ModelFile& file, std::size_t stride) {
  const std::size_t row = stride * sizeof(Number);
  const std::size_t bytes = file.section(Section::packed_dense_weights).size();
  if (row == 0 ? bytes != 0 : bytes % row != 0) {
    file.damaged(fmt::format("expected dense rows of {} bytes, got {} bytes", row, bytes));
  }
  return row == 0 ? 0 : bytes / row;
}

}  // namespace

bool has_packed_weights(const Weights& weights) { return packed_view(weights) != nullptr; }

bool has_half_weights(const Weights& weights) {
  const auto* view = packed_view(weights);
  return view != nullptr && view->packed.dense_singles == nullptr &&
         view->packed.singles == nullptr;
}

std::array<Bytes, packed_places.size()> packed_sections(const Weights& weights) {
  const WeightView<float>* view = packed_view(weights);
  if (view == nullptr) return {};
  const PackedRows& rows = view->packed;
  const std::size_t entries = rows.begins[view->features];
  const std::size_t dense = count_dense(*view) * view->stride;
  return {std::as_bytes(std::span(rows.dense_rows, view->features)),
          std::as_bytes(std::span(rows.begins, view->features + 1)),
          bytes_of(rows.short_units, rows.long_units, entries),
          bytes_of(rows.halves, rows.singles, entries),
          bytes_of(rows.dense_halves, rows.dense_singles, dense)};
}

bool has_packed_weights(const ModelFile& file) {
  return std::ranges::any_of(packed_places,
                             [&file](Section id) { return !file.section(id).empty(); });
}

Weights read_packed_weights(const ModelFile& file, const ModelHeader& header) {
  WeightView<float> view;
  view.features = header.weight_rows();
  view.units = header.units;
  view.stride = packed_stride(header.units);
  view.form = RowForm::packed;
  PackedRows& rows = view.packed;
  const std::uint64_t rows_count = header.weight_rows();
  rows.dense_rows = array_of<std::uint32_t>(file, Section::packed_dense_rows, rows_count,
                                            "numbers of dense rows");
  rows.begins = array_of<std::uint64_t>(file, Section::packed_rows, rows_count + 1,
                                        "beginnings of packed rows");
  const std::span begins(rows.begins, rows_count + 1);
  const std::uint64_t dense = header.half ? dense_count<HalfBits>(file, view.stride)
                                          : dense_count<float>(file, view.stride);
  check_rows(file, begins, std::span(rows.dense_rows, rows_count), dense);
  const std::uint64_t entries = begins.back();
  if (has_short_units(header.units)) {
    rows.short_units = array_of<std::uint16_t>(file, Section::packed_units, entries, "units");
    check_units(file, begins, rows.short_units, header.units);
  } else {
    rows.long_units = array_of<std::uint32_t>(file, Section::packed_units, entries, "units");
    check_units(file, begins, rows.long_units, header.units);
  }
  const Bytes dense_bytes = file.section(Section::packed_dense_weights);
  if (header.half) {
    rows.halves = array_of<HalfBits>(file, Section::packed_weights, entries, "packed weights");
    rows.dense_halves = reinterpret_cast<const HalfBits*>(dense_bytes.data());
  } else {
    rows.singles = array_of<float>(file, Section::packed_weights, entries, "packed weights");
    rows.dense_singles = reinterpret_cast<const float*>(dense_bytes.data());
  }
  return view;
}

}  // namespace clade::detail
