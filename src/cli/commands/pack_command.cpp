// clade pack: a binary copy of data, which other commands map instead of reading it.
#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/model_records.h"
#include "cli/options/options.h"
#include "data/enum_names.h"
#include "data/pack_writer.h"
#include "data/record_stream.h"
#include "text/vectoriser.h"

namespace clade::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

struct PackOptions {
  std::string output;
  std::string model;
  Precision precision = Precision::single;
  DataOptions data;
  bool quiet = false;

  static constexpr auto fields() {
    using P = PackOptions;
    return std::tuple{
        Field{"o", &P::output, file_name, "the file to write, called .pack"},
        Field{"model", &P::model, file_name,
              "make the vectors that this model would see, which texts need: a pack holds vectors"},
        PlainField{"precision", &P::precision,
                   "of the values: single, or double for what will be trained in double precision"},
        Nested{&P::data}, PlainField{"quiet", &P::quiet, "show warnings and errors only"}};
  }
};

CommandSpec pack_spec(PackOptions& options) {
  CommandSpec spec;
  spec.name = "pack";
  spec.summary = "copy data into a file that is mapped, not read";
  spec.usage = {"DATA... -o OUT.pack [options]", "DATA... -o OUT.pack --model MODEL [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Every command takes a .pack as DATA. It opens at the speed of memory, and training uses its "
      "rows\nwhere they are in the file. Labels, ids, weights, names of features and the taxonomy "
      "of .arff are\nkept; splits are not: pack each of them by itself (--split).\n";
  spec.examples = {{"clade pack train.svm -o train.pack", "the same examples, ready to be mapped"},
                   {"clade pack docs.jsonl --split train --model model.clade -o train.pack",
                    "the training part as the vectors that a model makes of its texts"}};
  return spec;
}

void check_options(const PackOptions& options, const Paths& paths) {
  if (options.output.empty()) fail(ErrorKind::usage, "pack: -o is missing: where should it go?");
  if (!options.output.ends_with(".pack")) {
    fail(ErrorKind::usage, "pack: -o: expected a name that ends in .pack, got {}",
         quoted(options.output));
  }
  Paths files = paths;
  files.emplace_back(options.model);
  check_output_file("pack: -o", options.output, files);
  check_can_be_written("pack: -o", options.output, "a pack");
}

void check_splits(const Records& piece, const PackOptions& options, const Paths& paths) {
  if (!piece.has_splits || !options.data.split.empty()) return;
  fail(ErrorKind::usage,
       "pack: {}: the records say which split they belong to, and a pack does not keep that: pack "
       "one split, such as --split train, or all of them as one set with --split all",
       paths.front().string());
}

void refuse_texts(const Paths& paths) {
  fail(ErrorKind::usage,
       "pack: {}: has texts, and a pack holds vectors: train a model on some of them and give it "
       "with --model, or use 'clade convert', which chooses words and weights by itself",
       paths.front().string());
}

// Words become features with a name: what they are was settled by the model, and whoever reads the
// pack must not count and weight them again.
FeatureNames plain_names(const FeatureNames& names) {
  FeatureNames plain;
  for (std::size_t n = 0; n < names.size(); ++n) {
    std::string name(names.name(n));
    const bool is_word = names.mark(n) == FeatureNames::term_mark;
    if (is_word && names.find(FeatureNames::feature_mark, name) != FeatureNames::unknown) {
      name += " (word)";
    }
    while (plain.find(FeatureNames::feature_mark, name) != FeatureNames::unknown) name += '\'';
    static_cast<void>(plain.add(FeatureNames::feature_mark, name));
  }
  return plain;
}

void check_model(const Model& model, const std::string& file) {
  if (model.takes_strings()) {
    fail(ErrorKind::usage, "pack: --model: {} compares texts letter by letter and has no vectors",
         file);
  }
  const Vectoriser* vectoriser = model.vectoriser();
  if (vectoriser == nullptr || vectoriser->fitted().params.hash == 0) return;
  if (!vectoriser->fitted().names.empty()) {
    fail(ErrorKind::usage,
         "pack: --model: {} has hashed words beside named features; use "
         "'clade convert --model'",
         file);
  }
}

struct Packed {
  std::size_t records, nonzeros;
};

template <class Real>
Packed pack(const Paths& paths, const PackOptions& options, const std::optional<Model>& model,
            ThreadPool& pool) {
  ModelReading reading{nullptr, read_options(options.data, options.precision, "")};
  if (model) reading = reading_for_model(*model, options.data, "");
  reading.options.precision = options.precision;
  const Vectoriser* vectoriser = model ? model->vectoriser() : nullptr;
  RecordStream stream(paths, reading.options, pool);
  PackWriter<Real> writer(options.output);
  Records piece;
  while (stream.next(piece)) {
    if (stop_was_requested()) throw Interrupted{};
    check_splits(piece, options, paths);
    if (vectoriser != nullptr) vectoriser->transform(piece);
    if (piece.has_text && reading.options.analyzer == nullptr) refuse_texts(paths);
    writer.add(piece);
  }
  writer.finish(vectoriser != nullptr ? plain_names(vectoriser->fitted().names) : stream.names());
  return {writer.size(), writer.nonzeros()};
}

}  // namespace

int run_pack(const Words& words, Output& out) {
  PackOptions options;
  const CommandSpec spec = pack_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  check_options(options, paths);
  const GracefulStop stop;
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  std::optional<Model> model;
  if (!options.model.empty()) model = Model::load(options.model);
  if (model) check_model(*model, options.model);
  const Packed packed = options.precision == Precision::single
                            ? pack<float>(paths, options, model, pool)
                            : pack<double>(paths, options, model, pool);
  if (!options.quiet) {
    write_error_line(fmt::format("{}: {} examples, {} values, {} MB", options.output,
                                 packed.records, packed.nonzeros,
                                 std::filesystem::file_size(options.output) >> 20));
  }
  return 0;
}

}  // namespace clade::cli
