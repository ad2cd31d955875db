// clade convert: any data to vectors, for other tools.
#include <fmt/core.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/convert_options.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/terminal_reporter.h"
#include "pipeline/convert.h"
#include "pipeline/data_options.h"
#include "pipeline/export.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

namespace {

CommandSpec convert_spec(ConvertOptions& options) {
  CommandSpec spec;
  spec.name = "convert";
  spec.summary = "turn documents into vectors for other tools";
  spec.usage = {"DATA... -o OUT.svm [options]", "DATA... -o OUT.svm --model MODEL [options]",
                "DATA... -o OUT.arff --taxonomy T [options]",
                "DATA... -o OUT --to liblinear|sklearn|fasttext|clus [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)},
                 {"Options for text and counts, without --model", parameters_of(options.text)}};
  remove_option(spec.groups.front().options, "unknown_labels");  // labels are written as they are
  hide_default(spec.groups.front().options, "to");
  spec.notes =
      "With --to liblinear, sklearn or fasttext, OUT.labels.tsv says what the labels are called "
      "there.\n"
      "Numbers of labels are counted from 1, in the order of the classes of --model, or as they "
      "come.\n";
  spec.examples = {
      {"clade convert docs.jsonl --split train -o train.svm --names words.tsv",
       "vectors of the training part, and which index is which word"},
      {"clade convert docs.jsonl --split test --model model.clade -o test.svm",
       "vectors of the test part, with the words and weights of training"},
      {"clade convert train.svm --taxonomy topics.tsv -o train.arff",
       "vectors, labels and taxonomy in one file, for Clus"},
      {"clade convert test.svm -o test.txt --to liblinear --label-map train.txt.labels.tsv",
       "for LIBLINEAR, with the numbers of labels of train.txt"}};
  return spec;
}

void refuse_text_options(const ConvertOptions& options, const Arguments& words) {
  if (options.model.empty()) return;
  TextParams unused;
  for (const Parameter& parameter : parameters_of(unused)) {
    if (peek_value(words, flag_of(parameter.name))) {
      fail(ErrorKind::usage, "convert: {}: the model has its own, leave it out",
           flag_of(parameter.name));
    }
  }
}

// What -o is called decides where --to does not.
ConvertTarget target_of(const ConvertOptions& options) {
  if (options.to != ConvertTarget::by_name) return options.to;
  if (options.output.ends_with(".arff")) return ConvertTarget::clus;
  if (options.output.ends_with(".svm") || options.output == "-") return ConvertTarget::svm;
  fail(ErrorKind::usage,
       "convert: -o: expected a name that ends in .svm or .arff, got {}; --to says what it is "
       "where the name does not",
       quoted(options.output));
}

bool is_numbered(ConvertTarget target) {
  return target == ConvertTarget::liblinear || target == ConvertTarget::sklearn;
}

std::string map_file(const ConvertOptions& options) { return options.output + ".labels.tsv"; }

void check_target(const ConvertOptions& options, ConvertTarget target) {
  const bool has_map = is_numbered(target) || target == ConvertTarget::fasttext;
  if (has_map && options.output == "-") {
    fail(ErrorKind::usage,
         "convert: -o: a map of the labels is written beside the file; name one in place of '-'");
  }
  if (!options.label_map.empty() && !is_numbered(target)) {
    fail(ErrorKind::usage, "convert: --label-map goes with --to liblinear and --to sklearn");
  }
  if (!options.names.empty() && target == ConvertTarget::clus) {
    fail(ErrorKind::usage, "convert: --names: attributes of .arff have their names, leave it out");
  }
  if (target == ConvertTarget::fasttext && (!options.names.empty() || !options.model.empty())) {
    fail(ErrorKind::usage,
         "convert: --to fasttext writes texts: leave out --model and --names, which are about "
         "vectors");
  }
}

void check_outputs(const ConvertOptions& options, ConvertTarget target,
                   std::vector<std::filesystem::path> files) {
  for (const std::string& name : {options.output, options.names}) {
    if (name.ends_with(".gz") || name.ends_with(".zst")) {
      fail(ErrorKind::usage,
           "convert: {}: the vectors are written as plain text, leave out the "
           "ending .gz or .zst",
           quoted(name));
    }
  }
  files.emplace_back(options.model);
  files.emplace_back(options.taxonomy);
  files.emplace_back(options.label_map);
  if (is_numbered(target) || target == ConvertTarget::fasttext) {
    check_output_file("convert: -o", map_file(options), files);
  }
  if (options.output != "-") check_output_file("convert: -o", options.output, files);
  files.emplace_back(options.output);
  if (!options.names.empty()) check_output_file("convert: --names", options.names, files);
}

void write_file(const std::string& name, Output& standard,
                const std::function<void(const TextSink&)>& write) {
  ResultOutput result(name, standard);
  write([&](std::string_view text) { result->write(text); });
  result->commit();
}

void write_map(const ConvertOptions& options, const std::string& text, Output& out) {
  write_file(map_file(options), out, [&](const TextSink& sink) { sink(text); });
}

void tell_notes(const ExportNotes& notes, ConvertTarget target, Reporter& reporter) {
  if (notes.left_out > 0) {
    reporter.on_warning(fmt::format(
        "{} with neither label nor feature {} left out: scikit-learn "
        "passes over an empty line",
        notes.left_out == 1 ? std::string("1 record") : fmt::format("{} records", notes.left_out),
        notes.left_out == 1 ? "is" : "are"));
  }
  if (target == ConvertTarget::liblinear && notes.unlabelled > 0) {
    reporter.on_warning(fmt::format("{} no label: the number 0 stands for that",
                                    notes.unlabelled == 1
                                        ? std::string("1 record has")
                                        : fmt::format("{} records have", notes.unlabelled)));
  }
  if (target == ConvertTarget::sklearn && notes.has_label_sets) {
    reporter.on_note(
        "records have several labels, or none: load_svmlight_file reads them with "
        "multilabel=True");
  }
}

LabelNumbers label_numbers(const ConvertOptions& options, const Model* model) {
  if (!options.label_map.empty()) return LabelNumbers(std::filesystem::path(options.label_map));
  return model != nullptr ? LabelNumbers(*model) : LabelNumbers();
}

void write_vectors(Vectors& vectors, const ConvertOptions& options, ConvertTarget target,
                   const Model* model, Reporter& reporter, Output& out) {
  const TaxonomySource taxonomy = taxonomy_source(options.taxonomy, options.taxonomy_file);
  if (target == ConvertTarget::clus) {
    return write_file(options.output, out,
                      [&](const TextSink& sink) { write_arff(vectors, taxonomy, sink); });
  }
  if (!options.taxonomy.empty()) use_labels_of(taxonomy, vectors);
  if (is_numbered(target)) {
    LabelNumbers labels = label_numbers(options, model);
    const auto format =
        target == ConvertTarget::sklearn ? NumberedFormat::sklearn : NumberedFormat::liblinear;
    ExportNotes notes;
    write_file(options.output, out, [&](const TextSink& sink) {
      notes = write_numbered(vectors, format, labels, sink);
    });
    write_map(options, labels.text(), out);
    tell_notes(notes, target, reporter);
  } else {
    write_file(options.output, out, [&](const TextSink& sink) { write_svm(vectors, sink); });
  }
  if (options.names.empty()) return;
  write_file(options.names, out, [&](const TextSink& sink) { sink(feature_names_text(vectors)); });
}

void warn_of_empty_rows(const Vectors& vectors, const ConvertOptions& options, Reporter& reporter) {
  const std::size_t empty = empty_rows(vectors.records);
  if (empty == 0) return;
  reporter.on_warning(fmt::format(
      "{} of {} records {} without a feature{}", empty, vectors.records.size(),
      empty == 1 ? "is" : "are",
      options.model.empty() ? ": every word is too rare (--min-df), too frequent or left out"
                            : ""));
}

}  // namespace

int run_convert(const Arguments& words, Output& out) {
  ConvertOptions options;
  const CommandSpec spec = convert_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const auto paths = paths_from(parse_arguments(spec, words), 0);
  if (options.output.empty()) fail(ErrorKind::usage, "convert: -o is missing: where should it go?");
  refuse_text_options(options, words);
  const ConvertTarget target = target_of(options);
  check_target(options, target);
  check_outputs(options, target, paths);

  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  TerminalReporter reporter({.quiet = options.data.quiet, .silences_warnings = true});
  const FileSource source(paths, options.data.files, "");
  if (target == ConvertTarget::fasttext) {
    std::string map;
    write_file(options.output, out,
               [&](const TextSink& sink) { map = write_fasttext(source, pool, sink); });
    write_map(options, map, out);
    return 0;
  }
  std::optional<Model> model;
  if (!options.model.empty()) model = Model::load(options.model);
  Vectors vectors =
      model ? vectors_for(*model, source, pool, reporter) : vectors_of(source, options.text, pool);
  if (!model) say_missing(vectors.records, options.text.numbers.settled().missing, reporter);
  warn_of_empty_rows(vectors, options, reporter);
  write_vectors(vectors, options, target, model ? &*model : nullptr, reporter, out);
  return 0;
}

}  // namespace clade::detail::cli
