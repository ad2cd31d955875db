// The corrections that an update learns from, as examples.
#pragma once

#include "clade/examples.h"
#include "serve/hosted_model.h"
#include "serve/journal/journal.h"

namespace clade::detail::serve {

class JournalExamples : public Examples {
 public:
  // Those of the update that the generation can learn from: an earlier model of the name may have
  // had other labels and taken other documents.
  JournalExamples(Journal& journal, const HostedModel& model, const Generation& generation,
                  const LearningRow& update);
};

}  // namespace clade::detail::serve
