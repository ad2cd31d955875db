// An online method on a stream of examples, none of which is kept.
#pragma once

#include <memory>

#include "base/train_context.h"
#include "clade/method.h"
#include "method/online/online_design.h"

namespace clade::detail {

// From zero, or from where the model `from`, of this precision, ended. `context` must outlive the
// result.
std::unique_ptr<OnlineTraining> make_online_stream(OnlineDesign design, const LabelSpace& labels,
                                                   Precision precision, TrainContext& context,
                                                   const Model* from = nullptr);

}  // namespace clade::detail
