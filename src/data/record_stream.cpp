#include "data/record_stream.h"

#include <algorithm>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/file_parser.h"
#include "data/formats/format.h"
#include "data/formats/numpy_reader.h"
#include "data/formats/pack_reader.h"
#include "data/paths.h"
#include "data/records_merger.h"

namespace clade::detail {

namespace {

void check_call(std::span<const std::filesystem::path> paths, const ReadOptions& options) {
  if (paths.empty()) fail(ErrorKind::usage, "no data: expected one or more files, or -");
  for (const auto& path : paths) static_cast<void>(format_by_name(path, options.format));
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    fail(ErrorKind::usage, "-: standard input can be read once only");
  }
  if (!is_automatic(options.encoding)) static_cast<void>(parse_encoding(options.encoding));
  check_fields(options.fields);
}

// Where splits were asked for and no record is in one of them.
[[noreturn]] void fail_splits(const ReadOptions& options, const std::vector<std::string>& known) {
  const std::string there =
      known.empty() ? "no record has a split" : "there are: " + join(known, ", ");
  fail(ErrorKind::input, "no example of the split {} was found; {}{}", join(options.splits, " or "),
       there, did_you_mean(options.splits.front(), known));
}

}  // namespace

class RecordStream::Reader {
 public:
  Reader(std::span<const std::filesystem::path> paths, const ReadOptions& options, ThreadPool& pool)
      : options_(options), pool_(pool), merger_(options_) {
    const std::vector<std::filesystem::path> files = matching_paths(paths);
    if (options.shard.is_all()) {
      for (const auto& file : files) parts_.push_back({file, {}});
    } else {
      take_shard(files);
    }
  }

  bool next(Records& piece) {
    piece = {};  // before the next one takes memory
    return guarded([&] {
      if (!append_chunk()) return false;
      piece = merger_.take_piece();
      return true;
    });
  }

  Records rest() {
    return guarded([&] {
      if (is_one_pack()) {
        took_pack_ = true;
        return read_pack(parts_[next_part_++].path, options_, pool_);
      }
      while (append_chunk()) continue;
      return merger_.take_rest();
    });
  }

  const FeatureNames& names() const { return merger_.names(); }

 private:
  [[noreturn]] void fail_no_splits(std::string_view file) const {
    fail_parameter(ErrorKind::input, "split",
                   "{} does not say which records belong to {}: its records have no split", file,
                   join(options_.splits, " or "));
  }

  // What follows an error must not be taken for what follows the records before it.
  template <class Action>
  std::invoke_result_t<Action> guarded(Action action) {
    if (failure_) std::rethrow_exception(failure_);
    try {
      return action();
    } catch (...) {
      failure_ = std::current_exception();
      throw;
    }
  }

  // One that nothing was read of: its rows can be used where they are.
  bool is_one_pack() const {
    return next_part_ == 0 && parts_.size() == 1 && is_pack(parts_.front().path);
  }
  DataFormat::Kind kind_of(const std::filesystem::path& path) const {
    const DataFormat* format = format_by_name(path, options_.format);
    return format != nullptr ? format->kind : DataFormat::Kind::text;
  }
  bool is_pack(const std::filesystem::path& path) const {
    return kind_of(path) == DataFormat::Kind::pack;
  }

  // Of one pack every shard reads a part of the rows (read_pack).
  void take_shard(const std::vector<std::filesystem::path>& files) {
    if (files.size() == 1 && is_pack(files.front())) {
      parts_.push_back({files.front(), {}});
      return;
    }
    std::vector<bool> can_cut;
    for (const auto& file : files) can_cut.push_back(has_records_as_lines(file, options_));
    const auto whole = std::find(can_cut.begin(), can_cut.end(), false);
    const auto ranks = static_cast<std::size_t>(options_.shard.count);
    if (whole != can_cut.end() && files.size() < ranks) {
      fail(ErrorKind::usage,
           "{}: cannot be divided among {} ranks: that takes records of a line each, in plain "
           ".svm, .jsonl or text; make one pack of it ('clade pack'), or give as many files as "
           "ranks",
           files[static_cast<std::size_t>(whole - can_cut.begin())].string(), ranks);
    }
    parts_ = parts_of_shard(files, can_cut, options_.shard);
  }

  void open(const FilePart& part) {
    const std::filesystem::path& path = part.path;
    switch (kind_of(path)) {
      case DataFormat::Kind::pack:
        file_.emplace<PackParser>(path, options_, pool_);
        return;
      case DataFormat::Kind::numpy:
        file_.emplace<NumpyParser>(path, options_);
        return;
      case DataFormat::Kind::text:
        file_.emplace<FileParser>(path, options_, pool_, part.range);
        return;
    }
  }
  bool next_chunk(ParsedChunk& chunk) {
    if (auto* pack = std::get_if<PackParser>(&file_)) return pack->next(chunk);
    if (auto* numpy = std::get_if<NumpyParser>(&file_)) return numpy->next(chunk);
    return std::get<FileParser>(file_).next(chunk);
  }

  // Goes through the files one after the other; false at the end of all.
  bool append_chunk() {
    while (true) {
      const bool is_closed = std::holds_alternative<std::monostate>(file_);
      if (is_closed && next_part_ == parts_.size()) break;
      if (is_closed) open(parts_[next_part_++]);
      ParsedChunk chunk;
      if (next_chunk(chunk)) {
        if (options_.needs_splits && !chunk.has_splits) fail_no_splits(chunk.file);
        merger_.append(std::move(chunk), pool_);
        return true;
      }
      file_.emplace<std::monostate>();
    }
    const bool may_be_empty = took_pack_ || !options_.shard.is_all();
    if (merger_.taken() == 0 && !may_be_empty) fail_splits(options_, merger_.splits());
    return false;
  }

  std::vector<FilePart> parts_;
  ReadOptions options_;
  ThreadPool& pool_;
  RecordsMerger merger_;
  std::size_t next_part_ = 0;
  std::variant<std::monostate, FileParser, PackParser, NumpyParser> file_;
  bool took_pack_ = false;  // at once
  std::exception_ptr failure_;
};

RecordStream::RecordStream(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                           ThreadPool& pool) {
  check_call(paths, options);
  reader_ = std::make_unique<Reader>(paths, options, pool);
}

RecordStream::~RecordStream() = default;
RecordStream::RecordStream(RecordStream&& other) noexcept = default;
RecordStream& RecordStream::operator=(RecordStream&& other) noexcept = default;

bool RecordStream::next(Records& piece) { return reader_->next(piece); }
Records RecordStream::rest() { return reader_->rest(); }
const FeatureNames& RecordStream::names() const { return reader_->names(); }

}  // namespace clade::detail
