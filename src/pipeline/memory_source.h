// Examples that are in memory, as a source of records like any file.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/examples.h"
#include "data/row_maker.h"
#include "pipeline/label_list.h"
#include "pipeline/read.h"

namespace clade::detail {

class MemorySource : public RecordSource {
 public:
  using SparseVector = std::vector<BasicFeature<double>>;
  using NamedVector = std::vector<std::pair<std::string, double>>;

  // Puts the values of one row into the maker.
  using FillRow = std::function<void(std::size_t row, RowMaker& maker)>;

  void add_text(std::string_view text, const Labels& labels, const ExampleDetails& details);
  void add_vector(SparseVector features, const Labels& labels, const ExampleDetails& details);
  void add_named(NamedVector features, const Labels& labels, const ExampleDetails& details);
  // In the place of examples that are added: rows of arrays that lie elsewhere, with so many values
  // in all where that is known.
  void set_view(std::size_t rows, FillRow fill, std::vector<double> weights,
                std::size_t values = 0);
  void set_labels(LabelCodes labels) { labels_.set(std::move(labels), size()); }
  // One set for each row, or none at all.
  void set_labels(const std::vector<Labels>& labels);

  std::size_t size() const { return fill_ ? view_rows_ : examples_.size(); }

  std::string name() const override { return "examples"; }
  ReadOptions options(Precision precision, const Vectoriser* trained) const override;
  UnknownLabels unknown_labels() const override { return unknown_labels_; }
  void set_unknown_labels(UnknownLabels rule) { unknown_labels_ = rule; }
  // The same rows, labels and names as a file with these examples gives.
  Records read(const ReadOptions& options, ThreadPool& pool) const override;
  Records sample(const ReadOptions& options, ThreadPool& pool) const override;

 private:
  struct Example {
    std::string text;
    bool has_text = false;
    SparseVector features;
    NamedVector named;
  };
  void add(Example example, const Labels& labels, const ExampleDetails& details);
  void fill(std::size_t i, RowMaker& maker) const;
  Records read_first(std::size_t count, const ReadOptions& options, ThreadPool& pool) const;
  RecordBlock make_block(std::size_t begin, std::size_t end, const ReadOptions& options) const;

  std::vector<Example> examples_;
  FillRow fill_;
  std::size_t view_rows_ = 0, view_values_ = 0;
  LabelList labels_;             // of a view possibly none
  std::vector<double> weights_;  // the same
  std::vector<std::string> ids_;
  UnknownLabels unknown_labels_ = UnknownLabels::error;
};

}  // namespace clade::detail
