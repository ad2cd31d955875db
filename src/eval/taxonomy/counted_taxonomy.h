// A taxonomy with the number of examples at its nodes.
#pragma once

#include <cstddef>
#include <optional>

#include "base/threads.h"
#include "clade/label_space.h"
#include "pipeline/label_profile.h"
#include "pipeline/read.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

struct CountedTaxonomy {
  TaxonomyDocument document;
  std::optional<InstanceCounts> counts;  // where there are data
  std::size_t instances = 0;             // of the data, with and without labels
};

// `data` may be null; it is not where the taxonomy is to be made of labels.
CountedTaxonomy count_in_taxonomy(const TaxonomySource& source, const RecordSource* data,
                                  ThreadPool& pool);

}  // namespace clade::detail
