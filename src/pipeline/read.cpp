#include "pipeline/read.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "data/label_files.h"
#include "data/rank_records.h"
#include "data/record_stream.h"
#include "data/record_subset.h"
#include "model/fingerprint_section.h"
#include "pipeline/choose_terms.h"

namespace clade::detail {

namespace {

// Where labels may be, when no record has one.
std::string advice_on_labels(const Records& records) {
  for (const FieldSummary& file : records.files) {
    std::vector<std::string> others;
    for (const FieldSummary::Named& field : file.fields) {
      const bool is_other = field.role == FieldRole::ignored || field.role == FieldRole::feature;
      if (is_other && others.size() < 12) others.push_back(field.name);
    }
    if (!others.empty()) {
      return fmt::format("; are they in another field (`label_field`)? There {} {}",
                         others.size() == 1 ? "is" : "are", join(others, ", "));
    }
  }
  return "";
}

// The rows are numbers from now on, the characters of texts.
void check_has_texts(Records& records, const std::string& name) {
  if (!records.has_text) {
    fail(ErrorKind::input,
         "{}: `kernel=subsequence` compares texts, and no record has one: is it in another field "
         "(`text_fields`)?",
         name);
  }
  records.has_text = false;
}

}  // namespace

ReadOptions FileSource::options(Precision precision, const Vectoriser* trained) const {
  ReadOptions read = read_options(files, precision, default_split, trained);
  read.snippet_bytes = snippet_bytes;
  read.shard = shard;
  return read;
}

Records FileSource::read(const ReadOptions& options, ThreadPool& pool) const {
  Records records = read_records(paths, options, pool);
  const std::vector<std::filesystem::path> beside = label_files(paths, files.labels_file);
  if (!beside.empty()) {
    read_labels(beside, parse_label_separator(files.places.label_separator), records);
  }
  if (!weights.empty()) records.weights = read_weights(weights, records.size());
  return records;
}

Records FileSource::sample(const ReadOptions& options, ThreadPool& pool) const {
  if (std::find(paths.begin(), paths.end(), "-") != paths.end()) return {};
  Records records;
  ReadOptions first = options;
  first.shard = {};  // all ranks see the same
  RecordStream stream(paths, first, pool);
  while (stream.next(records) && records.size() == 0) continue;
  return records;
}

std::uintmax_t FileSource::bytes() const {
  std::uintmax_t sum = 0;
  for (const auto& path : paths) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error) sum += size;
  }
  return sum;
}

std::shared_ptr<const RecordSource> source_of(const Examples& examples, std::string default_split) {
  const auto* files = dynamic_cast<const FileSource*>(examples.source().get());
  if (files == nullptr) return examples.source();
  auto chosen = std::make_shared<FileSource>(*files);
  chosen->default_split = std::move(default_split);
  return chosen;
}

Records read_for_training(const RecordSource& source, const TextParams& text, RecordForm form,
                          ThreadPool& pool, Reporter& reporter, Communicator& peers) {
  TextParams chosen = text;
  std::optional<ChosenTerms> terms;
  if (form.adapts && !form.character_sequences) {
    terms = choose_terms(text, source, pool);
    chosen.ngrams = terms->ngrams;
    chosen.char_ngrams = terms->char_ngrams;
  }
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(chosen);
  ReadOptions read = source.options(form.precision, nullptr);
  read.character_sequences = form.character_sequences;
  read.fingerprints = form.fingerprints;
  if (!form.character_sequences) read.analyzer = analyzer.get();
  read.missing = text.numbers.reading();
  if (form.adapts && read.missing == MissingValues::leave_out) {
    read.missing = MissingValues::keep;
  }
  Records records = source.read(read, pool);
  records.adapted = std::move(terms);
  say_fields(records, reporter);
  agree_on_counts(records, peers);
  warn_of_reading(records, reporter);
  keep_labelled(records, source.name(), reporter, peers);
  agree_on_names(records, peers);
  warn_of_joined_labels(records, reporter);
  if (form.character_sequences) check_has_texts(records, source.name());
  return records;
}

ModelReader reader_for(const Model& model, const RecordSource& source) {
  const Vectoriser* vectoriser = model.vectoriser();
  ModelReader reader{nullptr, source.options(model.precision(), vectoriser)};
  reader.options.character_sequences = model.takes_strings();
  if (vectoriser != nullptr && !reader.options.character_sequences) {
    reader.analyzer = vectoriser->analyzer();
    reader.options.analyzer = reader.analyzer.get();
    reader.options.known_names = &vectoriser->fitted().names;
    read_missing_for(*vectoriser, reader.options);
  }
  return reader;
}

Records read_for_model(const Model& model, const RecordSource& source, ThreadPool& pool,
                       Reporter& reporter, RecordsFor use, Communicator& peers) {
  ModelReader reader = reader_for(model, source);
  reader.options.fingerprints = use == RecordsFor::measures && fingerprints_of(model) != nullptr;
  Records records = source.read(reader.options, pool);
  agree_on_ids(records, peers);
  if (reader.options.character_sequences && records.size() > 0)
    check_has_texts(records, source.name());
  if (const Vectoriser* vectoriser = model.vectoriser()) {
    vectoriser->transform(records, &pool);
    say_missing(records, vectoriser->fitted().params.numbers.missing, reporter);
    warn_of_absent_columns(records, *vectoriser, reporter);
  }
  say_guesses(records, reporter);
  warn_of_reading(records, reporter);
  if (records.size() > 0 && count_features(records) == 0) {
    reporter.on_warning(
        "no record has a word or feature that the model knows: is the text in another field "
        "(`text_fields`)?");
  }
  return records;
}

void stream_for_model(
    const Model& model, const FileSource& source, ThreadPool& pool,
    const std::function<bool(const Records& piece, const TextAnalyzer* analyzer)>& take) {
  ModelReader reader = reader_for(model, source);
  reader.options.snippet_bytes = std::numeric_limits<std::size_t>::max();
  RecordStream stream(source.paths, reader.options, pool);
  Records piece;
  while (stream.next(piece)) {
    if (model.vectoriser() != nullptr) model.vectoriser()->transform(piece);
    if (!take(piece, reader.analyzer.get())) return;
  }
}

FittedVectors read_vectors(const RecordSource& source, const TextParams& text, Precision precision,
                           ThreadPool& pool) {
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(text);
  ReadOptions read = source.options(precision, nullptr);
  read.analyzer = analyzer.get();
  read.missing = text.numbers.reading();
  Records records = source.read(read, pool);
  Reporter silent;  // what it would warn of is about training
  Vectoriser vectoriser = Vectoriser::fit(text, records, silent, &pool);
  return {std::move(records), std::move(vectoriser)};
}

void warn_of_unknown_features(std::size_t count, Reporter& reporter) {
  if (count == 0) return;
  reporter.on_warning(
      fmt::format("{} words or feature values are unknown to the model and were ignored", count));
}

void keep_labelled(Records& records, const std::string& name, Reporter& reporter,
                   Communicator& peers) {
  const std::size_t all = peers.sum(std::uint64_t{records.size()});
  const std::size_t dropped = peers.sum(std::uint64_t{drop_unlabelled(records)});
  if (dropped == all) {
    const std::string what =
        all == 0 ? "no instance at all" : fmt::format("{} without a label", all);
    fail(ErrorKind::input, "{}: expected labelled instances, got {}{}", name, what,
         all == 0 ? "" : advice_on_labels(records));
  }
  warn_of_unlabelled(dropped, all, reporter);
}

std::size_t drop_unlabelled(Records& records) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records.labels_of(i).empty()) kept.push_back(i);
  }
  const std::size_t dropped = records.size() - kept.size();
  if (dropped == 0) return 0;
  // They keep the numbers that they have among all.
  for (std::size_t i = records.ids.size(); i < records.size(); ++i) {
    records.ids.push_back(std::to_string(i));
  }
  records = subset(records, kept);
  return dropped;
}

std::size_t count_features(const Records& records) {
  return std::visit([](const auto& rows) { return rows.nonzeros(); }, records.rows);
}

void check_has_features(const Records& records, const std::string& name, Communicator& peers) {
  if (peers.any(count_features(records) > 0)) return;
  fail(ErrorKind::input,
       "{}: no record has a feature: is the text in another field (`text_fields`), or is every "
       "word too rare (`min_df`)?",
       name);
}

void warn_of_replaced_bytes(std::size_t count, Reporter& reporter) {
  if (count == 0) return;
  reporter.on_warning(
      fmt::format("{} byte{} no UTF-8 and {} read as '?'; is it `encoding=windows-1252`?", count,
                  count == 1 ? " is" : "s are", count == 1 ? "was" : "were"));
}

void warn_of_reading(const Records& records, Reporter& reporter) {
  warn_of_replaced_bytes(records.replaced_bytes, reporter);
  if (records.without_split > 0) {
    reporter.on_warning(fmt::format(
        "{} record{} no split, where others have one, and {} left out", records.without_split,
        records.without_split == 1 ? " has" : "s have", records.without_split == 1 ? "is" : "are"));
  }
}

void read_missing_for(const Vectoriser& vectoriser, ReadOptions& read) {
  read.missing = vectoriser.fitted().params.numbers.reading();
  read.numeric_features = &vectoriser.fitted().scaling.features;
}

void say_missing(const Records& records, Missing treatment, Reporter& reporter) {
  const std::string text = missing_text(records.missing, treatment);
  if (!text.empty()) reporter.on_note(text);
}

namespace {

bool is_table(const FieldSummary& file) {
  return file.format == "csv" || file.format == "tsv" || file.format == "arff";
}

std::vector<std::string> columns_of(const FieldSummary& file) {
  std::vector<std::string> names;
  for (const FieldSummary::Named& field : file.fields) {
    if (field.role == FieldRole::feature) names.push_back(field.name);
  }
  return names;
}

}  // namespace

void warn_of_absent_columns(const Records& records, const Vectoriser& vectoriser,
                            Reporter& reporter) {
  constexpr std::size_t shown = 3;
  const Vectoriser::Fitted& fitted = vectoriser.fitted();
  ReadOptions read;
  read.missing = MissingValues::keep;
  read.known_names = &fitted.names;
  read.numeric_features = &fitted.scaling.features;
  for (const FieldSummary& file : records.files) {
    if (!is_table(file)) continue;
    const std::vector<std::string> absent = absent_features(read, columns_of(file));
    if (absent.empty()) continue;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(shown, absent.size()); ++i) {
      names.push_back(quoted(absent[i]));
    }
    reporter.on_warning(fmt::format(
        "{} has no column for {} numeric feature{} of the model, {}{}: {} value{} as {}", file.file,
        absent.size(), absent.size() == 1 ? "" : "s", join(names, ", "),
        absent.size() > shown ? ", ..." : "", absent.size() == 1 ? "its" : "their",
        absent.size() == 1 ? " counts" : "s count",
        fitted.params.numbers.missing == Missing::mean ? "the mean of the training values" : "0"));
  }
}

void say_fields(const Records& records, Reporter& reporter) {
  std::vector<std::string> said;
  for (const FieldSummary& file : records.files) {
    if (file.empty()) continue;
    // Files with the same fields are one line.
    FieldSummary nameless = file;
    nameless.file.clear();
    std::string fields = nameless.text();
    if (std::find(said.begin(), said.end(), fields) != said.end()) continue;
    said.push_back(std::move(fields));
    reporter.on_note(file.text());
  }
}

void say_guesses(const Records& records, Reporter& reporter) {
  for (const FieldSummary& file : records.files) {
    if (!file.encoding.empty()) {
      reporter.on_note(fmt::format("{} was read as {}", file.file, file.encoding));
    }
    if (file.format == "text") {
      reporter.on_note(fmt::format("{} was read as text, a document on each line", file.file));
    }
  }
}

void warn_of_joined_labels(const Records& records, Reporter& reporter) {
  std::unordered_set<std::string_view> names;
  for (const LabelName& label : records.label_names) names.insert(label.name);
  for (const char* separator : {";", ",", "|", "/ "}) {
    std::size_t count = 0;
    const std::string* example = nullptr;
    for (const LabelName& label : records.label_names) {
      std::size_t parts = 0, known = 0;
      for_each_label(label.name, separator, [&](std::string_view part) {
        ++parts;
        known += names.count(part);
      });
      if (parts < 2 || known < parts) continue;
      ++count;
      example = &label.name;
    }
    if (count == 0) continue;
    reporter.on_warning(
        fmt::format("{} label{} like several in one, such as {}; if so, use `label_separator={}`",
                    count, count == 1 ? " looks" : "s look", quoted(*example), separator));
    return;
  }
}

void warn_of_unread_texts(Reporter& reporter) {
  reporter.on_warning("the model was trained without texts: those of the data are passed over");
}

void warn_of_unlabelled(std::size_t count, std::size_t all, Reporter& reporter) {
  if (count == 0) return;
  reporter.on_warning(fmt::format("{} of {} instances have no label and are left out", count, all));
}

}  // namespace clade::detail
