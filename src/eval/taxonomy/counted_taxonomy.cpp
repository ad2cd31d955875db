#include "eval/taxonomy/counted_taxonomy.h"

#include "data/taxonomy_file.h"

namespace clade::detail {

namespace {

TaxonomyDocument document_of_source(const TaxonomySource& source, const Records& records) {
  if (source.kind == TaxonomySource::Kind::given) {
    return read_taxonomy_document(source.file, source.read_options);
  }
  return {LabelSpace(source, LabelNodes::all, records.label_names).taxonomy(), {}, {}};
}

}  // namespace

CountedTaxonomy count_in_taxonomy(const TaxonomySource& source, const RecordSource* data,
                                  ThreadPool& pool) {
  if (data == nullptr) return {document_of_source(source, {}), {}, 0};
  Records records = data->read(data->options(Precision::single, nullptr), pool);
  CountedTaxonomy counted{document_of_source(source, records), {}, records.size()};
  resolve_labels(counted.document, records, source.read_options.separator);
  counted.counts = count_instances(counted.document.taxonomy, records);
  return counted;
}

}  // namespace clade::detail
