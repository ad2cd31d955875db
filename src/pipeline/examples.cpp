#include "clade/examples.h"

#include <algorithm>

#include "base/fail.h"
#include "base/set_options.h"
#include "pipeline/memory_source.h"

namespace clade {

using namespace detail;

namespace {

template <class Real, class Index>
void check_csr(const CsrView<Real, Index>& view) {
  const auto& offsets = view.offsets;
  const bool fits = !offsets.empty() && offsets.front() == 0 &&
                    std::is_sorted(offsets.begin(), offsets.end()) &&
                    static_cast<std::size_t>(offsets.back()) == view.columns.size() &&
                    view.columns.size() == view.values.size();
  if (!fits) {
    fail(ErrorKind::input,
         "examples: expected offsets from 0 that increase to the number of columns and of values, "
         "{} and {}",
         view.columns.size(), view.values.size());
  }
  constexpr auto largest = static_cast<std::int64_t>(FeatureNames::first_index) - 2;
  for (const Index column : view.columns) {
    if (column < 0 || static_cast<std::int64_t>(column) > largest) {
      fail(ErrorKind::input, "examples: expected a column from 0 to {}, got {}", largest, column);
    }
  }
}

}  // namespace

std::size_t Examples::size() const {
  const auto* memory = dynamic_cast<const MemorySource*>(source_.get());
  return memory != nullptr ? memory->size() : 0;
}

MemoryExamples::MemoryExamples() : Examples(nullptr), memory_(std::make_shared<MemorySource>()) {
  source_ = memory_;
}

void MemoryExamples::set_unknown_labels(UnknownLabels rule) { memory_->set_unknown_labels(rule); }

void MemoryExamples::set_labels(LabelCodes labels) { memory_->set_labels(std::move(labels)); }

TextExamples TextExamples::view(std::vector<std::string_view> texts, std::vector<double> weights) {
  TextExamples examples;
  const std::size_t count = texts.size();
  auto fill = [texts = std::move(texts)](std::size_t i, RowMaker& maker) {
    maker.add_text(texts[i], 1);
  };
  examples.memory_->set_view(count, std::move(fill), std::move(weights));
  return examples;
}

void TextExamples::add(std::string_view text, const Labels& labels, const ExampleDetails& details) {
  memory_->add_text(text, labels, details);
}

void VectorExamples::add(std::span<const BasicFeature<double>> row, const Labels& labels,
                         const ExampleDetails& details) {
  memory_->add_vector({row.begin(), row.end()}, labels, details);
}

void VectorExamples::add(std::span<const double> dense, const Labels& labels,
                         const ExampleDetails& details) {
  MemorySource::SparseVector row;
  for (std::size_t k = 0; k < dense.size(); ++k) {
    if (dense[k] != 0) row.push_back({static_cast<std::uint32_t>(k + 1), dense[k]});
  }
  memory_->add_vector(std::move(row), labels, details);
}

void VectorExamples::add(std::span<const std::pair<std::string, double>> named,
                         const Labels& labels, const ExampleDetails& details) {
  memory_->add_named({named.begin(), named.end()}, labels, details);
}

template <class Real, class Index>
VectorExamples VectorExamples::view(CsrView<Real, Index> rows, const std::vector<Labels>& labels,
                                    std::vector<double> weights) {
  check_csr(rows);
  VectorExamples examples;
  const auto fill = [rows](std::size_t i, RowMaker& maker) {
    const auto begin = static_cast<std::size_t>(rows.offsets[i]);
    const std::size_t size = static_cast<std::size_t>(rows.offsets[i + 1]) - begin;
    const Index* columns = rows.columns.data() + begin;
    maker.add_numbers(rows.values.subspan(begin, size), [columns](std::size_t k) {
      return static_cast<std::uint32_t>(columns[k]) + 1;
    });
  };
  examples.memory_->set_view(rows.offsets.size() - 1, fill, std::move(weights), rows.values.size());
  examples.memory_->set_labels(labels);
  return examples;
}

template <class Real>
VectorExamples VectorExamples::view(DenseView<Real> rows, const std::vector<Labels>& labels,
                                    std::vector<double> weights) {
  const std::size_t stride = rows.row_stride == 0 ? rows.columns : rows.row_stride;
  if (stride < rows.columns || (rows.values == nullptr && rows.rows * rows.columns > 0)) {
    fail(ErrorKind::input, "examples: expected rows of {} numbers, got a stride of {}",
         rows.columns, stride);
  }
  VectorExamples examples;
  const auto fill = [rows, stride](std::size_t i, RowMaker& maker) {
    maker.add_numbers(std::span(rows.values + i * stride, rows.columns),
                      [](std::size_t k) { return static_cast<std::uint32_t>(k + 1); });
  };
  examples.memory_->set_view(rows.rows, fill, std::move(weights));
  examples.memory_->set_labels(labels);
  return examples;
}

template VectorExamples VectorExamples::view(CsrView<float, std::int32_t>,
                                             const std::vector<Labels>&, std::vector<double>);
template VectorExamples VectorExamples::view(CsrView<float, std::int64_t>,
                                             const std::vector<Labels>&, std::vector<double>);
template VectorExamples VectorExamples::view(CsrView<double, std::int32_t>,
                                             const std::vector<Labels>&, std::vector<double>);
template VectorExamples VectorExamples::view(CsrView<double, std::int64_t>,
                                             const std::vector<Labels>&, std::vector<double>);
template VectorExamples VectorExamples::view(DenseView<float>, const std::vector<Labels>&,
                                             std::vector<double>);
template VectorExamples VectorExamples::view(DenseView<double>, const std::vector<Labels>&,
                                             std::vector<double>);

FileExamples::FileExamples(std::vector<std::filesystem::path> paths, const Options& options)
    : Examples(nullptr) {
  if (paths.empty()) fail(ErrorKind::usage, "no data: expected one or more files, or -");
  FileOptions files;
  set_options(parameters_of(files), options, "examples from files have");
  source_ = std::make_shared<FileSource>(std::move(paths), std::move(files), "");
}

}  // namespace clade
