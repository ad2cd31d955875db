#include "data/file_parser.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "data/formats/format.h"

namespace clade::detail {

namespace {

// The blocks of the first chunk without what stands in front of the records.
void leave_out_header(TextChunk& chunk, std::size_t length) {
  for (std::string_view& block : chunk.blocks) {
    const std::size_t part = std::min(length, block.size());
    block.remove_prefix(part);
    length -= part;
  }
}

}  // namespace

struct FileParser::Opened {
  TextSource source;
  const DataFormat& format;
  std::unique_ptr<FormatReader> reader;
  std::size_t block_size;

  static Opened open(const std::filesystem::path& path, const ReadOptions& options) {
    TextSource source(path, options.encoding);
    const DataFormat* named = format_by_name(path, options.format);
    const DataFormat& format =
        named != nullptr ? *named : format_of_text(source.name(), source.beginning(), options);
    if (!format.has_fields) check_no_fields(format, source.name(), options.fields);
    auto reader = format.make_reader(options, source.beginning());
    return {std::move(source), format, std::move(reader), options.block_size};
  }
};

FileParser::FileParser(const std::filesystem::path& path, const ReadOptions& options,
                       ThreadPool& pool)
    : FileParser(Opened::open(path, options), pool) {}

FileParser::FileParser(Opened opened, ThreadPool& pool)
    : pool_(pool),
      format_(&opened.format),
      reader_(std::move(opened.reader)),
      encoding_(opened.source.encoding()),
      text_(std::move(opened.source),
            {reader_->cutter(), opened.block_size, format_->replaces_invalid_utf8}),
      file_{text_.name()} {}

FieldSummary FileParser::fields() const {
  FieldSummary summary = reader_->fields();
  summary.file = text_.name();
  summary.format = format_->name;
  if (encoding_ != Encoding::utf8) summary.encoding = encoding_name(encoding_);
  return summary;
}

bool FileParser::next(ParsedChunk& parsed) {
  if (!text_.next()) {
    check();
    return false;
  }
  TextChunk& chunk = text_.chunk();
  chunk.first_line = line_;
  const bool is_first = std::exchange(is_first_, false);
  if (is_first) pass_over_header(chunk);
  parsed = {text_.name(),        line_, parse(chunk), chunk.replaced.size(), reader_->has_splits(),
            reader_->taxonomy(), {}};
  if (is_first) parsed.fields = fields();
  count(parsed.blocks);
  return true;
}

void FileParser::pass_over_header(TextChunk& chunk) {
  const std::size_t length = reader_->read_header(chunk);
  leave_out_header(chunk, length);
  const std::string_view header = chunk.text.substr(0, length);
  line_ += static_cast<std::size_t>(std::count(header.begin(), header.end(), '\n'));
}

std::vector<RecordBlock> FileParser::parse(const TextChunk& chunk) {
  std::vector<RecordBlock> blocks(chunk.blocks.size());
  pool_.for_blocks(blocks.size() + 1, [&](std::size_t b) {
    if (b == 0) {
      text_.read_ahead();
    } else {
      blocks[b - 1] = reader_->parse(chunk, chunk.blocks[b - 1]);
    }
  });
  return blocks;
}

void FileParser::count(const std::vector<RecordBlock>& blocks) {
  for (const auto& block : blocks) {
    line_ += block.notes().lines;
    file_.records += block.seen();
    file_.taken += block.size();
    file_.has_text = file_.has_text || block.notes().has_text;
  }
}

void FileParser::check() const {
  if (file_.records == 0) fail(ErrorKind::input, "{}: holds no example", file_.name);
  reader_->check(file_);
}

}  // namespace clade::detail
