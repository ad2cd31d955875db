// The audit of records that were read already.
#pragma once

#include "base/threads.h"
#include "clade/audit.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"
#include "pipeline/read.h"

namespace clade::detail {

// What an audit needs: a method with its records, and the taxonomy that they are in.
struct PreparedAudit {
  Contender method;
  TaxonomySource taxonomy;  // resolved
};
// Checks the method and reads the records. Error{usage} and Error{input} as clade::audit.
PreparedAudit prepare_audit(const RecordSource& source, const TaxonomySource& taxonomy,
                            const ComparedMethod& method, const AuditOptions& options,
                            ThreadPool& pool, Reporter& reporter);

// Cancelled where the reporter asks to stop.
Audit audit(const Contender& method, const TaxonomySource& taxonomy, const AuditOptions& options,
            ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail
