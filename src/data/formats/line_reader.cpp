// Documents of a line each: the format of fastText, and plain text.
#include <cstddef>
#include <memory>
#include <string_view>

#include "base/text.h"
#include "data/formats/format.h"
#include "data/record_maker.h"

namespace clade::detail {

namespace {

constexpr std::string_view label_mark = "__label__";

class LineParser {
 public:
  LineParser(const TextChunk& chunk, std::string_view block, const ReadOptions& options,
             bool has_labels)
      : block_(block), has_labels_(has_labels), maker_(chunk, block, options) {}

  RecordBlock parse() && {
    std::size_t lines = 0;
    for (std::string_view rest = block_; !rest.empty(); ++lines) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      add(trim(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::move(maker_).take(lines);
  }

 private:
  // An empty line is a document without words, so that answers stand on the line of their document;
  // in fastText's format it is nothing.
  void add(std::string_view line) {
    if (line.empty() && has_labels_) return;
    maker_.begin_record();
    if (has_labels_) take_labels(line);
    maker_.add_text(line, 1);
    maker_.end_record();
  }

  void take_labels(std::string_view& line) {
    while (line.starts_with(label_mark)) {
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      const std::string_view label = line.substr(label_mark.size(), end - label_mark.size());
      maker_.add_label(label, line.substr(0, end));
      line = trim(line.substr(end));
    }
  }

  std::string_view block_;
  bool has_labels_;
  RecordMaker maker_;
};

class LineReader : public FormatReader {
 public:
  LineReader(const ReadOptions& options, bool has_labels)
      : options_(options), has_labels_(has_labels) {}

  std::size_t read_header(const TextChunk& /*first*/) override { return 0; }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return LineParser(chunk, block, options_, has_labels_).parse();
  }

 private:
  const ReadOptions& options_;
  bool has_labels_;
};

}  // namespace

std::unique_ptr<FormatReader> make_fasttext_reader(const ReadOptions& options,
                                                   std::string_view /*beginning*/) {
  return std::make_unique<LineReader>(options, true);
}

std::unique_ptr<FormatReader> make_text_reader(const ReadOptions& options,
                                               std::string_view /*beginning*/) {
  return std::make_unique<LineReader>(options, false);
}

}  // namespace clade::detail
