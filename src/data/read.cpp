#include "data/read.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/format_reader.h"
#include "data/input_text.h"
#include "data/records_merger.h"
#include "data/text_chunks.h"
#include "data/text_fields.h"

namespace clade {

namespace {

// A new format is one line here and its reader.
struct Format {
  std::string_view name;
  std::array<std::string_view, 2> other_names;  // taken as file endings and by --format as well
  Cutter cut;
  bool replaces_invalid_utf8;  // for formats whose texts may have any content
  MakeReader<float> make_single;
  MakeReader<double> make_double;

  bool is_called(std::string_view word) const {
    return !word.empty() && (word == name || std::find(other_names.begin(), other_names.end(),
                                                       word) != other_names.end());
  }
};

constexpr std::array formats{
    Format{"svm", {"libsvm", "svmlight"}, &cut_lines, false, &make_svm_reader, &make_svm_reader},
    Format{"jsonl", {"ndjson"}, &cut_lines, true, &make_jsonl_reader, &make_jsonl_reader},
    Format{"tsv", {}, &cut_lines, true, &make_tsv_reader, &make_tsv_reader},
    Format{"csv", {}, &cut_csv, true, &make_csv_reader, &make_csv_reader},
};

std::string format_names() {
  std::vector<std::string> names;
  names.reserve(formats.size());
  for (const Format& format : formats) names.emplace_back(format.name);
  return join(names, "|");
}

const Format* find_format(std::string_view word) {
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [word](const Format& format) { return format.is_called(word); });
  return found != formats.end() ? &*found : nullptr;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// The ending that tells the format: svm for train.svm.gz.
std::string ending(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  const std::string last = lower_case(name.extension().string());
  if (last == ".gz" || last == ".zst") name = name.stem();
  const std::string extension = lower_case(name.extension().string());
  return extension.empty() ? "" : extension.substr(1);
}

const Format& format_of(const std::filesystem::path& path, const std::string& asked) {
  if (!asked.empty()) {
    if (const Format* format = find_format(asked)) return *format;
    fail(ErrorKind::usage, "--format: expected {}, got {}", format_names(), quoted(asked));
  }
  if (path == "-") return formats.front();
  if (const Format* format = find_format(ending(path))) return *format;
  fail(ErrorKind::usage, "{}: cannot tell the format from the name; use --format {}", path.string(),
       format_names());
}

template <class Real>
std::unique_ptr<FormatReader<Real>> make_reader(const Format& format, const ReadOptions& options) {
  if constexpr (std::is_same_v<Real, float>) {
    return format.make_single(options);
  } else {
    return format.make_double(options);
  }
}

// The blocks of the first chunk without what stands in front of the records.
void leave_out_header(TextChunk& chunk, std::size_t length) {
  for (std::string_view& block : chunk.blocks) {
    const std::size_t part = std::min(length, block.size());
    block.remove_prefix(part);
    length -= part;
  }
}

// Parses one chunk while the next one is read.
template <class Real>
std::vector<RecordBlock<Real>> parse_chunk(TextChunks& text, const FormatReader<Real>& reader,
                                           ThreadPool& pool) {
  const TextChunk& chunk = text.chunk();
  std::vector<RecordBlock<Real>> blocks(chunk.blocks.size());
  pool.for_blocks(blocks.size() + 1, [&](std::size_t b) {
    if (b == 0) {
      text.read_ahead();
    } else {
      blocks[b - 1] = reader.parse(chunk, chunk.blocks[b - 1]);
    }
  });
  return blocks;
}

template <class Real>
FileSummary read_text(TextChunks& text, FormatReader<Real>& reader, ThreadPool& pool,
                      RecordsMerger<Real>& records) {
  FileSummary file{text.name()};
  std::size_t line = 1;
  for (bool is_first = true; text.next(); is_first = false) {
    TextChunk& chunk = text.chunk();
    chunk.first_line = line;
    if (is_first) {
      const std::size_t header = reader.read_header(chunk);
      leave_out_header(chunk, header);
      line += static_cast<std::size_t>(std::count(
          chunk.text.begin(), chunk.text.begin() + static_cast<std::ptrdiff_t>(header), '\n'));
    }
    std::vector<RecordBlock<Real>> blocks = parse_chunk(text, reader, pool);
    const std::size_t first_line = line;
    for (const auto& block : blocks) {
      line += block.notes().lines;
      file.records += block.seen();
      file.taken += block.size();
      file.has_text = file.has_text || block.notes().has_text;
    }
    records.add_replaced_bytes(chunk.replaced.size());
    records.append(std::move(blocks), text.name(), first_line, pool);
  }
  return file;
}

template <class Real>
void read_file(const std::filesystem::path& path, const ReadOptions& options, ThreadPool& pool,
               RecordsMerger<Real>& records) {
  const Format& format = format_of(path, options.format);
  const auto reader = make_reader<Real>(format, options);
  TextChunks text(path, {format.cut, options.block_size, format.replaces_invalid_utf8});
  const FileSummary file = read_text(text, *reader, pool, records);
  if (file.records == 0) fail(ErrorKind::input, "{}: holds no example", file.name);
  reader->check(file);
  if (reader->has_splits()) records.set_has_splits();
}

// Where splits were asked for and no record is in one of them.
[[noreturn]] void fail_splits(const ReadOptions& options, const std::vector<std::string>& known) {
  const std::string there =
      known.empty() ? "no record has a split" : "there are: " + join(known, ", ");
  fail(ErrorKind::input, "no example of the split {} was found; {}{}", join(options.splits, " or "),
       there, did_you_mean(options.splits.front(), known));
}

template <class Real>
Records read_all(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                 ThreadPool& pool) {
  RecordsMerger<Real> records(options);
  for (const auto& path : paths) read_file(path, options, pool, records);
  if (records.size() == 0) fail_splits(options, records.splits());
  return std::move(records).take();
}

}  // namespace

Records read_records(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                     ThreadPool& pool) {
  // A wrong call is reported before anything is read.
  if (paths.empty()) fail(ErrorKind::usage, "no data: expected one or more files, or -");
  for (const auto& path : paths) static_cast<void>(format_of(path, options.format));
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    fail(ErrorKind::usage, "-: standard input can be read once only");
  }
  static_cast<void>(parse_text_fields("--text-fields", options.text_fields));
  static_cast<void>(parse_text_fields("--text-column", options.text_column));
  return options.precision == Precision::single ? read_all<float>(paths, options, pool)
                                                : read_all<double>(paths, options, pool);
}

std::vector<double> read_weights(const std::filesystem::path& path, std::size_t records) {
  const InputText input(path);
  std::vector<double> weights;
  std::string_view rest = input.text();
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view word = trim(rest.substr(0, end));
    if (!word.empty()) {
      const auto weight = parse_double(word);
      if (!weight || !(*weight > 0) || !std::isfinite(*weight)) {
        fail(ErrorKind::input, "{}:{}:{}: expected a number above 0, got {}", input.name(), line,
             word.data() - rest.data() + 1, quoted(word));
      }
      weights.push_back(*weight);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (weights.size() != records) {
    fail(ErrorKind::input, "{}: expected {} weights, one for each example, got {}", input.name(),
         records, weights.size());
  }
  return weights;
}

}  // namespace clade
