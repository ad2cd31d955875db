// A search in two steps: everything that can be wrong with the call, then the runs.
#pragma once

#include <string>

#include "base/threads.h"
#include "clade/reporter.h"
#include "clade/search.h"
#include "eval/search/fold_sets.h"

namespace clade::detail {

// Error{usage} for a method or a measure that a search cannot go by, before any data are read.
void check_search(const ComparedMethod& method, const std::string& measure);

// `plan` says what training would do with the examples; text options come from the candidates.
SearchResult search(const SearchSource& source, const ComparedMethod& method,
                    const SearchOptions& options, ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail
