#include "pipeline/pack.h"

#include <string>
#include <utility>

#include "base/fail.h"
#include "data/formats/pack_writer.h"
#include "data/record_stream.h"

namespace clade::detail {

namespace {

void check_splits(const Records& piece, const FileSource& source) {
  if (!piece.has_splits || !source.files.split.empty()) return;
  fail(ErrorKind::usage,
       "pack: {}: the records say which split they belong to, and a pack does not keep that: pack "
       "one split, such as `split=train`, or all of them as one set with `split=all`",
       source.name());
}

[[noreturn]] void refuse_texts(const FileSource& source) {
  fail(ErrorKind::usage,
       "pack: {}: has texts, and a pack holds vectors: train a model on some of them and give it "
       "with `model`, or use 'clade convert', which chooses words and weights by itself",
       source.name());
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

void check_model(const Model& model, const std::string& name) {
  if (model.takes_strings()) {
    fail(ErrorKind::usage, "pack: `model`: {} compares texts letter by letter and has no vectors",
         name);
  }
  const Vectoriser* vectoriser = model.vectoriser();
  if (vectoriser == nullptr || vectoriser->fitted().params.hash == 0) return;
  if (!vectoriser->fitted().names.empty()) {
    fail(ErrorKind::usage,
         "pack: `model`: {} has hashed words beside named features; use "
         "'clade convert `model`'",
         name);
  }
}

}  // namespace

PackedSize pack(const FileSource& source, const Model* model, const std::string& model_name,
                Precision precision, const std::filesystem::path& output, ThreadPool& pool,
                const Reporter& reporter) {
  if (model != nullptr) check_model(*model, model_name);
  ModelReader reader{nullptr, source.options(precision, nullptr)};
  if (model != nullptr) reader = reader_for(*model, source);
  reader.options.precision = precision;
  const Vectoriser* vectoriser = model != nullptr ? model->vectoriser() : nullptr;
  RecordStream stream(source.paths, reader.options, pool);
  PackWriter writer(output, precision);
  Records piece;
  MissingCounts missing;
  while (stream.next(piece)) {
    if (reporter.stop_requested()) throw Cancelled{};
    check_splits(piece, source);
    if (vectoriser != nullptr) vectoriser->transform(piece);
    if (piece.has_text && reader.options.analyzer == nullptr) refuse_texts(source);
    missing.add(piece.missing);
    writer.add(piece);
  }
  writer.finish(vectoriser != nullptr ? plain_names(vectoriser->fitted().names) : stream.names());
  return {writer.size(), writer.nonzeros(), std::move(missing)};
}

}  // namespace clade::detail
