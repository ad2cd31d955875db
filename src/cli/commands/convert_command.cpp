// clade convert: any data to vectors, for other tools.
#include <functional>
#include <string>
#include <vector>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/terminal_reporter.h"
#include "pipeline/convert.h"
#include "pipeline/data_options.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

namespace {

struct ConvertOptions {
  std::string output;
  std::string model;
  std::string names;
  std::string taxonomy;
  TaxonomyOptions taxonomy_file;
  DataOptions data;
  TextParams text;

  static constexpr auto fields() {
    using P = ConvertOptions;
    return std::tuple{
        Field{"o", &P::output, file_name,
              "the file to write, .svm or .arff; '-' is standard output, as .svm"},
        Field{"model", &P::model, file_name,
              "make the vectors that this model would see; without one the words, their weights "
              "and the pruning come from DATA itself"},
        Field{"names", &P::names, file_name, "also write index<TAB>name of the named features"},
        Field{"taxonomy", &P::taxonomy, file_name,
              "the taxonomy of the labels, for .arff and for labels that are not the names of "
              "nodes; without it the labels are one flat level"},
        Nested{&P::taxonomy_file},
        Nested{&P::data}};
  }
};

CommandSpec convert_spec(ConvertOptions& options) {
  CommandSpec spec;
  spec.name = "convert";
  spec.summary = "turn documents into vectors for other tools";
  spec.usage = {"DATA... -o OUT.svm [options]", "DATA... -o OUT.svm --model MODEL [options]",
                "DATA... -o OUT.arff --taxonomy T [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)},
                 {"Options for text and counts, without --model", parameters_of(options.text)}};
  spec.examples = {{"clade convert docs.jsonl --split train -o train.svm --names words.tsv",
                    "vectors of the training part, and which index is which word"},
                   {"clade convert docs.jsonl --split test --model model.clade -o test.svm",
                    "vectors of the test part, with the words and weights of training"},
                   {"clade convert train.svm --taxonomy topics.tsv -o train.arff",
                    "vectors, labels and taxonomy in one file, for Clus"}};
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

bool is_arff(const ConvertOptions& options) { return options.output.ends_with(".arff"); }

void check_outputs(const ConvertOptions& options, std::vector<std::filesystem::path> files) {
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
  if (is_arff(options) && !options.names.empty()) {
    fail(ErrorKind::usage, "convert: --names: attributes of .arff have their names, leave it out");
  }
  if (options.output != "-") check_output_file("convert: -o", options.output, files);
  files.emplace_back(options.output);
  if (!options.names.empty()) check_output_file("convert: --names", options.names, files);
}

// Writes a file whole, or leaves the old one as it was.
void write_file(const std::string& name, const std::function<void(const TextSink&)>& write) {
  AtomicFile file(name);
  std::string buffer;
  write([&](std::string_view text) {
    buffer += text;
    if (buffer.size() < (std::size_t{1} << 20)) return;
    file.write(buffer);
    buffer.clear();
  });
  file.write(buffer);
  file.commit();
}

void write_vectors(Vectors& vectors, const ConvertOptions& options, Output& out) {
  const TaxonomySource taxonomy = taxonomy_source(options.taxonomy, options.taxonomy_file);
  if (is_arff(options)) {
    return write_file(options.output,
                      [&](const TextSink& sink) { write_arff(vectors, taxonomy, sink); });
  }
  if (!options.taxonomy.empty()) use_labels_of(taxonomy, vectors);
  if (options.output == "-") {
    write_svm(vectors, [&out](std::string_view text) { out.write(text); });
  } else {
    write_file(options.output, [&](const TextSink& sink) { write_svm(vectors, sink); });
  }
  if (options.names.empty()) return;
  write_file(options.names, [&](const TextSink& sink) { sink(feature_names_text(vectors)); });
}

}  // namespace

int run_convert(const Arguments& words, Output& out) {
  ConvertOptions options;
  const CommandSpec spec = convert_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const auto paths = paths_from(parse_arguments(spec, words), 0);
  if (options.output.empty()) fail(ErrorKind::usage, "convert: -o is missing: where should it go?");
  refuse_text_options(options, words);
  check_outputs(options, paths);

  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  TerminalReporter reporter({options.data.quiet, ""});
  const FileSource source(paths, options.data.files, "");
  Vectors vectors = options.model.empty()
                        ? vectors_of(source, options.text, pool)
                        : vectors_for(Model::load(options.model), source, pool, reporter);
  write_vectors(vectors, options, out);
  return 0;
}

}  // namespace clade::detail::cli
