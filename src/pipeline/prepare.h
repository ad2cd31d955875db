// From records to what a method learns from: vectors, classes, examples. The one way that every
// front end takes.
#pragma once

#include "clade/label_space.h"
#include "data/dataset.h"
#include "data/fingerprint.h"
#include "pipeline/read.h"

namespace clade::detail {

// What is to be learned from, beside the examples.
struct TrainingPlan {
  TextParams text;
  FieldOptions places;  // what the model is to remember of where fields stood
  TaxonomySource taxonomy;
  std::optional<LabelNodes> label_nodes = LabelNodes::terminal;  // empty: chosen by the data
  bool fingerprint = true;  // the model is to know its training records again
};

struct TrainingSet {
  Vectoriser vectoriser;
  LabelSpace labels;
  Dataset data;
  Fingerprints fingerprints{};  // of the records; none where the plan says so
};

// The records that the method is to learn from, with labels of the plan's taxonomy, which is read
// (settle_labels) and put in its place.
Records read_for_plan(const RecordSource& source, TrainingPlan& plan, const Method& method,
                      ThreadPool& pool, Reporter& reporter, Communicator& peers = single_rank());

// The records were read for the plan, `name` is that of their source. Error{input} where nothing
// can be learned; warns of classes without examples and of rows whose length does not go with the
// method's C. Says what a method that adapts to its data chose. Works on all cores of the pool
// where there is one. Of several ranks each has some of the records, and of the training set their
// examples.
TrainingSet prepare(Records records, const TrainingPlan& plan, Method& method,
                    const std::string& name, Reporter& reporter, ThreadPool* pool = nullptr,
                    Communicator& peers = single_rank());
// The same from where the records come from.
TrainingSet prepare(const RecordSource& source, const TrainingPlan& plan, Method& method,
                    ThreadPool& pool, Reporter& reporter);

// How large a problem is.
struct TrainingSize {
  std::size_t instances = 0, features = 0, classes = 0, nodes = 0;
  std::size_t weight_bytes = 0;  // about: a row per feature over all nodes
};
TrainingSize training_size(const Dataset& data, const LabelSpace& labels);

// What a model learns further from: its vectoriser, extended, and examples of its classes.
struct UpdateSet {
  Vectoriser vectoriser;
  Dataset data;
  Fingerprints fingerprints{};  // of the records, where the model has some
};
UpdateSet prepare_update(const Model& model, const RecordSource& source, ThreadPool& pool,
                         Reporter& reporter);

// How more records are read for an update of a model: behind the names that it has.
struct UpdateReader {
  Vectoriser vectoriser;
  std::unique_ptr<TextAnalyzer> analyzer;  // null: the model was trained without texts

  // They point into this reader.
  ReadOptions options(const RecordSource& source, Precision precision) const;
};
std::unique_ptr<UpdateReader> reader_for_update(const Model& model);

}  // namespace clade::detail
