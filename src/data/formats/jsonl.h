// The lines of .jsonl text: one object each (docs/DATA_FORMATS.md).
#pragma once

#include <simdjson.h>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/fields.h"
#include "data/record_maker.h"

namespace clade::detail {

// What a file's first record tells about the file.
struct JsonlFile {
  FieldRoles roles;
  bool has_splits = false;
  bool is_array = false;                 // [{...}, {...}] in place of a line each
  std::vector<std::string> field_names;  // for messages
};

// Reads the first record; a line that cannot be read is left to the parser to report.
JsonlFile look_at_first_record(std::string_view text, const ReadOptions& options);

// Parses one block of a chunk.
class JsonlParser {
 public:
  JsonlParser(const TextChunk& chunk, std::string_view block, const ReadOptions& options,
              const JsonlFile& file)
      : chunk_(chunk),
        block_(block),
        file_(file),
        precision_(options.precision),
        maker_(chunk, block, options) {}
  RecordBlock parse();
  bool closes_array() const { return closes_array_; }

 private:
  // What was read, and the part of the chunk that it was read from.
  struct Word {
    std::string_view text;
    std::string_view place;
  };
  struct Text {
    std::string_view text;
    double weight;
  };
  struct Named {
    std::string_view name;
    double value;
    const char* where;
  };
  // What a line holds; nothing is added to the block before its split is known.
  struct Line {
    std::vector<std::string> seen;  // fields with a meaning
    bool has_array = false;         // of numbers, whose places are their names
    std::vector<Word> labels;
    std::optional<Word> id, split, weight;
    std::vector<Text> texts;
    std::vector<Named> features;
    std::vector<Named> vector;

    void clear();
  };

  void parse_line(std::string_view line);
  std::size_t parse_array();
  void read_line(std::string_view line);
  void read_fields(simdjson::ondemand::object object, std::string_view above);
  bool read_field(std::string_view name, simdjson::ondemand::value& json);
  void read_labels(std::string_view field, simdjson::ondemand::value& json);
  void read_text(std::string_view field, double weight, simdjson::ondemand::value& json);
  void read_feature(std::string_view field, simdjson::ondemand::value& json);
  void read_features(std::string_view field, simdjson::ondemand::value& json);
  void read_vector(std::string_view field, simdjson::ondemand::value& json);
  std::optional<Word> word(std::string_view field, simdjson::ondemand::value& json);
  double number(std::string_view field, simdjson::ondemand::value& json);
  void check_ignored(simdjson::ondemand::value& json);
  void check_distinct_names();
  void add_record();
  [[noreturn]] void fail_type(std::string_view field, std::string_view expected,
                              std::string_view token) const;
  [[noreturn]] void fail_json(std::string_view text, const char* otherwise) const;

  const TextChunk& chunk_;
  std::string_view block_;
  const JsonlFile& file_;
  Precision precision_;
  simdjson::ondemand::parser parser_;
  RecordMaker maker_;
  Line line_;
  std::vector<const Named*> by_name_;
  std::deque<std::string> nested_names_;  // of the line
  bool closes_array_ = false;
};

}  // namespace clade::detail
