#include <fmt/core.h>

#include <memory>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/record_stream.h"
#include "model/model_parts.h"
#include "pipeline/train.h"
#include "text/stream_vectoriser.h"

namespace clade {

namespace {

// A label at an inner node would become a new class: too late once learning has begun.
void check_classes(const Records& piece, const LabelSpace& labels) {
  if (labels.extended(piece.label_names).size() == labels.size()) return;
  for (const LabelName& label : piece.label_names) {
    if (labels.find(label.name)) continue;
    fail(ErrorKind::input,
         "{}: label {} is an inner node, which would be a new class: a stream needs all classes "
         "before its first example; use `label_nodes=all`, or train from a file",
         label.place, quoted(label.name));
  }
}

// A run over a stream, whatever it begins from.
struct StreamRun {
  const FileSource& source;
  ReadOptions read;
  const LabelSpace& labels;
  OnlineTraining& training;
  StreamVectoriser& vectoriser;
  // Error{input} for a label that is no class.
  void (*check_labels)(const Records& piece, const LabelSpace& labels);
  TextPlaces places;
};

// What was seen on the way.
struct StreamCounts {
  std::size_t instances = 0, unlabelled = 0, replaced_bytes = 0;
  bool has_text = false;
};

void check_counts(const StreamCounts& counts, const StreamRun& run, Reporter& reporter) {
  if (counts.instances == 0) {
    fail(ErrorKind::input, "{}: expected labelled instances, got {}", run.source.name(),
         counts.unlabelled == 0 ? "no instance at all"
                                : fmt::format("{} without a label", counts.unlabelled));
  }
  warn_of_unlabelled(counts.unlabelled, counts.instances + counts.unlabelled, reporter);
  if (counts.replaced_bytes > 0) {
    reporter.on_warning(
        fmt::format("{} bytes were no UTF-8 and were read as '?'", counts.replaced_bytes));
  }
  if (counts.has_text && run.read.analyzer == nullptr) warn_of_unread_texts(reporter);
}

StreamTrained run_stream(StreamRun run, TrainContext& context) {
  run.read.block_size = std::size_t{1} << 16;  // whoever waits at the end of a pipe sees progress
  RecordStream stream(run.source.paths, run.read, context.pool);
  StreamCounts counts;
  Records piece;
  for (bool goes_on = true; goes_on && stream.next(piece);) {
    counts.replaced_bytes += piece.replaced_bytes;
    counts.has_text = counts.has_text || piece.has_text;
    counts.unlabelled += drop_unlabelled(piece);
    run.check_labels(piece, run.labels);
    run.vectoriser.transform(piece, stream.names());
    const Dataset data(std::move(piece), run.labels);
    counts.instances += data.size();
    goes_on = run.training.observe(data);
    piece = {};
  }
  check_counts(counts, run, context.reporter);
  Trained trained = run.training.finish();
  const auto features = ModelParts(trained.model).features().indices();
  Vectoriser closed = run.vectoriser.closed(features, stream.names());
  trained.model = trained.model.with_vectoriser(std::move(closed).with_places(run.places));
  return {std::move(trained), counts.instances};
}

}  // namespace

bool can_stream(const Method& method, const TrainingPlan& plan) {
  return method.traits().takes_streams && plan.taxonomy.kind == TaxonomySource::Kind::given;
}

StreamTrained train_stream(const FileSource& source, const TrainingPlan& plan, const Method& method,
                           TrainContext& context) {
  StreamVectoriser vectoriser(plan.text);
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(plan.text);
  ReadOptions read = source.options(method.traits().precision, nullptr);
  read.analyzer = analyzer.get();
  const LabelSpace labels(plan.taxonomy, plan.label_nodes, {});
  const std::unique_ptr<OnlineTraining> training = method.start(labels, context);
  return run_stream({source, read, labels, *training, vectoriser, check_classes, plan.places},
                    context);
}

StreamTrained update_stream(const Model& model, const FileSource& source, const Method& method,
                            TrainContext& context) {
  const std::unique_ptr<UpdateReader> reader = reader_for_update(model, source);
  StreamVectoriser vectoriser(reader->vectoriser);
  const std::unique_ptr<OnlineTraining> training = method.resume(model, context);
  return run_stream({source, reader->options, model.label_space(), *training, vectoriser,
                     check_known_labels, reader->vectoriser.fitted().places},
                    context);
}

}  // namespace clade
