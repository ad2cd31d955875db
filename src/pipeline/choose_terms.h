// Which terms of texts a learner that adapts to its data takes.
#pragma once

#include "base/threads.h"
#include "data/records.h"
#include "pipeline/read.h"

namespace clade::detail {

// What the options leave open is decided by the length of the first documents and by how many
// labels they have, and by the size of all: pairs of words nearly always help, and where documents
// are short runs of characters do, which find words in other forms. Both cost time and memory.
ChosenTerms choose_terms(const TextParams& text, const RecordSource& source, ThreadPool& pool);

}  // namespace clade::detail
