#include "data/file_parser.h"

#include <algorithm>
#include <type_traits>

#include "base/fail.h"
#include "data/data_format.h"

namespace clade {

namespace {

template <class Real>
std::unique_ptr<FormatReader<Real>> make_reader(const DataFormat& format,
                                                const ReadOptions& options) {
  if constexpr (std::is_same_v<Real, float>) {
    return format.make_single(options);
  } else {
    return format.make_double(options);
  }
}

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

template <class Real>
FileParser<Real>::FileParser(const std::filesystem::path& path, const ReadOptions& options,
                             ThreadPool& pool)
    : pool_(pool),
      reader_(make_reader<Real>(format_of(path, options.format), options)),
      text_(path, chunk_rules(format_of(path, options.format), options)),
      file_{text_.name()} {}

template <class Real>
bool FileParser<Real>::next(ParsedChunk<Real>& parsed) {
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

template <class Real>
void FileParser<Real>::pass_over_header(TextChunk& chunk) {
  const std::size_t length = reader_->read_header(chunk);
  leave_out_header(chunk, length);
  const std::string_view header = chunk.text.substr(0, length);
  line_ += static_cast<std::size_t>(std::count(header.begin(), header.end(), '\n'));
}

template <class Real>
std::vector<RecordBlock<Real>> FileParser<Real>::parse(const TextChunk& chunk) {
  std::vector<RecordBlock<Real>> blocks(chunk.blocks.size());
  pool_.for_blocks(blocks.size() + 1, [&](std::size_t b) {
    if (b == 0) {
      text_.read_ahead();
    } else {
      blocks[b - 1] = reader_->parse(chunk, chunk.blocks[b - 1]);
    }
  });
  return blocks;
}

template <class Real>
void FileParser<Real>::count(const std::vector<RecordBlock<Real>>& blocks) {
  for (const auto& block : blocks) {
    line_ += block.notes().lines;
    file_.records += block.seen();
    file_.taken += block.size();
    file_.has_text = file_.has_text || block.notes().has_text;
  }
}

template <class Real>
void FileParser<Real>::check() const {
  if (file_.records == 0) fail(ErrorKind::input, "{}: holds no example", file_.name);
  reader_->check(file_);
}

template class FileParser<float>;
template class FileParser<double>;

}  // namespace clade
