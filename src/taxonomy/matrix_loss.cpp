// A loss given as a table: row true, column predicted.
#include <stdexcept>
#include <utility>
#include <vector>

#include "taxonomy/class_index.h"
#include "taxonomy/class_matrix.h"
#include "taxonomy/loss_files.h"

namespace clade::detail {

namespace {

class MatrixLoss final : public Loss {
 public:
  MatrixLoss(ClassIndex index, std::vector<double> values)
      : index_(std::move(index)), values_(std::move(values)) {}

  double operator()(NodeId truth, NodeId guess) const override {
    return values_[position(truth) * index_.size() + position(guess)];
  }

 private:
  std::size_t position(NodeId node) const {
    const auto position = index_.position(node);
    if (!position) throw std::logic_error("a loss matrix was asked for a node that is no class");
    return *position;
  }

  ClassIndex index_;
  std::vector<double> values_;
};

constexpr MatrixRules loss_rules{
    {[](double v) { return v >= 0 && v <= largest_loss; }, "a number from 0 to 1e+30"},
    {[](double v) { return v == 0; }, "0 as the loss of the right class"}};

}  // namespace

std::unique_ptr<Loss> read_matrix_loss(const std::filesystem::path& file, const Taxonomy& taxonomy,
                                       std::span<const NodeId> classes) {
  ClassIndex index(taxonomy, classes);
  std::vector<double> values = read_class_matrix(file, index, loss_rules);
  return std::make_unique<MatrixLoss>(std::move(index), std::move(values));
}

}  // namespace clade::detail
