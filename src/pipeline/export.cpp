#include "pipeline/export.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "data/formats/svm.h"

namespace clade::detail {

LabelNumbers::LabelNumbers(const Model& model) {
  const LabelSpace& labels = model.label_space();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    static_cast<void>(number(std::string(labels.name(static_cast<ClassId>(c)))));
  }
}

LabelNumbers::LabelNumbers(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  std::size_t line_number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::size_t tab = line.find('\t');
    const auto number = parse_int(line.substr(0, tab));
    const std::string place = fmt::format("{}:{}", file.string(), line_number);
    if (tab == std::string_view::npos || !number || *number < 1) {
      fail(ErrorKind::input, "{}: expected number<TAB>label, got {}", place, quoted(line));
    }
    add(static_cast<std::size_t>(*number), std::string(line.substr(tab + 1)), place);
  }
}

void LabelNumbers::add(std::size_t number, std::string label, const std::string& place) {
  const auto has_number = [&](const auto& entry) { return entry.first == number; };
  if (!numbers_.try_emplace(label, number).second ||
      std::any_of(labels_.begin(), labels_.end(), has_number)) {
    fail(ErrorKind::input, "{}: the number {} or the label {} is given twice", place, number,
         quoted(label));
  }
  labels_.emplace_back(number, std::move(label));
  largest_ = std::max(largest_, number);
}

std::size_t LabelNumbers::number(const std::string& label) {
  const auto [entry, is_new] = numbers_.try_emplace(label, largest_ + 1);
  if (is_new) labels_.emplace_back(++largest_, label);
  return entry->second;
}

std::string LabelNumbers::text() const {
  std::string text;
  for (const auto& [number, label] : labels_) text += fmt::format("{}\t{}\n", number, label);
  return text;
}

namespace {

void check_one_label_each(const Records& records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::size_t count = records.labels_of(i).size();
    if (count < 2) continue;
    fail(ErrorKind::input,
         "record {} has {} labels, and LIBLINEAR reads one a line; scikit-learn reads several "
         "(`to=sklearn`)",
         clade::detail::quoted(records.ids.empty() ? std::to_string(i) : records.ids[i]), count);
  }
}

// A line of .svm for a record without a label.
std::string unlabelled_line(std::string_view line, NumberedFormat format, ExportNotes& notes) {
  line.remove_prefix(1);  // the question mark
  ++notes.unlabelled;
  if (format == NumberedFormat::liblinear) return '0' + std::string(line);
  if (line.starts_with(' ')) return std::string(line.substr(1));
  ++notes.left_out;
  return "";
}

// A label that stands in a line of words: what splits words becomes '_'.
std::string label_word(std::string_view label, std::set<std::string>& taken) {
  std::string word = "__label__";
  for (const char c : label) word += static_cast<unsigned char>(c) <= 0x20 ? '_' : c;
  while (!taken.insert(word).second) word += '_';
  return word;
}

std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return line;
}

}  // namespace

ExportNotes write_numbered(const Vectors& vectors, NumberedFormat format, LabelNumbers& labels,
                           const TextSink& sink) {
  if (format == NumberedFormat::liblinear) check_one_label_each(vectors.records);
  ExportNotes notes;
  Records numbered = vectors.records;
  for (LabelName& label : numbered.label_names)
    label.name = std::to_string(labels.number(label.name));
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    notes.has_label_sets = notes.has_label_sets || numbered.labels_of(i).size() != 1;
  }
  SvmWriter(numbered, vectors.names).write([&](std::string_view line) {
    if (line.starts_with('?')) return sink(unlabelled_line(line, format, notes));
    sink(line);
  });
  return notes;
}

std::string write_fasttext(const RecordSource& source, ThreadPool& pool, const TextSink& sink) {
  ReadOptions read = source.options(Precision::single, nullptr);
  read.snippet_bytes = std::numeric_limits<std::size_t>::max();  // whole texts
  const Records records = source.read(read, pool);
  if (records.snippets.empty()) {
    fail(ErrorKind::input,
         "{}: fastText reads texts, and no record has one: is it in another field or column "
         "(`text_fields`)?",
         source.name());
  }
  std::set<std::string> taken;
  std::vector<std::string> words;
  std::string map;
  for (const LabelName& label : records.label_names) {
    words.push_back(label_word(label.name, taken));
    map += fmt::format("{}\t{}\n", words.back(), label.name);
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::string line;
    for (const std::uint32_t label : records.labels_of(i)) line += words[label] + ' ';
    sink(line + on_one_line(records.snippets[i].text) + '\n');
  }
  return map;
}

std::size_t empty_rows(const Records& records) {
  return std::visit(
      [](const auto& rows) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          if (rows.row(i).empty()) ++count;
        }
        return count;
      },
      records.rows);
}

}  // namespace clade::detail
