// A search in two steps: everything that can be wrong with the call, then the runs.
#pragma once

#include <string>

#include "base/checkpoint.h"
#include "base/threads.h"
#include "clade/reporter.h"
#include "clade/search.h"
#include "eval/search/fold_sets.h"

namespace clade::detail {

// Error{usage} for a method or a measure that a search cannot go by, before any data are read.
void check_search(const ComparedMethod& method, const std::string& measure);

// `plan` says what training would do with the examples; text options come from the candidates. Of a
// budget of time, an earlier process of the same checkpoint has used `seconds_before`.
SearchResult search(const SearchSource& source, const ComparedMethod& method,
                    const SearchOptions& options, ThreadPool& pool, Reporter& reporter,
                    const CheckpointPart& checkpoint = {}, double seconds_before = 0);

}  // namespace clade::detail
