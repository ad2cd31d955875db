// Labels of the data that a taxonomy or a model does not have: what is said and done about them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/communicator.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "clade/reporter.h"
#include "data/records.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

// The labels that are taken.
struct KnownLabels {
  std::function<bool(std::string_view label)> has;
  std::function<std::string(std::string_view label)> problem;  // what is wrong with another one
  // What took the place of a label that was known once; may be empty.
  std::function<std::optional<std::string>(std::string_view label)> replacement;
  std::vector<std::string> separators;  // of labels that are paths
  std::string others;                   // what the other ones are: "not in the taxonomy"

  // The label that UnknownLabels::prefix puts in the place of one that is not taken.
  std::optional<std::string> nearest(std::string_view label) const;
};

// The nodes of a taxonomy; what they refer to must outlive them. `separator` is that of paths.
KnownLabels known_nodes(const Taxonomy& taxonomy, const std::string& separator);
// The same with the terms that are no nodes any more, and what replaced them.
KnownLabels known_nodes(const TaxonomyDocument& document, const std::string& separator);
// The classes of a model.
KnownLabels known_classes(const LabelSpace& labels);

// Applies one rule to records that may come in pieces, and counts.
class LabelFilter {
 public:
  explicit LabelFilter(UnknownLabels rule, bool sees_all = true)
      : rule_(rule), sees_all_(sees_all) {}

  // Records may be left without a label. Error{input} at its place for the first label that is not
  // known, where that is the rule; it counts the others where the filter sees all records at once.
  void apply(const KnownLabels& known, Records& records);
  // Says what was changed; `dropped` records had no other label.
  void warn(std::size_t dropped, Reporter& reporter) const;

 private:
  struct Change {
    std::size_t records = 0;
    std::optional<std::string> instead;  // empty: left out
  };

  [[noreturn]] void refuse(const KnownLabels& known, const Records& records,
                           const std::vector<std::size_t>& unknown) const;
  std::string changes_text(bool shortened) const;

  UnknownLabels rule_;
  bool sees_all_;
  std::string others_;
  std::map<std::string, Change, std::less<>> changes_;
};

// Reads the taxonomy (resolve_taxonomy) and applies the rule to labels outside of it. Records that
// are left without a label are dropped; Error{input} where all are. `name` is the source's.
// `tells_of_taxonomy`: what is worth knowing of its file is told, too.
TaxonomySource settle_labels(const TaxonomySource& taxonomy, UnknownLabels rule, Records& records,
                             const std::string& name, Reporter& reporter,
                             bool tells_of_taxonomy = true, Communicator& peers = single_rank());

// Before records are measured with a model. They stay where they are, labelled or not. A model that
// made its taxonomy of labels takes new ones, unless the rule says otherwise.
void settle_measured_labels(const LabelSpace& labels, UnknownLabels rule, Records& records,
                            Reporter& reporter);

// The same for a taxonomy that was read already.
void settle_measured_labels(const TaxonomySource& resolved, UnknownLabels rule, Records& records,
                            Reporter& reporter);

// Before a model learns from records: Error{input} as LabelFilter for a label that is no class of
// the model, with the nearest known name where it is no node, with the reason where it is one.
void settle_learned_labels(const LabelSpace& labels, UnknownLabels rule, Records& records,
                           const std::string& name, Reporter& reporter);

}  // namespace clade::detail
