// .svm text to records, on all cores.
#pragma once

#include "base/threads.h"
#include "data/input_text.h"
#include "data/record_block.h"

namespace clade {

template <class Real>
void read_svm(const InputText& input, ThreadPool& pool, RecordsMerger<Real>& records);

}  // namespace clade
