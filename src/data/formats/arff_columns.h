// What the attributes of an ARFF file are to clade.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "clade/taxonomy.h"
#include "data/read.h"
#include "data/text_chunks.h"
#include "taxonomy/arff_header.h"

namespace clade::detail {

struct ArffColumn {
  enum class Role { number, choice, label, id, text, split, weight, ignored };
  std::string name;
  Role role = Role::ignored;
  double text_weight = 1;
  // Of a choice: the feature that each value is, "colour=red".
  std::unordered_map<std::string, std::string> features;
  std::vector<std::string> values;  // for messages
};

struct ArffColumns {
  std::vector<ArffColumn> columns;
  std::optional<Taxonomy> taxonomy;  // of a hierarchical label
  std::size_t header_length = 0;
  std::string label_separator;
  std::vector<std::string> absent;  // numeric features of the model that no attribute is

  bool has(ArffColumn::Role role) const;
};

// Error{input} for a header that is wrong, Error{usage} for a column that an option names and the
// file lacks.
ArffColumns read_arff_columns(const TextChunk& first, const ReadOptions& options);

}  // namespace clade::detail
