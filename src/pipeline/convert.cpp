#include "pipeline/convert.h"

#include <utility>

#include "data/formats/arff.h"
#include "data/formats/svm.h"
#include "data/label_nodes.h"
#include "data/taxonomy_file.h"

namespace clade::detail {

Vectors vectors_of(const RecordSource& source, const TextParams& text, ThreadPool& pool) {
  FittedVectors fitted = read_vectors(source, text, Precision::single, pool);
  return {std::move(fitted.records), fitted.vectoriser.fitted().names};
}

Vectors vectors_for(const Model& model, const RecordSource& source, ThreadPool& pool,
                    Reporter& reporter) {
  Records records = read_for_model(model, source, pool, reporter);
  const Vectoriser* vectoriser = model.vectoriser();
  return {std::move(records), vectoriser != nullptr ? vectoriser->fitted().names : FeatureNames()};
}

void write_svm(const Vectors& vectors, const TextSink& sink) {
  SvmWriter(vectors.records, vectors.names).write(sink);
}

void write_arff(Vectors& vectors, const TaxonomySource& taxonomy, const TextSink& sink) {
  const TaxonomySource source = resolve_taxonomy(taxonomy, vectors.records);
  const Taxonomy made = make_taxonomy(source, vectors.records.label_names);
  ArffWriter(vectors.records, vectors.names, made).write(sink);
}

void use_labels_of(const TaxonomySource& taxonomy, Vectors& vectors) {
  const TaxonomySource source = resolve_taxonomy(taxonomy, vectors.records);
  static_cast<void>(make_taxonomy(source, vectors.records.label_names));  // notices wrong paths
}

std::string feature_names_text(const Vectors& vectors) {
  return SvmWriter(vectors.records, vectors.names).names_text();
}

}  // namespace clade::detail
