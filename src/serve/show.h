// What there is to know of models.
#pragma once

#include <string>

#include "serve/hosted_model.h"
#include "serve/journal/journal.h"

namespace clade::detail::serve {

// The bodies of answers; `journal` is null where there is none.
std::string show_model(Journal* journal, const HostedModel& model);
std::string show_taxonomy(Journal* journal, const HostedModel& model);
std::string show_history(Journal* journal, const HostedModel& model);

}  // namespace clade::detail::serve
