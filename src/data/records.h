// What readers give: examples before there is a label space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clade/label_space.h"
#include "clade/taxonomy.h"
#include "data/feature_names.h"
#include "data/fields.h"
#include "data/missing_values.h"
#include "data/sparse_rows.h"

namespace clade::detail {

// The beginning of a text, for people to read.
struct TextSnippet {
  std::string text;
  bool is_cut = false;  // the text goes on
};

// Which terms texts became, chosen by the data.
struct ChosenTerms {
  int ngrams = 1;                    // runs of up to so many words
  std::string char_ngrams = "none";  // lengths of runs of characters
  std::string reason;                // for people; empty: there is none to give
};

// Rows and labels by name.
struct Records {
  Rows rows;
  std::vector<LabelName> label_names;         // distinct, in order of first appearance
  std::vector<std::size_t> label_offsets{0};  // labels of record i: [offset i, offset i+1)
  std::vector<std::uint32_t> labels;          // indices into label_names
  std::vector<double> weights;                // empty: all 1
  std::vector<std::string> ids;               // empty: the record's number from 0
  bool has_numbers_as_ids = false;            // some of them are such numbers
  std::vector<TextSnippet> snippets;          // empty: not asked for, or there are no texts

  std::vector<std::uint64_t> fingerprints;  // of what they hold (fingerprint.h), where asked for

  // The named features of the rows, by index. Empty where known names were given: rows use those,
  // and all others are left out and counted. Empty in a piece of a RecordStream, which keeps the
  // names.
  FeatureNames names;
  std::optional<Taxonomy> taxonomy;  // where the files bring one along (.arff)
  std::size_t unknown_features = 0;  // values and occurrences of words
  MissingCounts missing;             // NaN in the rows where readers kept them
  bool has_text = false;             // some record has a text, whether it was analysed or not
  bool has_splits = false;           // some file says which split its records belong to
  std::size_t replaced_bytes = 0;    // that were no UTF-8 and were read as '?'
  std::size_t without_split = 0;     // left out because they say no split where others do
  std::vector<FieldSummary> files;   // what each file was found to be
  // For a learner that adapts to its data: what is left open follows the data. Empty: it does not.
  std::optional<ChosenTerms> adapted;

  std::size_t size() const { return label_offsets.size() - 1; }
  std::span<const std::uint32_t> labels_of(std::size_t i) const {
    return {labels.data() + label_offsets[i], label_offsets[i + 1] - label_offsets[i]};
  }
};

}  // namespace clade::detail
