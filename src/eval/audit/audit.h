// Which labels are probably wrong, and which classes probably misplaced: what models say that were
// trained without the record in question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"

namespace clade::detail {

struct AuditOptions {
  std::size_t folds = 5;
  std::uint64_t seed = 0;
};

// A record in doubt.
struct SuspectRecord {
  std::size_t record = 0;
  std::string label;      // the one that the models believe least
  std::string suggested;  // the class that they believe most of those it has not
  double margin = 0;      // the score of the label less that of the suggestion
};

// A class whose records are taken for classes below another node more often than for its siblings.
struct SuspectClass {
  std::string name, parent, suggested_parent;
  std::size_t records = 0;
  std::size_t among_siblings = 0,
              elsewhere = 0;  // of them, that were taken for another class there
  double p = 1;  // of so many elsewhere if all those classes were alike to it (one-sided)
};

struct Audit {
  std::vector<SuspectRecord> records;  // every record with a label, worst first
  std::vector<SuspectClass> classes;   // surest first; none where records have several labels
};

// Error{input} where there are too few records. Cancelled where the reporter asks to stop.
Audit audit(const Contender& method, const TaxonomySource& taxonomy, const AuditOptions& options,
            ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail
