#include "data/file_parser.h"

#include <algorithm>

#include "base/fail.h"
#include "data/formats/format.h"

namespace clade::detail {

namespace {

ChunkRules chunk_rules(const DataFormat& format, const ReadOptions& options) {
  return {format.cut, options.block_size, format.replaces_invalid_utf8};
}

// The blocks of the first chunk without what stands in front of the records.
void leave_out_header(TextChunk& chunk, std::size_t length) {
  for (std::string_view& block : chunk.blocks) {
    const std::size_t part = std::min(length, block.size());
    block.remove_prefix(part);
    length -= part;
  }
}

}  // namespace

FileParser::FileParser(const std::filesystem::path& path, const ReadOptions& options,
                       ThreadPool& pool)
    : pool_(pool),
      reader_(format_of(path, options.format).make_reader(options)),
      text_(path, chunk_rules(format_of(path, options.format), options)),
      file_{text_.name()} {}

bool FileParser::next(ParsedChunk& parsed) {
  if (!text_.next()) {
    check();
    return false;
  }
  TextChunk& chunk = text_.chunk();
  chunk.first_line = line_;
  if (is_first_) pass_over_header(chunk);
  is_first_ = false;
  parsed = {text_.name(),       line_, parse(chunk), chunk.replaced.size(), reader_->has_splits(),
            reader_->taxonomy()};
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
