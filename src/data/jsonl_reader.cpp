// .jsonl text to records.
#include "base/fail.h"
#include "base/text.h"
#include "data/format_reader.h"
#include "data/jsonl_parser.h"

namespace clade {

namespace {

class JsonlReader : public FormatReader {
 public:
  explicit JsonlReader(const ReadOptions& options)
      : options_(options),
        file_{parse_text_fields("--text-fields", options.text_fields), false, {}} {}

  std::size_t read_header(const TextChunk& first) override {
    look_at_first_record(first.text, file_);
    return 0;
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return JsonlParser(chunk, block, options_, file_).parse();
  }

  // A field that was asked for and is in no record is a slip.
  void check(const FileSummary& file) const override {
    if (file.has_text || file.taken == 0 || options_.text_fields.empty()) return;
    const std::string& name = file_.text_fields.front().name;
    fail(ErrorKind::input, "{}: --text-fields: no record has the field {}{}", file.name,
         quoted(name), did_you_mean(name, file_.field_names));
  }

  bool has_splits() const override { return file_.has_splits; }

 private:
  const ReadOptions& options_;
  JsonlFile file_;
};

}  // namespace

std::unique_ptr<FormatReader> make_jsonl_reader(const ReadOptions& options) {
  return std::make_unique<JsonlReader>(options);
}

}  // namespace clade
