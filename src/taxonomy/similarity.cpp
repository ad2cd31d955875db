#include "taxonomy/similarity.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/class_index.h"
#include "taxonomy/class_matrix.h"

namespace clade::detail {

namespace {

// Files hold rounded numbers: what is off by less than this part counts as exact.
constexpr double rounding = 1e-9;

constexpr double largest_similarity = 1e30;
constexpr MatrixRules similarity_rules{
    {[](double v) { return std::abs(v) <= largest_similarity; }, "a number from -1e+30 to 1e+30"},
    {[](double v) { return v >= 0; }, "at least 0 as the similarity with itself of class"}};

// The size that an entry of a semi-definite matrix can have is the root of its two diagonal
// entries.
void check_symmetry(const Eigen::MatrixXd& S, const ClassIndex& index, const std::string& name) {
  for (Eigen::Index a = 0; a < S.rows(); ++a) {
    for (Eigen::Index b = 0; b < a; ++b) {
      const double size =
          std::max({std::abs(S(a, b)), std::abs(S(b, a)), std::sqrt(S(a, a)) * std::sqrt(S(b, b))});
      if (std::abs(S(a, b) - S(b, a)) <= rounding * size) continue;
      const std::string first = quoted(index.name(static_cast<std::size_t>(b)));
      const std::string second = quoted(index.name(static_cast<std::size_t>(a)));
      fail(ErrorKind::input,
           "{}: expected a symmetric table, got {} in row {}, column {} and {} in row {}, column "
           "{}",
           name, S(b, a), first, second, S(a, b), second, first);
    }
  }
}

Eigen::MatrixXd symmetric_root(const Eigen::MatrixXd& S, const std::string& name) {
  if (S.rows() == 0) return S;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(S);
  if (eigen.info() != Eigen::Success) {
    fail(ErrorKind::input, "{}: the eigenvalues of the table could not be computed", name);
  }
  const Eigen::VectorXd& values = eigen.eigenvalues();  // increasing
  const double smallest = values(0), largest = values(values.size() - 1);
  if (smallest < -rounding * std::max(largest, 0.0)) {
    fail(ErrorKind::input,
         "{}: expected a positive semi-definite table, got one whose smallest eigenvalue is "
         "{:.6g}; adding {:.6g} to the diagonal would make it one",
         name, smallest, -smallest);
  }
  // What rounding leaves of an eigenvalue of zero would be large in the root.
  const double nothing =
      largest * std::numeric_limits<double>::epsilon() * static_cast<double>(S.rows());
  const Eigen::VectorXd roots =
      values.unaryExpr([&](double v) { return v > nothing ? std::sqrt(v) : 0.0; });
  return eigen.eigenvectors() * roots.asDiagonal() * eigen.eigenvectors().transpose();
}

// Row a of the root has the length sqrt(S_aa): entries far below that are rounding.
Csr<Attribute> attribute_rows(const Eigen::MatrixXd& root) {
  constexpr double negligible = 1e-14;
  Csr<Attribute> rows;
  for (Eigen::Index a = 0; a < root.rows(); ++a) {
    const double length = root.row(a).norm();
    for (Eigen::Index b = 0; b < root.cols(); ++b) {
      if (std::abs(root(a, b)) <= negligible * length) continue;
      rows.push({static_cast<UnitId>(b), root(a, b)});
    }
    rows.end_row();
  }
  return rows;
}

}  // namespace

ClassAttributes read_similarity(const std::filesystem::path& file, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes) {
  const ClassIndex index(taxonomy, classes);
  const std::vector<double> values = read_class_matrix(file, index, similarity_rules);
  const auto size = static_cast<Eigen::Index>(classes.size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd S = Eigen::Map<const RowMajor>(values.data(), size, size);
  check_symmetry(S, index, file.string());
  const Eigen::MatrixXd root = symmetric_root(0.5 * (S + S.transpose()), file.string());
  ClassAttributes result = identity_attributes(taxonomy, classes);
  result.map = ScoreMap(attribute_rows(root), classes.size());
  return result;
}

}  // namespace clade::detail
