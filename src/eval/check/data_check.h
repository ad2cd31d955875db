// Data and taxonomy looked through together.
#pragma once

#include "base/threads.h"
#include "clade/check.h"
#include "pipeline/read.h"

namespace clade::detail {

// `test` may be null.
DataCheck check_data(const RecordSource& source, const RecordSource* test,
                     const TaxonomySource& taxonomy, ThreadPool& pool);

}  // namespace clade::detail
