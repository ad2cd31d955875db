#include "pipeline/train_stream.h"

#include <fmt/core.h>

#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "base/train_context.h"
#include "data/label_nodes.h"
#include "data/record_stream.h"
#include "method/timed_reporter.h"
#include "model/fingerprint_section.h"
#include "model/model_parts.h"
#include "taxonomy/node_paths.h"

namespace clade::detail {

namespace {

StreamTrained run(StreamTraining& training, const FileSource& source, ThreadPool& pool) {
  ReadOptions read = training.read_options(source);
  read.block_size = std::size_t{1} << 16;  // whoever waits at the end of a pipe sees progress
  RecordStream stream(source.paths, read, pool);
  Records piece;
  for (bool goes_on = true; goes_on && stream.next(piece); piece = {}) {
    goes_on = training.observe(std::move(piece), stream.names(), source.unknown_labels());
  }
  return training.finish(stream.names(), source.name());
}

LabelNodes label_nodes_of_stream(const TrainingPlan& plan) {
  if (plan.label_nodes == LabelNodes::closed) {
    fail_parameter("label_nodes",
                   "closed classes are those that examples have, which a stream does not know "
                   "before its end; take all, or train from a file");
  }
  return plan.label_nodes.value_or(LabelNodes::terminal);
}

std::unique_ptr<OnlineTraining> check_online(std::unique_ptr<OnlineTraining> training,
                                             const Method& method) {
  if (training == nullptr) {
    fail_parameter("method",
                   "{} needs all examples at once, not a stream; take perceptron or "
                   "hieron",
                   method.name());
  }
  return training;
}

}  // namespace

StreamTraining::StreamTraining(const TrainingPlan& plan, const Method& method,
                               TrainContext& context)
    : context_(context),
      precision_(method.traits().precision),
      analyzer_(make_analyzer(plan.text)),
      vectoriser_(plan.text),
      missing_(plan.text.numbers.reading()),
      places_(plan.places),
      labels_(plan.taxonomy, label_nodes_of_stream(plan), {}),
      training_(check_online(method.start(labels_, context), method)),
      makes_fingerprints_(plan.fingerprint) {}

StreamTraining::StreamTraining(const Model& model, const Method& method, TrainContext& context,
                               bool fingerprint)
    : context_(context),
      precision_(model.precision()),
      known_(reader_for_update(model)),
      vectoriser_(known_->vectoriser),
      places_(known_->vectoriser.fitted().places),
      labels_(model.label_space()),
      training_(check_online(method.resume(model, context), method)),
      makes_fingerprints_(fingerprint && fingerprints_of(model) != nullptr) {
  if (const Fingerprints* old = fingerprints_of(model)) fingerprints_.add(*old);
}

ReadOptions StreamTraining::read_options(const RecordSource& source) const {
  ReadOptions read =
      known_ != nullptr ? known_->options(source, precision_) : source.options(precision_, nullptr);
  if (known_ == nullptr) {
    read.analyzer = analyzer_.get();
    read.missing = missing_;
  }
  read.fingerprints = makes_fingerprints_;
  return read;
}

// A label at an inner node would become a new class: too late once learning has begun.
void StreamTraining::settle_labels(Records& piece, UnknownLabels unknown) {
  if (!filter_) filter_.emplace(unknown, false);
  KnownLabels known = known_classes(labels_);
  if (known_ == nullptr) {
    known.others = "not in the taxonomy";
    known.problem = [this](std::string_view label) -> std::string {
      const Taxonomy& taxonomy = labels_.taxonomy();
      if (!node_of_label(taxonomy, label, labels_.source().separator)) {
        return unknown_label_text(taxonomy, label);
      }
      return "is an inner node, which would be a new class: a stream needs all classes before its "
             "first example; use `label_nodes=all`, or train from a file";
    };
  }
  filter_->apply(known, piece);
  dropped_ += drop_unlabelled(piece);
}

bool StreamTraining::observe(Records piece, const FeatureNames& names, UnknownLabels unknown) {
  replaced_bytes_ += piece.replaced_bytes;
  missing_counts_.add(piece.missing);
  has_text_ = has_text_ || piece.has_text;
  unlabelled_ += drop_unlabelled(piece);
  settle_labels(piece, unknown);
  fingerprints_.add(piece.fingerprints);
  vectoriser_.transform(piece, names);
  const Dataset data(std::move(piece), labels_);
  instances_ += data.size();
  return training_->observe(data);
}

StreamTrained StreamTraining::finish(const FeatureNames& names, const std::string& source_name) {
  if (instances_ == 0) {
    fail(ErrorKind::input, "{}: expected labelled instances, got {}", source_name,
         unlabelled_ + dropped_ == 0 ? "no instance at all"
                                     : fmt::format("{} without a label", unlabelled_ + dropped_));
  }
  Reporter& reporter = context_.reporter;
  warn_of_unlabelled(unlabelled_, instances_ + dropped_ + unlabelled_, reporter);
  if (filter_) filter_->warn(dropped_, reporter);
  if (replaced_bytes_ > 0) {
    reporter.on_warning(
        fmt::format("{} bytes were no UTF-8 and were read as '?'", replaced_bytes_));
  }
  if (const std::string text = missing_text(missing_counts_, Missing::zero); !text.empty()) {
    reporter.on_note(text);
  }
  const bool reads_texts = known_ != nullptr ? known_->analyzer != nullptr : analyzer_ != nullptr;
  if (has_text_ && !reads_texts) warn_of_unread_texts(reporter);
  Trained trained = training_->finish();
  trained.summary.stopped = stop_reason(trained.summary.stopped, reporter);
  Vectoriser closed = vectoriser_.closed(ModelParts(trained.model).features().indices(), names);
  trained.model = with_fingerprints(
      trained.model.with_vectoriser(std::move(closed).with_places(places_)), fingerprints_.take());
  return {std::move(trained), instances_};
}

bool can_stream(const Method& method, const TrainingPlan& plan) {
  return method.traits().takes_streams && plan.taxonomy.kind == TaxonomySource::Kind::given;
}

StreamTrained train_stream(const FileSource& source, const TrainingPlan& plan, const Method& method,
                           TrainContext& context) {
  StreamTraining training(plan, method, context);
  return run(training, source, context.pool);
}

StreamTrained update_stream(const Model& model, const FileSource& source, const Method& method,
                            TrainContext& context, bool fingerprint) {
  StreamTraining training(model, method, context, fingerprint);
  return run(training, source, context.pool);
}

}  // namespace clade::detail
