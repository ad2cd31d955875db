// Examples to learn from and to measure on: texts, vectors or files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/features.h"
#include "clade/options.h"

namespace clade {

namespace detail {
struct RecordSource;
class MemorySource;
}  // namespace detail

using Labels = std::vector<std::string>;

// Labels of many examples as numbers of names, in arrays of the caller: those of example i are
// codes[offsets[i]] to codes[offsets[i + 1]]. Without offsets it is codes[i] alone.
struct LabelCodes {
  std::vector<std::string> names;
  std::span<const std::int64_t> codes, offsets{};
};

// What becomes of labels that the taxonomy, or the model, does not have.
enum class UnknownLabels {
  error,
  skip,  // they are left out, and so are records that have no other label
  // Of a path (A/01/B) the longest part that is known is taken; obsolete terms of OBO go to what
  // replaced them; the rest are left out.
  prefix,
};

// What an example may have beside its content and labels.
struct ExampleDetails {
  double weight = 1;  // multiplies the price of its slack
  std::string id{};   // empty: its number from 0
};

// A set of examples, whatever they are. Copies share the examples.
class Examples {
 public:
  std::size_t size() const;  // of examples in memory; files are counted when they are read

  const std::shared_ptr<const detail::RecordSource>& source() const { return source_; }  // internal

 protected:
  explicit Examples(std::shared_ptr<const detail::RecordSource> source)
      : source_(std::move(source)) {}
  std::shared_ptr<const detail::RecordSource> source_;
};

// Errors name an example by its number from 1, as in examples:17:1 for the first label of the 17th.
class MemoryExamples : public Examples {
 public:
  void set_unknown_labels(UnknownLabels rule);
  // In the place of the labels that they have. The caller keeps the arrays, as for a view.
  // Error{input} for other than one set of labels for each example, and for codes without a name.
  void set_labels(LabelCodes labels);

 protected:
  MemoryExamples();
  std::shared_ptr<detail::MemorySource> memory_;  // what source_ points to
};

class TextExamples : public MemoryExamples {
 public:
  // No labels: an example to predict, which training leaves out. Error{input} for an empty label,
  // one with control characters, and a weight that is not above 0.
  void add(std::string_view text, const Labels& labels = {}, const ExampleDetails& details = {});

  // Texts of the caller, who keeps them until all calls that use the examples have returned.
  static TextExamples view(std::vector<std::string_view> texts, std::vector<double> weights = {});
};

// Rows in arrays of the caller, who keeps them until all calls that use the examples have returned.
// Column k is feature k + 1. Index is std::int32_t or std::int64_t, Real float or double.
template <class Real, class Index>
struct CsrView {
  std::span<const Index> offsets;  // row i is [offsets[i], offsets[i + 1])
  std::span<const Index> columns;
  std::span<const Real> values;
};
template <class Real>
struct DenseView {
  const Real* values = nullptr;
  std::size_t rows = 0, columns = 0;
  std::size_t row_stride = 0;  // from row to row; 0: `columns`
};

class VectorExamples : public MemoryExamples {
 public:
  // Features are numbered from 1, as in .svm files. They are copied; Error{input} for one that
  // occurs twice, has the number 0 or an infinite value. NaN is a missing value: the option
  // `missing` of training says what takes its place.
  void add(std::span<const BasicFeature<double>> row, const Labels& labels = {},
           const ExampleDetails& details = {});
  // The k-th number is feature k, counted from 1.
  void add(std::span<const double> dense, const Labels& labels = {},
           const ExampleDetails& details = {});
  // Features with names.
  void add(std::span<const std::pair<std::string, double>> named, const Labels& labels = {},
           const ExampleDetails& details = {});

  // One set of labels for each row, or none at all. Error{input} for arrays that do not fit
  // together.
  template <class Real, class Index>
  static VectorExamples view(CsrView<Real, Index> rows, const std::vector<Labels>& labels = {},
                             std::vector<double> weights = {});
  template <class Real>
  static VectorExamples view(DenseView<Real> rows, const std::vector<Labels>& labels = {},
                             std::vector<double> weights = {});
};

// Files in one of the formats of docs/DATA_FORMATS.md, read when they are needed.
class FileExamples : public Examples {
 public:
  // Options: format, split, text_fields, label_field, unknown_labels and what else
  // docs/PARAMETERS.md lists for data. Error{usage} for others.
  explicit FileExamples(std::vector<std::filesystem::path> paths, const Options& options = {});
};

}  // namespace clade
