// Records as vectors for other tools.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "pipeline/read.h"

namespace clade::detail {

struct Vectors {
  Records records;
  FeatureNames names;  // of the named features
};

// As a vectoriser that is fitted on them makes them.
Vectors vectors_of(const RecordSource& source, const TextParams& text, ThreadPool& pool);
// As the model sees them.
Vectors vectors_for(const Model& model, const RecordSource& source, ThreadPool& pool,
                    Reporter& reporter);

// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

void write_svm(const Vectors& vectors, const TextSink& sink);
// With labels and taxonomy, as Clus reads them. The labels then are names of nodes.
void write_arff(Vectors& vectors, const TaxonomySource& taxonomy, const TextSink& sink);
// Labels that are aliases of nodes become their names.
void use_labels_of(const TaxonomySource& taxonomy, Vectors& vectors);
// index<TAB>name, one to a line, as write_svm numbers them.
std::string feature_names_text(const Vectors& vectors);

}  // namespace clade::detail
