// What training would make of examples and a taxonomy, and what is odd about them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "clade/error.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "clade/pipeline.h"

namespace clade {

struct CheckOptions : RunOptions {
  // What a model would be measured on, to see what leaks; null: files that say which records are
  // for testing have them.
  const Examples* test = nullptr;
};

struct DataCheck {
  bool is_usable = true;               // training takes them as they are
  std::vector<std::string> obstacles;  // why it would not

  std::vector<std::string> files;   // what each file was found to be
  std::size_t records = 0;          // to train on
  bool is_split = false;            // the files say what is for training
  std::size_t without_split = 0;    // left out: they say none where others do
  std::size_t unlabelled = 0;       // of the records; training leaves them out
  std::size_t without_content = 0;  // of the records: no word and no feature
  std::map<std::size_t, std::size_t> labels_per_record;

  struct UnknownLabel {
    std::string name, place;  // of its first appearance
    std::string suggestion;   // " (did you mean 'x'?)" or ""
    std::size_t records = 0;
  };
  std::vector<UnknownLabel> unknown_labels;  // the most frequent first
  UnknownLabels unknown_rule = UnknownLabels::error;

  std::size_t nodes = 0, classes = 0;
  std::vector<std::string> empty_classes, single_classes, small_classes;  // 0, 1, 2 to 4 examples

  // By ids, the first of each lot first; of records with a label.
  struct SameContent {
    std::vector<std::string> ids;
    std::vector<std::string> labels;  // all that the records have
  };
  std::vector<SameContent> repeated;     // the same content and the same labels
  std::vector<SameContent> conflicting;  // the same content, other labels
  std::vector<std::string> repeated_ids;

  std::size_t test_records = 0;
  std::vector<std::string> leaks;  // ids of test records whose content is among the others

  // For people and for programs; parameters are mentioned as `spelling` writes them.
  std::string text(const ParameterSpelling& spelling = {}) const;
  std::string json(const ParameterSpelling& spelling = {}) const;
};

// Error{input} where files cannot be read at all.
DataCheck check(const Examples& examples, const TaxonomySource& taxonomy,
                const CheckOptions& options = {});

}  // namespace clade
