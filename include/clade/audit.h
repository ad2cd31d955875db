// Which labels are probably wrong, and which classes probably misplaced: what models say that were
// trained without the example in question.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clade/compare.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "clade/pipeline.h"

namespace clade {

struct AuditOptions : RunOptions {
  std::size_t folds = 5;          // each example is judged by a model of the other folds
  std::size_t snippet_bytes = 0;  // so much of each text is kept, for people to read
};

// An example in doubt.
struct SuspectRecord {
  std::size_t record = 0;  // its number among the examples with a label, from 0
  std::string id{};
  std::vector<std::string> labels{};  // all that it has
  std::string label{};                // the one that the models believe least
  std::string suggested{};            // the class that they believe most of those it has not
  double margin = 0;                  // the score of the label less that of the suggestion
  std::string text{};                 // its beginning, where that was asked for
  bool text_is_cut = false;
};

// A class whose examples are taken for classes below another node more often than for its siblings.
struct SuspectClass {
  std::string name, parent, suggested_parent;
  std::size_t records = 0;
  std::size_t among_siblings = 0,
              elsewhere = 0;  // of them, that were taken for another class there
  double p = 1;  // of so many elsewhere if all those classes were alike to it (one-sided)
};

struct Audit {
  std::vector<SuspectRecord> records;  // every example that was judged, worst first
  std::vector<SuspectClass> classes;   // surest first; none where examples have several labels
  bool has_texts = false;              // beginnings of texts were kept
  std::size_t unjudged = 0;  // examples that no model could judge: the only ones of their class

  std::string json() const;
};

// Error{input} where there are too few examples, Error{usage} for a method that cannot judge.
// Cancelled where the reporter asks to stop.
Audit audit(const Examples& examples, const TaxonomySource& taxonomy,
            const ComparedMethod& method = {}, const AuditOptions& options = {});

}  // namespace clade
