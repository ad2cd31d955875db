// Learning a taxonomy from where the records come from.
#pragma once

#include <optional>

#include "base/threads.h"
#include "clade/compare.h"
#include "clade/label_space.h"
#include "clade/taxonomy_tools.h"
#include "eval/taxonomy/taxonomy_learning.h"
#include "method/kernel_params.h"
#include "pipeline/read.h"

namespace clade::detail {

// What a page shows beside the taxonomy.
struct LearnedDetails {
  ClassClusters clusters;
  LabelSpace labels;  // the classes, flat
};

struct LearnParams {
  std::size_t levels = 2;
  Linkage linkage = Linkage::average;
  KernelParams kernel;
  TextParams text;
  std::uint64_t seed = 0;  // of the pairs that a median is taken of, of folds and trainings
  std::optional<ComparedMethod> with;  // has kernel and text options of its own
  std::size_t rounds = 5, folds = 5;
  bool align = false;  // by kernel alignment; not with a method
};

// Error{usage} for options of the kernel that do not go together, and for one without centroids.
void check_kernel(const KernelParams& kernel);

// What the kernel's numbers are chosen as is set in the params.
LearnedTaxonomy learn_taxonomy(const RecordSource& source, LearnParams& params, ThreadPool& pool,
                               Reporter& reporter);

}  // namespace clade::detail
