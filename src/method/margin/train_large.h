// Training where the rows of weights do not fit into memory: many classes and many features.
#pragma once

#include "base/train_context.h"
#include "clade/method.h"
#include "data/feature_index.h"
#include "method/margin/margin_params.h"
#include "method/margin/margin_problem.h"
#include "method/margin/train_linear.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// Whether this is a problem for the backend of large problems (linear/storage.h), where rows of
// weights may take so much.
bool is_large(const Problem<float>& problem, const MarginDesign& design, const MarginParams& params,
              bool free_bias, std::size_t most_row_bytes);

// The model has packed weights: in single precision where these take little enough, else in half
// precision, and the largest of them where there are too many. Warns of what is left out.
Trained train_large(std::string method, OptionTexts options, MarginDesign design,
                    const MarginParams& params, Problem<float> problem, FeatureIndex features,
                    const LabelSpace& labels, TrainContext& context);

}  // namespace clade::detail
