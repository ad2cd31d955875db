// What training leaves behind: label space, score map, weights. Prediction needs nothing else.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/features.h"
#include "clade/kernel_kind.h"
#include "clade/label_space.h"

namespace clade {

struct Prediction {
  ClassId label;
  double score;
};

// The same by name.
struct LabelScore {
  std::string label;
  double score = 0;
};

namespace detail {
class Beam;
class ClassSums;
class Descent;
class Vectoriser;
struct Calibration;
}  // namespace detail

// How a model turns scores into a set of labels unless told otherwise.
enum class LabelSetRule {
  top1,
  sign,  // scores above 0
  // What held-out examples taught (clade/label_sets.h): a threshold that depends on the scores, the
  // number of labels, a threshold for each class.
  threshold,
  size,
  class_thresholds,
  // The set of the smallest expected loss (clade/loss.h, NodeCosts) by the probabilities of nodes.
  least_loss,
};

// What the score of a class is.
enum class Decoding {
  best_class,           // its decision score
  top_down_min_margin,  // the smallest margin of a node on its path over its siblings (HPSI's
                        // u_min): above zero for the class that going down to the best child ends
                        // at, and no other
  top_down_sum,  // the sum over its path of what a node is short of the best of its siblings:
                 // zero for the class that the descent ends at, below for others
};
// Whether the best class is the one that going from the root to the best child ends at.
constexpr bool is_top_down(Decoding decoding) { return decoding != Decoding::best_class; }

// Immutable and cheap to copy; safe to use from several threads.
class Model {
 public:
  struct Impl;  // src/model/model_impl.h
  explicit Model(std::shared_ptr<const Impl> impl);

  // Error{model} for a damaged, truncated or foreign file. `trust` skips the checksum.
  static Model load(const std::filesystem::path& path, bool trust = false);
  void save(const std::filesystem::path& path) const;

  const std::string& method() const;
  // Option name and value as text, in the order of declaration.
  const std::vector<std::pair<std::string, std::string>>& options() const;
  const LabelSpace& label_space() const;
  // What new records must go through before they are scored; null where they are taken as they are.
  const detail::Vectoriser* vectoriser() const;
  // The same model, for rows that this vectoriser made.
  Model with_vectoriser(detail::Vectoriser vectoriser) const;
  // How scores become probabilities (clade/probabilities.h); null if the model has none.
  const detail::Calibration* calibration() const;
  // Where it has learned sets, they become the model's rule.
  Model with_calibration(detail::Calibration calibration) const;
  LabelSetRule label_set_rule() const;
  Decoding decoding() const;
  KernelKind kernel() const;
  // Rows are character sequences, not features.
  bool takes_strings() const { return kernel() == KernelKind::subsequence; }
  Precision precision() const;
  std::size_t feature_count() const;
  std::size_t unit_count() const;
  const std::vector<std::string>& unit_names() const;
  std::size_t nonzero_weights() const;

  // The `top` best classes of a text, best first. For many texts use predict() of
  // clade/pipeline.h, which also gives sets of labels, paths and probabilities.
  std::vector<LabelScore> predict_text(std::string_view text, std::size_t top) const;
  // The same of a vector, in any order; features are numbered from 1.
  std::vector<LabelScore> predict_vector(std::span<const BasicFeature<double>> features,
                                         std::size_t top) const;

  // The functions on a row take fresh memory on every call: for many rows use a Scorer.

  // Decision scores of all classes, in class order. Features unknown to the model are ignored;
  // how many there were is added to *unknown.
  template <class Real>
  void scores(BasicSparseRow<Real> row, std::span<double> out,
              std::size_t* unknown = nullptr) const;

  // The scores of all taxonomy nodes for the path of a DAG: the raw score of the unit that has the
  // node's name, 0 where none has.
  template <class Real>
  void node_scores(BasicSparseRow<Real> row, std::span<double> out) const;

  // The `top` best classes, best first, ties to the first class; only predictable ones.
  template <class Real>
  std::vector<Prediction> predict(BasicSparseRow<Real> row, std::size_t top) const;

  const Impl& impl() const { return *impl_; }
  const detail::ClassSums& class_sums() const { return *class_sums_; }
  // Null where predictions need the scores of all classes.
  const detail::Descent* descent() const { return descent_.get(); }

 private:
  std::shared_ptr<const Impl> impl_;
  std::shared_ptr<const detail::Descent> descent_;
  std::shared_ptr<const detail::ClassSums> class_sums_;
};

// What will be asked of a scored row.
enum class ScoresFor {
  everything,
  // best(k) alone, of models that go from the root down best(1): they score the children on their
  // way. With a beam best(k) of the classes that it reaches.
  best_class,
};

// Scores one row after the other in memory of its own: one per thread.
class Scorer {
 public:
  // With a beam (model/beam.h), rows that are scored for the best class are searched with it.
  explicit Scorer(Model model, std::shared_ptr<const detail::Beam> beam = nullptr);
  ~Scorer();
  Scorer(Scorer&&) noexcept;
  Scorer& operator=(Scorer&&) noexcept;

  // Takes a row, which the functions below then speak of, and returns how many of its features the
  // model does not know. Without a beam, what is found does not depend on what it is scored for.
  template <class Real>
  std::size_t score(BasicSparseRow<Real> row, ScoresFor use = ScoresFor::everything);

  // Valid until the next row. As Model::scores and Model::node_scores.
  std::span<const double> class_scores() const;
  std::span<const double> node_scores();
  // As Model::predict; valid until the next call.
  std::span<const Prediction> best(std::size_t top);

 private:
  struct Scratch;
  Model model_;
  std::shared_ptr<const detail::Beam> beam_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clade
