// Probabilities of exclusive classes from their scores: a softmax over the children of every node,
// with a scale of its own for every depth (a nested logit model).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/label_space.h"
#include "model/calibration.h"

namespace clade::detail {

// The value of a terminal class is its score; the value of an inner node whose members (children
// that lead to a class that can be predicted, and the node itself where it is such a class) have
// the values v is ln(sum of e^(t v)) / t, and a member has the share e^(t v) of it. With the same t
// at every depth this is a softmax over all classes. In a DAG all classes are members of one group.
class NestedSoftmax {
 public:
  explicit NestedSoftmax(const LabelSpace& labels);

  struct Member {
    std::uint32_t number;
    bool is_class;  // else a group
  };
  struct Choice {
    std::uint32_t group, member;
  };

  std::size_t levels() const { return levels_; }
  std::size_t groups() const { return members_.size(); }
  std::span<const Member> members(std::size_t group) const { return members_.row(group); }
  // What has to be chosen on the way to a class, by level from 1; the way to a class that is never
  // predicted ends where it leaves the members.
  std::span<const Choice> way(ClassId c) const { return ways_.row(index_of(c)); }

  // The values of the groups whose members are at `first_level` or deeper; `scales` by level
  // from 1.
  void set_values(std::span<const double> class_scores, std::span<const double> scales,
                  std::size_t first_level, std::span<double> group_values) const;
  double value(Member member, std::span<const double> class_scores,
               std::span<const double> group_values) const;
  // `group_values` is scratch of size groups(). Classes that are never predicted get 0.
  void set_probabilities(std::span<const double> class_scores, std::span<const double> scales,
                         std::vector<double>& group_values, std::span<double> classes) const;
  // The same with shares as `choices` has them, by level from 1 (Calibration::Choice);
  // `frequencies` as member_frequencies gives them.
  void set_probabilities(std::span<const double> class_scores, std::span<const double> scales,
                         std::span<const Calibration::Choice> choices,
                         const Csr<double>& frequencies, std::vector<double>& group_values,
                         std::span<double> classes) const;
  // Of the members of each group, with sum 1 in a group.
  Csr<double> member_frequencies(std::span<const double> of_classes) const;

 private:
  void add_tree(const LabelSpace& labels);
  void add_classes(const LabelSpace& labels);

  Csr<Member> members_;             // parents before children
  std::vector<std::size_t> level_;  // by group: of its members, from 1
  Csr<Choice> ways_;                // by class
  std::size_t levels_ = 1;
};

// What a choice between members of these values gives them; sum 1.
void set_shares(const Calibration::Choice& choice, std::span<const double> values,
                std::span<const double> frequencies, std::span<double> shares);

// A score that can be reckoned with: any weights are possible in a model.
double usable_score(double score);

}  // namespace clade::detail
