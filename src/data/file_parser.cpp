#include "data/file_parser.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
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
  std::string beginning = {};  // of the file, where this is a part of it

  static Opened open(const std::filesystem::path& path, const ReadOptions& options,
                     ByteRange range) {
    TextSource source(path, options.encoding);
    const DataFormat* named = format_by_name(path, options.format);
    check_is_text(source.name(), source.beginning(), named != nullptr);
    const DataFormat& format =
        named != nullptr ? *named : format_of_text(source.name(), source.beginning(), options);
    if (!format.has_fields) check_no_fields(format, source.name(), options.fields);
    auto reader = format.make_reader(options, source.beginning());
    if (range.is_all()) return {std::move(source), format, std::move(reader), options.block_size};
    std::string beginning(source.beginning());
    return {TextSource(path, range), format, std::move(reader), options.block_size,
            std::move(beginning)};
  }
};

bool is_text_format(const std::filesystem::path& path, const std::string& asked) {
  const DataFormat* named = format_by_name(path, asked);
  return named == nullptr || named->kind == DataFormat::Kind::text;
}

bool has_records_as_lines(const std::filesystem::path& path, const ReadOptions& options) {
  if (path == "-" || !is_text_format(path, options.format)) return false;
  const TextSource source(path, options.encoding);
  const DataFormat* named = format_by_name(path, options.format);
  const DataFormat& format =
      named != nullptr ? *named : format_of_text(source.name(), source.beginning(), options);
  const bool is_array = trim(source.beginning()).starts_with('[');
  return source.is_stored_as_it_is() && format.records_are_lines && !is_array;
}

FileParser::FileParser(const std::filesystem::path& path, const ReadOptions& options,
                       ThreadPool& pool, ByteRange range)
    : FileParser(Opened::open(path, options, range), pool) {
  is_whole_ = range.is_all();
  starts_file_ = range.begin == 0;
}

FileParser::FileParser(Opened opened, ThreadPool& pool)
    : pool_(pool),
      format_(&opened.format),
      reader_(std::move(opened.reader)),
      encoding_(opened.source.encoding()),
      text_(std::move(opened.source),
            {reader_->cutter(), opened.block_size, format_->replaces_invalid_utf8}),
      file_{text_.name()} {
  if (!opened.beginning.empty()) look_at_header(opened.beginning);
}

// What a header says holds for all parts of a file.
void FileParser::look_at_header(std::string_view beginning) {
  TextChunk chunk;
  chunk.name = text_.name();
  chunk.text = beginning;
  static_cast<void>(reader_->read_header(chunk));
}

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
  if (is_first && starts_file_) pass_over_header(chunk);
  parsed = {text_.name(),        line_, parse(chunk), chunk.replaced.size(), reader_->has_splits(),
            reader_->taxonomy(), {}};
  if (is_first) parsed.fields = fields();
  count(parsed.blocks);
  return true;
}

// Whatever the size of blocks, a record by itself is one of cutting into blocks of a byte.
bool FileParser::next_texts(RecordTexts& texts) {
  texts = {format_->name, {}, {}};
  if (!text_.next()) return false;
  TextChunk& chunk = text_.chunk();
  chunk.first_line = line_;
  if (is_first_) texts.header = pass_over_header(chunk);
  is_first_ = false;
  std::vector<std::vector<std::string_view>> records(chunk.blocks.size());
  pool_.for_blocks(chunk.blocks.size(), [&](std::size_t b) {
    const std::string_view block = chunk.blocks[b];
    std::vector<std::size_t> ends = reader_->cutter()(block, 1);
    if (!block.empty() && (ends.empty() || ends.back() < block.size()))
      ends.push_back(block.size());
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      const std::string_view text = block.substr(begin, end - begin);
      if (reader_->parse(chunk, text).size() > 0) records[b].push_back(text);
      begin = end;
    }
  });
  for (const auto& of_block : records) {
    texts.records.insert(texts.records.end(), of_block.begin(), of_block.end());
  }
  const std::string_view text = chunk.text.substr(texts.header.size());
  line_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return true;
}

std::string_view FileParser::pass_over_header(TextChunk& chunk) {
  const std::size_t length = reader_->read_header(chunk);
  leave_out_header(chunk, length);
  const std::string_view header = chunk.text.substr(0, length);
  line_ += static_cast<std::size_t>(std::count(header.begin(), header.end(), '\n'));
  return header;
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
  if (!is_whole_) return;
  if (file_.records == 0) fail(ErrorKind::input, "{}: holds no example", file_.name);
  reader_->check(file_);
}

}  // namespace clade::detail
