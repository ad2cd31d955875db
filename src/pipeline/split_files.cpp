#include "pipeline/split_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/fail.h"
#include "base/file.h"
#include "base/set_options.h"
#include "base/text.h"
#include "data/file_parser.h"
#include "measure/stratified_parts.h"

namespace clade::detail {

namespace {

void check_readable(const FileSource& source) {
  for (const auto& path : source.paths) {
    if (path == "-") {
      fail(ErrorKind::usage, "split: -: the data are read twice, which standard input cannot be");
    }
    if (!is_text_format(path, source.files.format)) {
      fail(ErrorKind::usage,
           "split: {}: holds no lines to share out; split the text that it was "
           "made of",
           path.string());
    }
  }
}

// The ending of the data, without that of compression.
std::string ending_of(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return name.extension().string();
}

// An object of JSON on one line, whatever stood around it; other records as they are.
std::string line_of(std::string_view record, bool is_json) {
  if (is_json) {
    constexpr std::string_view around = " \t\r\n,[]";
    const std::size_t first = record.find_first_not_of(around);
    record = record.substr(first, record.find_last_not_of(around) - first + 1);
  }
  std::string line(record);
  if (is_json)
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (!line.ends_with('\n')) line += '\n';
  return line;
}

// `120 50 7` of the extreme-classification repository promises a number of records.
std::string header_for(std::string_view header, bool counts_records, std::size_t records) {
  if (!counts_records || header.empty()) return std::string(header);
  const std::size_t end = header.find_first_of(" \t");
  return std::to_string(records) + std::string(header.substr(std::min(end, header.size())));
}

std::size_t count_repeated(const Records& records) {
  std::unordered_map<std::uint64_t, std::size_t> count;
  for (const std::uint64_t content : records.fingerprints) ++count[content];
  std::size_t repeated = 0;
  for (const auto& [content, times] : count) {
    if (content != 0 && times > 1) repeated += times;
  }
  return repeated;
}

SplitParts describe(const Records& records, const std::vector<std::uint32_t>& part_of,
                    std::vector<std::filesystem::path> files) {
  SplitParts result;
  for (auto& file : files) result.parts.push_back({std::move(file), 0, 0});
  std::vector<std::set<std::uint32_t>> labels(result.parts.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    ++result.parts[part_of[i]].records;
    const auto own = records.labels_of(i);
    labels[part_of[i]].insert(own.begin(), own.end());
  }
  for (std::size_t p = 0; p < labels.size(); ++p) result.parts[p].labels = labels[p].size();
  result.repeated = count_repeated(records);
  return result;
}

// The files of the parts while they are written.
class PartFiles {
 public:
  explicit PartFiles(const SplitParts& parts) : parts_(parts) {
    for (const auto& part : parts.parts) files_.push_back(std::make_unique<AtomicFile>(part.file));
    is_begun_.resize(files_.size(), false);
  }

  void begin(std::string_view header, bool counts_records) {
    for (std::size_t p = 0; p < files_.size(); ++p) {
      if (is_begun_[p]) continue;
      is_begun_[p] = true;
      const std::string own = header_for(header, counts_records, parts_.parts[p].records);
      if (!own.empty()) files_[p]->write(std::string_view(own));
    }
  }
  void write(std::size_t part, std::string_view line) { files_[part]->write(line); }
  void commit() {
    for (const auto& file : files_) file->commit();
  }

 private:
  const SplitParts& parts_;
  std::vector<std::unique_ptr<AtomicFile>> files_;
  std::vector<bool> is_begun_;
};

void write_parts(const FileSource& source, const ReadOptions& read,
                 const std::vector<std::uint32_t>& part_of, PartFiles& files, ThreadPool& pool,
                 const Reporter& reporter) {
  std::size_t next = 0;
  std::optional<std::string> header;
  for (const auto& path : source.paths) {
    FileParser parser(path, read, pool);
    RecordTexts texts;
    for (bool is_first = true; parser.next_texts(texts); is_first = false) {
      if (reporter.stop_requested()) throw Cancelled{};
      const bool is_json = texts.format == "jsonl", is_svm = texts.format == "svm";
      if (is_first && header && !is_svm && *header != texts.header) {
        fail(ErrorKind::input, "{}: begins with another header than the file before",
             path.string());
      }
      if (is_first && !header) header = texts.header;
      files.begin(is_json ? std::string_view() : std::string_view(*header), is_svm);
      for (const std::string_view record : texts.records) {
        if (next == part_of.size())
          fail(ErrorKind::input, "{}: was changed meanwhile", path.string());
        files.write(part_of[next++], line_of(record, is_json));
      }
    }
  }
  if (next != part_of.size()) {
    fail(ErrorKind::input, "{}: was changed meanwhile", source.name());
  }
}

}  // namespace

void check_parts(const SplitOptions& options) {
  double sum = 0;
  for (const double fraction : options.fractions) {
    if (!(fraction > 0 && fraction < 1)) {
      fail_parameter("fractions", "expected numbers above 0 and below 1, got '{}'",
                     format_number(fraction));
    }
    sum += fraction;
  }
  if (options.fractions.size() < 2 || std::abs(sum - 1) > 1e-6) {
    fail_parameter("fractions",
                   "expected two numbers or more that add up to 1, such as 0.8,0.2; "
                   "got {} that add up to {}",
                   options.fractions.size(), format_number(sum));
  }
  if (options.names.size() != options.fractions.size()) {
    fail_parameter("names", "expected {} names, one for each of `fractions`, got {}",
                   options.fractions.size(), options.names.size());
  }
  std::set<std::string> seen;
  for (const std::string& name : options.names) {
    const bool is_name =
        !name.empty() && name.find('/') == std::string::npos && name != "." && name != "..";
    if (!is_name || !seen.insert(name).second) {
      fail_parameter("names", "expected different names of files, got {}", quoted(name));
    }
  }
}

SplitParts split_files(const FileSource& source, const std::filesystem::path& folder,
                       const SplitOptions& options, ThreadPool& pool, Reporter& reporter) {
  check_parts(options);
  check_readable(source);
  ReadOptions read = source.options(Precision::double_, nullptr);
  read.fingerprints = true;
  const Records records = source.read(read, pool);
  if (reporter.stop_requested()) throw Cancelled{};
  if (records.has_splits) {
    reporter.on_warning(
        "the records say themselves which split they belong to, and training and evaluation follow "
        "that in the parts, too: read the parts with `split=all`");
  }
  if (records.size() < options.fractions.size()) {
    fail(ErrorKind::input, "{}: expected at least {} records, one for each part, got {}",
         source.name(), options.fractions.size(), records.size());
  }
  const std::vector<std::uint32_t> part_of =
      stratified_parts(records, options.fractions, options.seed);
  std::vector<std::filesystem::path> files;
  for (const std::string& name : options.names) {
    files.push_back(folder / (name + ending_of(source.paths.front())));
    for (const auto& path : source.paths) {
      std::error_code none;
      if (std::filesystem::equivalent(path, files.back(), none)) {
        fail(ErrorKind::usage, "split: {} is among the data: choose another folder or other names",
             files.back().string());
      }
    }
  }
  SplitParts parts = describe(records, part_of, std::move(files));
  std::error_code problem;
  const bool is_new = std::filesystem::create_directories(folder, problem);
  if (problem) {
    fail(ErrorKind::environment, "{}: cannot be made: {}", folder.string(), problem.message());
  }
  try {
    PartFiles written(parts);
    write_parts(source, read, part_of, written, pool, reporter);
    written.commit();
  } catch (...) {
    if (is_new) std::filesystem::remove(folder, problem);  // where it is empty
    throw;
  }
  return parts;
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

SplitParts split(const std::vector<std::filesystem::path>& files,
                 const std::filesystem::path& folder, const SplitOptions& options) {
  FileOptions reading;
  set_options(parameters_of(reading), options.files, "examples from files have");
  Reporter silent;
  ThreadPool pool(options.threads);
  return split_files(FileSource(files, std::move(reading), ""), folder, options, pool,
                     options.reporter != nullptr ? *options.reporter : silent);
}

}  // namespace clade
