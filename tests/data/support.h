// Files for tests, compression, and the message of an expected error.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/error.h"
#include "data/read.h"
#include "data/records.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::testing {

using test::TempFolder;

inline std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

// The message of the Error that `action` throws, after a check of its kind.
template <class Action>
std::string error_of(ErrorKind kind, Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

inline Records read_file(const std::filesystem::path& file,
                         Precision precision = Precision::double_, unsigned threads = 2,
                         const std::string& format = "") {
  ThreadPool pool(threads);
  ReadOptions options;
  options.format = format;
  options.precision = precision;
  return read_records(std::vector{file}, options, pool);
}

inline Records read_svm_text(std::string_view text, Precision precision = Precision::double_) {
  const TempFolder folder;
  return read_file(folder.write("x.svm", text), precision);
}

// The message without the folder in front of x.svm.
inline std::string svm_error(std::string_view text, Precision precision = Precision::double_) {
  const TempFolder folder;
  const auto file = folder.write("x.svm", text);
  std::string message = error_of(ErrorKind::input, [&] { read_file(file, precision); });
  const std::string prefix = folder.path().string() + "/";
  EXPECT_TRUE(message.starts_with(prefix)) << message;
  return message.substr(std::min(prefix.size(), message.size()));
}

// Splits on blanks: what the readers need to know of texts.
struct FakeAnalyzer : TextAnalyzer {
  int bits = 0;
  explicit FakeAnalyzer(int hash_bits = 0) : bits(hash_bits) {}
  void analyze(std::string_view text, TermSink& out) const override {
    while (true) {
      text.remove_prefix(std::min(text.find_first_not_of(" \n\t"), text.size()));
      if (text.empty()) return;
      const std::size_t length = std::min(text.find_first_of(" \n\t"), text.size());
      out.term(text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  int hash_bits() const override { return bits; }
};

// Reads `text` as a file x.FORMAT, with an analyzer unless the options have one.
inline Records read_text(const std::string& format, std::string_view text, ReadOptions options = {},
                         unsigned threads = 2) {
  const TempFolder folder;
  const FakeAnalyzer analyzer;
  if (options.analyzer == nullptr) options.analyzer = &analyzer;
  ThreadPool pool(threads);
  return read_records(std::vector{folder.write("x." + format, text)}, options, pool);
}

// The message without the folder in front of the file's name.
inline std::string text_error(const std::string& format, std::string_view text,
                              const ReadOptions& options = {}, ErrorKind kind = ErrorKind::input) {
  std::string message = error_of(kind, [&] { read_text(format, text, options); });
  const std::size_t name = message.find("x." + format);
  const std::size_t folder = message.find(std::filesystem::temp_directory_path().string());
  if (folder < name && name != std::string::npos) message.erase(folder, name - folder);
  return message;
}

// One line per record: id, labels, then features with their names.
inline std::vector<std::string> shown_by_name(const Records& records,
                                              const FeatureNames* given = nullptr) {
  const FeatureNames& names = given != nullptr ? *given : records.names;
  std::vector<std::string> lines;
  std::visit(
      [&](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          std::string line = records.ids.empty() ? std::to_string(i) : records.ids[i];
          char separator = ' ';
          for (const std::uint32_t label : records.labels_of(i)) {
            line += std::exchange(separator, ',') + ("[" + records.label_names[label].name + "]");
          }
          for (const auto& f : rows.row(i)) {
            const std::size_t number = f.index - FeatureNames::first_index;
            const bool is_named = f.index >= FeatureNames::first_index && number < names.size();
            char value[32];
            std::snprintf(value, sizeof value, ":%.9g", static_cast<double>(f.value));
            line +=
                ' ' +
                (is_named ? names.mark(number) + std::string("/") + std::string(names.name(number))
                          : std::to_string(f.index)) +
                value;
          }
          lines.push_back(line);
        }
      },
      records.rows);
  return lines;
}

// One line per record: labels, then index:value.
inline std::vector<std::string> shown(const Records& records) {
  std::vector<std::string> lines;
  std::visit(
      [&](const auto& rows) {
        EXPECT_EQ(rows.size(), records.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
          std::string line;
          for (const std::uint32_t label : records.labels_of(i)) {
            line += (line.empty() ? "" : ",") + records.label_names[label].name;
          }
          for (const auto& f : rows.row(i)) {
            char text[64];
            std::snprintf(text, sizeof text, " %u:%.9g", f.index, static_cast<double>(f.value));
            line += text;
          }
          lines.push_back(line);
        }
      },
      records.rows);
  return lines;
}

}  // namespace clade::detail::testing
