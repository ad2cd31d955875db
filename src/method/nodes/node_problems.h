// A training set cut by the inner nodes of a tree: at each, which child is the right one?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "clade/label_space.h"
#include "data/dataset.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

enum class NodeRows {
  features,
  kernel_matrix,  // of all examples: index j + 1 is example j
};
inline NodeRows rows_of(KernelKind kind) {
  return kind == KernelKind::precomputed ? NodeRows::kernel_matrix : NodeRows::features;
}

class NodeProblems {
 public:
  // Of the inner nodes with several children that some example reaches, those with the most
  // examples first. Both must outlive this object. Error{input} for a taxonomy that is no tree,
  // Error{usage} where every node is a class.
  // `is_chosen`, by node: those that count; empty: all.
  NodeProblems(const Dataset& data, const LabelSpace& labels, NodeRows rows = NodeRows::features,
               std::span<const std::uint8_t> is_chosen = {});

  std::size_t size() const { return problems_.size(); }
  const Taxonomy& taxonomy() const { return labels_.taxonomy(); }
  NodeId node(std::size_t k) const { return problems_[k].node; }
  std::string_view name(std::size_t k) const { return taxonomy().name(node(k)); }
  // What the work at a node grows with: examples times children.
  double work(std::size_t k) const {
    const auto examples = static_cast<double>(problems_[k].end - problems_[k].begin);
    return examples * static_cast<double>(taxonomy().children(problems_[k].node).size());
  }
  // How many there are in all, on all ranks, and the numbers of those of one problem, in the order
  // of its part.
  std::size_t examples() const {
    return data_.whole() != nullptr ? data_.whole()->size : data_.size();
  }
  std::vector<std::uint32_t> examples(std::size_t k) const;

  // The children as the classes of one flat level, in their order (their names are numbers), and
  // the examples that have a label below the node; the labels of an example are the children that
  // lead to one. Rows of a kernel matrix are those of the examples of the node alone.
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
  void copy_rows(const SparseRows<Real>& rows, std::span<const std::uint32_t> examples,
                 Records& records) const;

  const Dataset& data_;
  const LabelSpace& labels_;
  NodeRows rows_;
  std::vector<Member> members_;
  std::vector<Problem> problems_;
};

}  // namespace clade::detail
