// Whether a taxonomy can be used and fits the data.
#pragma once

#include <optional>

#include "base/threads.h"
#include "clade/taxonomy_tools.h"
#include "pipeline/read.h"
#include "taxonomy/taxonomy_draft.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

struct CheckedTaxonomy {
  TaxonomyDraft draft;        // as it was read
  TaxonomyDocument document;  // repaired where that was asked for or necessary
  TaxonomyCheck check;
};

// `data` may be null; it is not where the taxonomy is to be made of labels. Labels of the data that
// are aliases of nodes count for these.
CheckedTaxonomy check_taxonomy(const TaxonomySource& source, const RecordSource* data,
                               bool is_repaired, ThreadPool& pool);

}  // namespace clade::detail
