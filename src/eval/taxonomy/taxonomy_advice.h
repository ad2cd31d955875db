// Advice on a taxonomy from records that were read already.
#pragma once

#include "base/threads.h"
#include "clade/reporter.h"
#include "clade/taxonomy.h"
#include "clade/taxonomy_tools.h"
#include "eval/compare/contender.h"
#include "pipeline/read.h"

namespace clade::detail {

// The method without a taxonomy. Error{usage} where it cannot do without, or never sees one.
ComparedMethod without_taxonomy(const ComparedMethod& method);

struct PreparedAdvice {
  Contender flat, method;
  Taxonomy taxonomy;
};
// Reads the records. Error{usage} and Error{input} as clade::advise.
PreparedAdvice prepare_advice(const RecordSource& source, const TaxonomySource& taxonomy,
                              const ComparedMethod& flat, const ComparedMethod& method,
                              ThreadPool& pool, Reporter& reporter);

// `flat` does not see the taxonomy, `method` does; both read the same records. Cancelled where
// the reporter asks to stop.
Advice advise(const Contender& flat, const Contender& method, const Taxonomy& taxonomy,
              const AdviceOptions& options, ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail
