// A training set cut by the inner nodes of a tree: at each, which child is the right one?
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clade/label_space.h"
#include "data/dataset.h"

namespace clade::detail {

class NodeProblems {
 public:
  // Of the inner nodes with several children that some example reaches, those with the most
  // examples first. Both must outlive this object. Error{input} for a taxonomy that is no tree,
  // Error{usage} where every node is a class.
  NodeProblems(const Dataset& data, const LabelSpace& labels);

  std::size_t size() const { return problems_.size(); }
  NodeId node(std::size_t k) const { return problems_[k].node; }
  // What the work at a node grows with: examples times children.
  double work(std::size_t k) const {
    const auto examples = static_cast<double>(problems_[k].end - problems_[k].begin);
    return examples * static_cast<double>(labels_.taxonomy().children(problems_[k].node).size());
  }

  // The children as the classes of one flat level, in their order (their names are numbers), and
  // the examples that have a label below the node; the labels of an example are the children that
  // lead to one.
  struct Part {
    LabelSpace labels;
    Dataset data;
  };
  Part part(std::size_t k) const;

 private:
  struct Member {
    std::uint32_t example, child;
  };
  struct Problem {
    NodeId node;
    std::size_t begin, end;  // in members_: by example, then child
  };
  template <class Real>
  void copy_examples(const SparseRows<Real>& rows, const Problem& problem, Records& records) const;

  const Dataset& data_;
  const LabelSpace& labels_;
  std::vector<Member> members_;
  std::vector<Problem> problems_;
};

}  // namespace clade::detail
