// What `clade explain --json` writes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/explanation.h"

namespace clade::detail::report {

// {"id","predicted":[...],"scale" where there is
// one,"label","score","path","nodes":[{"node","share","words":[{"word","share"}]}],
//  "runner_up" or "asked":{"label","score","path","nodes"},"difference":{"lead","words"}}; a node
//  of a model that goes from the root down has "margin" and "rival", too, a class of a calibrated
//  model "probability" behind "score".
nlohmann::ordered_json explanation_json(const ExplainedDocument& document);

}  // namespace clade::detail::report
