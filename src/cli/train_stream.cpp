#include "cli/train_stream.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "cli/options/options.h"
#include "cli/training_data.h"
#include "data/record_stream.h"
#include "model/model_impl.h"
#include "text/stream_vectoriser.h"

namespace clade::cli {

namespace {

// A label at an inner node would become a new class: too late once learning has begun.
void check_classes(const Records& piece, const LabelSpace& labels) {
  if (labels.extended(piece.label_names).size() == labels.size()) return;
  for (const LabelName& label : piece.label_names) {
    if (labels.find(label.name)) continue;
    fail(ErrorKind::input,
         "{}: label {} is an inner node, which would be a new class: a stream needs all classes "
         "before its first example; use --label-nodes all, or train from a file",
         label.place, quoted(label.name));
  }
}

}  // namespace

bool is_stream(const TrainCall& call, std::span<const std::filesystem::path> paths) {
  if (!call.method->traits().takes_streams || paths.size() != 1 || paths[0] != "-") return false;
  const bool has_classes =
      TaxonomySource::from_option(call.options.taxonomy).kind == TaxonomySource::Kind::given;
  return has_classes && !call.options.dry_run && call.options.weights.empty();
}

StreamResult run_stream(StreamRun run, std::span<const std::filesystem::path> paths,
                        ThreadPool& pool, Reporter& reporter) {
  run.read.block_size = std::size_t{1} << 16;  // whoever waits at the end of a pipe sees progress
  RecordStream stream(paths, run.read, pool);
  std::size_t instances = 0, unlabelled = 0, replaced = 0;
  bool has_text = false;
  Records piece;
  for (bool goes_on = true; goes_on && stream.next(piece);) {
    replaced += piece.replaced_bytes;
    has_text = has_text || piece.has_text;
    unlabelled += drop_unlabelled(piece);
    run.check_labels(piece, run.labels);
    run.vectoriser.transform(piece, stream.names());
    const Dataset data(std::move(piece), run.labels);
    instances += data.size();
    goes_on = run.training.observe(data);
    piece = {};
  }
  if (instances == 0) {
    fail(ErrorKind::input, "-: expected labelled instances, got {}",
         unlabelled == 0 ? "no instance at all" : fmt::format("{} without a label", unlabelled));
  }
  if (unlabelled > 0) {
    reporter.on_warning(fmt::format("{} of {} instances have no label and are left out", unlabelled,
                                    instances + unlabelled));
  }
  if (replaced > 0) {
    reporter.on_warning(fmt::format("{} bytes were no UTF-8 and were read as '?'", replaced));
  }
  if (has_text && run.read.analyzer == nullptr) warn_of_unread_texts(reporter);
  Trained trained = run.training.finish();
  TrainReport report;
  report.method = run.method.name();
  report.instances = instances;
  report.classes = run.labels.size();
  report.nodes = run.labels.taxonomy().size();
  report.features = trained.model.feature_count();
  const auto features = trained.model.impl().features.indices();
  Vectoriser closed = run.vectoriser.closed(features, stream.names());
  return {std::move(trained), std::move(closed), std::move(report)};
}

StreamResult train_stream(const TrainCall& call, std::span<const std::filesystem::path> paths,
                          ThreadPool& pool, Reporter& reporter) {
  const TrainOptions& options = call.options;
  StreamVectoriser vectoriser(options.text);
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(options.text);
  ReadOptions read = read_options(options.data, call.method->traits().precision, "train");
  read.analyzer = analyzer.get();
  const LabelSpace labels(taxonomy_source(options.taxonomy, options.taxonomy_file),
                          options.label_nodes, {});
  TrainContext context{reporter, pool, options.run.seed};
  const std::unique_ptr<OnlineTraining> training = call.method->start(labels, context);
  StreamResult result = run_stream(
      {*call.method, labels, *training, vectoriser, read, check_classes}, paths, pool, reporter);
  result.vectoriser = std::move(result.vectoriser).with_places(text_places(options.data));
  return result;
}

}  // namespace clade::cli
