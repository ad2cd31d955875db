// Records as other programs read them, where labels cannot stand as they are: numbers or words, and
// a table that says which is which.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clade/model.h"
#include "pipeline/convert.h"

namespace clade::detail {

// Labels as whole numbers from 1.
class LabelNumbers {
 public:
  // By first appearance.
  LabelNumbers() = default;
  // In the order of the model's classes.
  explicit LabelNumbers(const Model& model);
  // As text() of an earlier one was written. Error{input} for anything else.
  explicit LabelNumbers(const std::filesystem::path& file);

  // A label that is new gets the next number.
  std::size_t number(const std::string& label);
  // number<TAB>label, one to a line.
  std::string text() const;

 private:
  void add(std::size_t number, std::string label, const std::string& place);

  std::vector<std::pair<std::size_t, std::string>> labels_;  // in the order of their numbers
  std::unordered_map<std::string, std::size_t> numbers_;
  std::size_t largest_ = 0;
};

// Who reads the numbers: LIBLINEAR takes one label a line, scikit-learn (load_svmlight_file)
// several.
enum class NumberedFormat { liblinear, sklearn };

// What became of records that the format has no way to write.
struct ExportNotes {
  std::size_t unlabelled = 0;   // LIBLINEAR: they have the number 0
  std::size_t left_out = 0;     // scikit-learn: neither label nor feature
  bool has_label_sets = false;  // read them with multilabel=True
};

// Lines of .svm with numbers for labels. Error{input} for several labels where one is allowed.
ExportNotes write_numbered(const Vectors& vectors, NumberedFormat format, LabelNumbers& labels,
                           const TextSink& sink);

// Texts as fastText reads them, a line each: __label__ and the label, blanks as '_', then the text.
// Returns lines word<TAB>label. Error{input} where no record has a text.
std::string write_fasttext(const RecordSource& source, ThreadPool& pool, const TextSink& sink);

// Records without a feature.
std::size_t empty_rows(const Records& records);

}  // namespace clade::detail
