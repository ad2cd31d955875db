// How good predictions are: every measure of the papers (definitions in docs/METRICS.md).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/label_space.h"
#include "clade/model.h"

namespace clade {

struct EvaluateOptions {
  // How scores become a predicted set: the model's own rule, and top1 for scores without a model.
  std::optional<LabelSetRule> label_set;
  // Rankings and macro-F1 over the classes that occur as a true label, not over all of them.
  bool seen_classes = false;
  // Of max_loss, top_loss and tree_loss: a loss as `make_loss` reads it. The costs of costs:FILE
  // are also those of set_loss and of LabelSetRule::least_loss.
  std::string loss = "tree";
  // A guess below a true label at an inner node counts as that label (orthogonal sec. 2). Rankings
  // stay as they are.
  bool inner_correct = false;
  // The k of precision_at_k, each at least 1.
  std::vector<std::size_t> precision_at = {1, 3, 5};
  // auprc is over the nodes of this level and deeper; 1: all but the root, 0: leave auprc out.
  std::size_t auprc_from_level = 1;
  // Fill Evaluation::per_instance, for tests that pair the instances of two evaluations.
  bool keep_instances = false;
  // Fill Evaluation::judged.
  bool keep_judged = false;
  // Fill Evaluation::intervals.
  bool intervals = false;
  // Fill Evaluation::curves.
  bool curves = false;
  // Of a model: its best class by a beam of so many nodes (0: by scores of all classes). The
  // measures that need all scores are left out then.
  std::size_t beam = 0;
};

struct ClassReport {
  ClassId label;
  std::size_t support;
  double precision, recall, f1;
};
struct LevelReport {
  std::size_t level;               // 1 is below the root
  std::optional<double> accuracy;  // where every instance has a top class
  std::size_t nodes;
  double f1 = 0;                // micro F1 over the nodes of the level
  std::optional<double> auprc;  // where there are scores and a true node of the level
  std::optional<double> ece;    // expected calibration error, of calibrated models
};
// Confidence and accuracy of the most probable nodes of a level, in bins of as many instances.
struct ReliabilityBin {
  double confidence, accuracy;
  std::size_t count;
};
struct LevelReliability {
  std::size_t level;
  double ece;
  std::vector<ReliabilityBin> bins;  // confidence increases
};

// What auprc, fmax and smin put into one list: of each node the best score of a class at it or
// below; its probability, which means the same for every instance; or what a table says of it.
enum class PooledOver { scores, probabilities, nodes };

// What an instance is, and what it was taken for: the predicted set, or the top class where every
// instance has one label and a top class.
struct JudgedInstance {
  std::vector<ClassId> truth, guesses;
  std::vector<double> probabilities = {};  // of the guesses, by a calibrated model; else empty
};

// Where a metric would be, with a probability of `interval_level`, if the instances had been drawn
// anew: percentiles over instances drawn with replacement.
inline constexpr double interval_level = 0.95;
struct MetricInterval {
  std::string metric;
  double low, high;
};

// What is given where the answer is everything that scores at least a threshold: pairs of an
// instance and a label, or node, of which some are true.
struct ThresholdCurve {
  std::size_t positives = 0;              // true pairs, those without a score included
  std::vector<double> thresholds;         // rising
  std::vector<std::size_t> given, right;  // pairs by threshold, and the true ones among them
};
struct NodeCurve {
  NodeId node;
  ThresholdCurve curve;
};
// Of the values that auprc pools (PooledOver).
struct EvaluationCurves {
  // All labels together; absent where a class is an inner node, which stands for what is below it.
  std::optional<ThresholdCurve> labels;
  ThresholdCurve nodes;            // all nodes of auprc together
  std::vector<NodeCurve> by_node;  // each for itself, those with most positives first
};

// What a beam costs: some instances are scanned in full as well.
struct BeamAgreement {
  std::size_t width = 0;
  std::size_t checked = 0;
  std::size_t same = 0;  // of these, with the same answer
};

struct Evaluation {
  std::size_t instances = 0;  // with a label; only these are measured
  // In the order of docs/METRICS.md; what does not apply is absent.
  std::vector<std::pair<std::string, double>> metrics;
  std::map<double, std::size_t> loss_histogram;  // top loss -> instances
  std::vector<LevelReport> per_level;
  std::vector<ClassReport> per_class;
  std::vector<LevelReliability> reliability;  // by level, of calibrated models
  std::optional<PooledOver> pooled_over;      // where there is auprc; calibrated: probabilities

  std::vector<std::size_t> measured;  // which instances of the dataset these are, in order
  // With keep_instances: of every metric that is a mean over instances, the values that it is the
  // mean of, in the order of `measured`.
  std::vector<std::pair<std::string, std::vector<double>>> per_instance;

  std::vector<JudgedInstance> judged;  // with keep_judged, in the order of `measured`

  // With EvaluateOptions::intervals: of the metrics that are means over instances and of those of
  // predicted sets. The others would need all scores again for every draw.
  std::vector<MetricInterval> intervals;
  std::optional<EvaluationCurves> curves;  // with EvaluateOptions::curves, where there are scores

  std::optional<BeamAgreement> beam;  // where a beam gave the answers

  std::size_t unlabelled = 0;        // instances that were left out
  std::size_t unknown_features = 0;  // values of features that the model does not know
  std::size_t empty_sets = 0;        // measured instances without a predicted label
  // Measured instances without a word or feature that the model knows; absent without a model.
  std::optional<std::size_t> featureless;
  // Of the instances, those that the model was trained on; about, of very many.
  std::size_t trained_on = 0;
  std::vector<std::string> warnings;  // in words: these counts, and what else a user should know

  std::optional<double> find(std::string_view metric) const;
};

// The names of all measures beside precision_at_K; which of them an evaluation has depends on data
// and predictions.
std::span<const std::string_view> known_metrics();
// Of a loss, a difference or an error smaller values are better, of all other measures larger ones.
bool is_loss(std::string_view metric);

// One JSON object without a line break at its end.
std::string evaluation_json(const Evaluation& evaluation, const LabelSpace& labels);

// For people: the metrics in groups, each with what it means, the loss histogram and the levels.
std::string evaluation_text(const Evaluation& evaluation);

// A model measured on examples whose labels may be new to it.
struct ModelEvaluation {
  Evaluation evaluation;
  LabelSpace labels;  // the model's, with a class for every other label of the examples

  std::string json() const;
  std::string text() const;
};

}  // namespace clade
