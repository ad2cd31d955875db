// Online methods that learn from records as they come: no example is kept.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/train_context.h"
#include "clade/method.h"
#include "pipeline/prepare.h"
#include "pipeline/unknown_labels.h"
#include "text/stream_vectoriser.h"

namespace clade::detail {

struct StreamTrained {
  Trained trained;
  std::size_t instances = 0;  // with a label
};

class StreamTraining {
 public:
  // The plan's taxonomy has all classes. Method and context must outlive this object. Error{usage}
  // for a method that takes no streams, and for text options that need all records at once.
  StreamTraining(const TrainingPlan& plan, const Method& method, TrainContext& context);
  // Goes on from a model of the method. `fingerprint`: it is to know these records again, too,
  // where it knows the others.
  StreamTraining(const Model& model, const Method& method, TrainContext& context,
                 bool fingerprint = true);
  StreamTraining(const StreamTraining&) = delete;
  StreamTraining& operator=(const StreamTraining&) = delete;

  // How pieces are to be read from a source: valid as long as this object is.
  ReadOptions read_options(const RecordSource& source) const;
  // `names` are those of all pieces so far. False where the reporter asked to stop. Error{input}
  // for a label that is no class, unless the rule says otherwise.
  bool observe(Records piece, const FeatureNames& names, UnknownLabels unknown);
  // Error{input} where no example had a label; `source_name` is for messages.
  StreamTrained finish(const FeatureNames& names, const std::string& source_name);

 private:
  void settle_labels(Records& piece, UnknownLabels unknown);

  TrainContext& context_;
  Precision precision_;
  std::unique_ptr<UpdateReader> known_;  // null: it begins with nothing
  std::unique_ptr<TextAnalyzer> analyzer_;
  StreamVectoriser vectoriser_;
  MissingValues missing_ = MissingValues::leave_out;
  FieldOptions places_;
  LabelSpace labels_;
  std::unique_ptr<OnlineTraining> training_;
  std::optional<LabelFilter> filter_;
  std::size_t instances_ = 0, unlabelled_ = 0, dropped_ = 0, replaced_bytes_ = 0;
  MissingCounts missing_counts_;
  bool has_text_ = false;
  bool makes_fingerprints_;
  FingerprintCollector fingerprints_;
};

// Whether the classes are known before the first example comes: from a taxonomy that is given.
bool can_stream(const Method& method, const TrainingPlan& plan);
// Reads the source to its end, or until the reporter asks to stop.
StreamTrained train_stream(const FileSource& source, const TrainingPlan& plan, const Method& method,
                           TrainContext& context);
StreamTrained update_stream(const Model& model, const FileSource& source, const Method& method,
                            TrainContext& context, bool fingerprint = true);

}  // namespace clade::detail
