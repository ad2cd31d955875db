// What training leaves behind: label space, score map, weights. Prediction needs nothing else.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clade/dataset.h"
#include "clade/label_space.h"

namespace clade {

struct Prediction {
  ClassId label;
  double score;
};

// How a model turns scores into a set of labels unless told otherwise.
enum class LabelSetRule { top1, sign };

// Immutable and cheap to copy; safe to use from several threads.
class Model {
 public:
  struct Impl;  // src/model/model_impl.h
  explicit Model(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

  // Error{model} for a damaged, truncated or foreign file. `trust` skips the checksum.
  static Model load(const std::filesystem::path& file, bool trust = false);
  void save(const std::filesystem::path& file) const;

  const std::string& method() const;
  // Option name and value as text, in the order of declaration.
  const std::vector<std::pair<std::string, std::string>>& options() const;
  const LabelSpace& label_space() const;
  LabelSetRule label_set_rule() const;
  Precision precision() const;
  std::size_t feature_count() const;
  std::size_t unit_count() const;
  const std::vector<std::string>& unit_names() const;
  std::size_t nonzero_weights() const;

  // Decision scores of all classes, in class order. Features unknown to the model are ignored;
  // how many there were is added to *unknown.
  template <class Real>
  void scores(BasicSparseRow<Real> row, std::span<double> out, std::size_t* unknown = nullptr) const;

  // The scores of all taxonomy nodes for the path of a DAG: those of the node's own unit.
  template <class Real>
  void node_scores(BasicSparseRow<Real> row, std::span<double> out) const;

  // The `top` best classes, best first, ties to the first class; only predictable ones.
  template <class Real>
  std::vector<Prediction> predict(BasicSparseRow<Real> row, std::size_t top) const;

  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace clade
