// From records to what a method learns from: vectors, classes, examples. The one way that every
// front end takes.
#pragma once

#include "clade/label_space.h"
#include "data/dataset.h"
#include "pipeline/read.h"

namespace clade::detail {

// What is to be learned from, beside the examples.
struct TrainingPlan {
  TextParams text;
  FieldOptions places;  // what the model is to remember of where fields stood
  TaxonomySource taxonomy;
  LabelNodes label_nodes = LabelNodes::terminal;
};

struct TrainingSet {
  Vectoriser vectoriser;
  LabelSpace labels;
  Dataset data;
};

// The records were read for training (read_for_training), `name` is that of their source, and its
// rule holds for labels outside the taxonomy. Error{input} where nothing can be learned; warns of
// classes without examples and of rows whose length does not go with the method's C.
TrainingSet prepare(Records records, const TrainingPlan& plan, const Method& method,
                    UnknownLabels unknown, const std::string& name, Reporter& reporter);
// The same from where the records come from.
TrainingSet prepare(const RecordSource& source, const TrainingPlan& plan, const Method& method,
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
