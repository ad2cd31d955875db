// The rows of an ARFF file below its header.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/arff_columns.h"
#include "data/record_maker.h"

namespace clade {

// Parses one block of a chunk.
class ArffParser {
 public:
  ArffParser(const ArffColumns& columns, const TextChunk& chunk, std::string_view block,
             const ReadOptions& options)
      : columns_(columns),
        chunk_(chunk),
        block_(block),
        precision_(options.precision),
        maker_(chunk, block, options) {}
  RecordBlock parse();

 private:
  struct Value {
    std::string text;
    std::string_view place;
    bool is_missing = false;
    bool is_given = true;  // false for what a sparse row leaves out
  };

  void parse_row(std::string_view line);
  void read_values(std::string_view& rest);
  void read_sparse_values(std::string_view& rest);
  void read_weight(std::string_view rest);
  void read_value(std::string_view& rest, std::string_view ends, Value& value);
  bool is_chosen();
  void use(std::size_t column, const Value& value);
  void use_number(const ArffColumn& column, const Value& value);
  void use_choice(const ArffColumn& column, const Value& value);
  void use_labels(const Value& value);
  [[noreturn]] void fail_here(std::string_view place, const std::string& message) const;

  const ArffColumns& columns_;
  const TextChunk& chunk_;
  std::string_view block_;
  Precision precision_;
  RecordMaker maker_;
  std::vector<Value> values_;
  std::string weight_;
  std::string_view weight_place_;
};

}  // namespace clade
