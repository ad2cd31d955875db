// One method, one split: from records to measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/threads.h"
#include "base/train_context.h"
#include "clade/metrics.h"
#include "data/dataset.h"
#include "eval/compare/contender.h"
#include "measure/evaluate_records.h"

namespace clade::detail {

// Learned from the labels of records that went through a vectoriser (thesis Algorithm 8).
Taxonomy learned_taxonomy(const Records& records, ThreadPool& pool);

// Which taxonomy a single model sees.
struct TaxonomyDraw {
  SeenTaxonomy::Kind kind = SeenTaxonomy::Kind::given;
  std::uint64_t seed = 0;  // of a random one
  // In place of what the kind says: a tree over the labels of the part.
  std::shared_ptr<const Taxonomy> tree = nullptr;
};

// Some records of a set.
struct RecordPart {
  const Records& records;
  std::span<const std::size_t> indices;
};

// Training records through a vectoriser that was fitted to them alone, and nothing else.
class TrainingPart {
 public:
  // `taxonomy` is settled. Error{input} where fewer than two classes are left to tell apart.
  // `label_nodes` empty: chosen by the records.
  TrainingPart(const RecordPart& part, const TextParams& text,
               std::optional<LabelNodes> label_nodes, const TaxonomySource& taxonomy,
               const TaxonomyDraw& draw, ThreadPool& pool);

  // Calibrated on so many folds where they are not 0; empty: settled_folds.
  Trained train(Method& method, std::optional<std::size_t> calibration_folds,
                TrainContext& context) const;
  // In the given taxonomy, whichever the model saw. `data`, where there is one, receives the rows
  // that were measured.
  ModelEvaluation measure(const Model& model, const RecordPart& test,
                          const EvaluateOptions& options, ThreadPool& pool,
                          std::optional<Dataset>* data = nullptr) const;
  const Vectoriser& vectoriser() const { return vectoriser_; }

  // The scores of records by a model that saw the given taxonomy; called from several threads.
  struct Scored {
    std::size_t place;  // in test.indices
    const LabelSpace& labels;
    std::span<const ClassId> truth;
    // By class; -infinity where it cannot be predicted, or has no example in this part.
    std::span<const double> scores;
  };
  void score(const Model& model, const RecordPart& test, ThreadPool& pool,
             const std::function<void(const Scored&)>& take) const;

 private:
  Records prepared(const RecordPart& part) const;

  struct Parts;
  TrainingPart(Parts parts, LabelNodes label_nodes, const TaxonomySource& taxonomy,
               const TaxonomyDraw& draw, ThreadPool& pool);

  Vectoriser vectoriser_;
  LabelSpace seen_;    // what the method is trained on
  LabelSpace judged_;  // what it is measured in
  bool is_given_;
  Dataset data_;
};

}  // namespace clade::detail
