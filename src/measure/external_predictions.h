// Scores and predictions that some other program wrote, made ready for `evaluate`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/label_space.h"
#include "data/dataset.h"
#include "data/input_text.h"
#include "measure/evaluate.h"

namespace clade::detail {

// Tab-separated lines with their places; a blank line is passed over.
class TabbedText {
 public:
  explicit TabbedText(const std::filesystem::path& path);

  std::size_t size() const { return lines_.size(); }
  std::string_view line(std::size_t i) const { return lines_[i].text; }
  const std::string& name() const { return input_.name(); }
  // file:line:column of a part of line i.
  std::string place(std::size_t i, std::string_view part) const;

 private:
  struct Line {
    std::string_view text;
    std::size_t number;
  };
  InputText input_;
  std::vector<Line> lines_;
};

// A table of scores as `clade predict --scores` writes it: a header `id<TAB>class...`, then a row
// per instance. Without a first column called `id` the rows are in the order of the instances.
// Rows stay text until they are asked for: a large table need not fit in memory as numbers.
class ScoresFile {
 public:
  explicit ScoresFile(const std::filesystem::path& path);

  const std::string& name() const { return text_.name(); }
  std::span<const LabelName> classes() const { return classes_; }
  bool has_ids() const { return has_ids_; }
  std::size_t rows() const { return text_.size() - 1; }
  std::string_view id(std::size_t row) const;
  std::string place(std::size_t row) const;  // file:line:column of its first field

  // One value per column of classes(). Error{input} for a wrong number of fields, or a value that
  // is not a number.
  void read_row(std::size_t row, std::span<double> values) const;

 private:
  TabbedText text_;
  bool has_ids_ = false;
  std::vector<LabelName> classes_;
};

// Predicted labels, a line `id<TAB>label` each; further fields are ignored, so that what `clade
// predict` writes can be read. An empty label stands for an empty set.
class PredictionsFile {
 public:
  explicit PredictionsFile(const std::filesystem::path& path);

  struct Entry {
    std::string_view id;
    std::string_view label;  // may be empty
    std::size_t line;
  };

  const std::string& name() const { return text_.name(); }
  std::span<const Entry> entries() const { return entries_; }
  std::span<const LabelName> labels() const { return labels_; }  // distinct
  std::string place(const Entry& entry) const { return text_.place(entry.line, entry.label); }

 private:
  TabbedText text_;
  std::vector<Entry> entries_;
  std::vector<LabelName> labels_;
};

// The labels for the label space of such an evaluation: those of the scores, in their order, then
// of the predictions, then of the truth, each name once. Either file may be null.
std::vector<LabelName> external_labels(const ScoresFile* scores, const PredictionsFile* predictions,
                                       std::span<const LabelName> truth);

// Whether a table has columns of nodes, as those of probabilities do: where m is an inner node, its
// column m is about everything below it and m__misc about labels at m itself. In a table of classes
// m is the class of labels at m, and such classes come last. So a table is of nodes where it has
// both columns of a node, or a column for every inner node, not all of them behind the others.
bool is_table_of_nodes(const ScoresFile& scores, const Taxonomy& taxonomy);

// The label space of such an evaluation: inner nodes of a table of nodes are no classes.
LabelSpace external_label_space(const TaxonomySource& taxonomy, LabelNodes mode,
                                const ScoresFile* scores, const PredictionsFile* predictions,
                                std::span<const LabelName> truth);

// Finds for every labelled instance of `truth` its scores and its predicted set. Names resolve by
// LabelSpace::find, and an inner node of a table of nodes is that node. Error{input} for a class
// that the label space lacks or that has two columns, an id that occurs twice, and an instance
// without scores. What only deserves a word (classes without a column, instances without a line of
// predictions, ids outside the truth) is in the warnings.
GivenPredictions match_predictions(std::shared_ptr<const ScoresFile> scores,
                                   const PredictionsFile* predictions, const LabelSpace& labels,
                                   const Dataset& truth);

}  // namespace clade::detail
