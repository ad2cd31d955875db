// From examples to a trained model, and from a model to answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/checkpoint.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "clade/method.h"
#include "clade/metrics.h"
#include "clade/model.h"
#include "clade/options.h"
#include "clade/parameter.h"
#include "clade/reporter.h"
#include "clade/taxonomy.h"

namespace clade {

// How any work runs.
struct RunOptions {
  unsigned threads = 0;    // 0: all cores; results do not depend on it
  std::uint64_t seed = 0;  // of all random choices
  Reporter* reporter =
      nullptr;  // hears of progress and warnings, and may ask to stop; null: silent
};

struct TrainOptions : RunOptions {
  // The whole call, reading included, ends soon after so many seconds, with the model that was
  // reached and the gap that it has. Where C is chosen, half of the time is for that; calibration
  // folds and the training itself have equal parts.
  double max_seconds = std::numeric_limits<double>::infinity();
  // How texts and counts become vectors: {"ngrams", 2}, {"min_df", 1}, {"stemmer", "english"} and
  // what else 'clade train --help' lists for them.
  Options text;
  std::optional<LabelNodes> label_nodes;  // empty: what the method does
  // The measure that decides where the method's C is left open: a name of docs/METRICS.md; empty:
  // average precision, by a quicker search.
  std::string choose_C_for;
  // Above 0: the model gets probabilities and learned label sets from so many held-out folds, or
  // with 1 from one part of a fifth, which takes one more training. Empty: 1 for method clade, 5
  // where it has fewer than 2000 examples, and 0 for others.
  std::optional<std::size_t> calibration_folds;
  // The model keeps a hash of each record, a million at most, and knows again in evaluate() what it
  // was trained on.
  bool fingerprint = true;
  // Of train(): what is reached is kept from time to time, and the same call goes on from there.
  CheckpointOptions checkpoint;
  // Above 0: the process takes no more bytes than this and a tenth while the call lasts, mapped
  // files aside. Caches and rows of weights fit themselves in. Error{environment} beforehand, with
  // what would fit, where the training will need more, or when it does. The system is asked to hold
  // the whole process to it (RLIMIT_DATA): what other threads allocate meanwhile counts, too.
  std::size_t memory = 0;
};

// What TrainOptions::text takes, for front ends that list it; nothing is set by these.
std::vector<Parameter> text_parameters();

// Where the classes come from.
inline TaxonomySource given(const Taxonomy& taxonomy) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = taxonomy;
  return source;
}
inline TaxonomySource no_taxonomy() { return {}; }  // the labels are one flat level
inline TaxonomySource path_labels(std::string separator = "/") {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::paths;
  source.separator = std::move(separator);
  return source;
}

// The model holds all it needs to answer. Error{input} where the examples cannot be used, Error
// {usage} for options that the method does not take. Where the reporter asked to stop, the summary
// says so and the model is what was reached.
Trained train(const Examples& examples, const TaxonomySource& taxonomy, Method& method,
              const TrainOptions& options = {});
Trained train(const Examples& examples, const Taxonomy& taxonomy, Method& method,
              const TrainOptions& options = {});

// The same, and how good a training without a part of the examples is on that part: a share of them
// above 0 and below 1, drawn by the seed so that every class has about that share in it, and
// examples with the same content are on one side. The model is trained on all.
struct TestedTraining {
  Trained trained;
  ModelEvaluation test;
  std::size_t trained_on = 0;  // examples that the measured model has seen
};
TestedTraining train_and_test(const Examples& examples, const TaxonomySource& taxonomy,
                              Method& method, double test_fraction,
                              const TrainOptions& options = {});

struct UpdateOptions : RunOptions {
  double max_seconds = std::numeric_limits<double>::infinity();  // as TrainOptions
  std::size_t memory = 0;                                        // the same, held to alone
};

// The model after it has learned from these examples, too; `method_options` hold for this update
// alone. It has no probabilities: those of the old one belong to its weights.
Trained update(const Model& model, const Examples& examples, const Options& method_options = {},
               const UpdateOptions& options = {});

// An online method (perceptron, hieron) that learns from examples as they come, in bounded memory.
class TrainingStream {
 public:
  // All classes must be known: the nodes of the taxonomy. The method must outlive the stream, and
  // so must the reporter. Error{usage} for a method that needs all examples at once.
  TrainingStream(const Taxonomy& taxonomy, Method& method, const TrainOptions& options = {});
  // Goes on from a model of such a method.
  TrainingStream(const Model& model, const RunOptions& options = {});
  ~TrainingStream();
  TrainingStream(TrainingStream&&) noexcept;
  TrainingStream& operator=(TrainingStream&&) noexcept;

  // False where the reporter asked to stop.
  bool observe(const Examples& examples);
  // What was learned. Error{input} where there was no example. The stream is over then.
  Trained finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The model with probabilities and label sets, learned from models of its method on folds of these
// examples, which should be those that it was trained on.
Model calibrate(const Model& model, const Examples& examples, std::size_t folds = 5,
                const RunOptions& options = {});

// What a model answers.
struct PredictOptions : RunOptions {
  std::size_t top = 0;                    // this many best classes; 0: the model's set of labels
  std::optional<LabelSetRule> label_set;  // in place of the model's own
  std::string set_costs;  // of least_loss: the file of `costs:FILE`; empty: every node counts 1
  bool probabilities = false;  // calibrated models only, as what follows
  double confidence = 0;       // above 0: the deepest node that is at least so probable
  double coverage = 0;         // above 0: a small set of nodes that holds the truth so often
};
struct Answer {
  std::string label;
  double score = 0;
  std::vector<std::string> path;  // names from below the root down to the label
  std::optional<double> probability;
};
// The answers for every example, in their order. Error{usage} where the model cannot give them.
std::vector<std::vector<Answer>> predict(const Model& model, const Examples& examples,
                                         const PredictOptions& options = {});
std::vector<Answer> predict(const Model& model, std::string_view text,
                            const PredictOptions& options = {});
// The decision score of every class, row by row: examples.size() times the number of classes.
std::vector<double> decision_scores(const Model& model, const Examples& examples,
                                    const RunOptions& options = {});
// The probability of every class in the same way. Error{usage} where the model is not calibrated.
std::vector<double> class_probabilities(const Model& model, const Examples& examples,
                                        const RunOptions& options = {});
// The best class of every example: what predict() gives with top = 1, without names and paths.
std::vector<Prediction> best_classes(const Model& model, const Examples& examples,
                                     const RunOptions& options = {});

// How good the model is on these examples.
ModelEvaluation evaluate(const Model& model, const Examples& examples,
                         const EvaluateOptions& measures = {}, const RunOptions& options = {});

// What any program predicted for examples: sets of labels, scores of classes, or both.
struct GivenAnswers {
  std::optional<std::vector<Labels>> sets{};  // one for each example, possibly empty
  std::vector<std::string> classes{};         // that have scores
  std::span<const double> scores{};           // one for each of `classes`, example by example
};

// How good these are, by the true labels. A class without scores is never predicted. Error{input}
// for labels outside the taxonomy and for answers that are not as many as the examples.
ModelEvaluation evaluate(const GivenAnswers& answers, const Examples& truth,
                         const TaxonomySource& taxonomy, const EvaluateOptions& measures = {},
                         const RunOptions& options = {},
                         LabelNodes label_nodes = LabelNodes::terminal);

}  // namespace clade
