// Methods compared on the same splits of the same examples, with tests of their differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/checkpoint.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "clade/metrics.h"
#include "clade/options.h"
#include "clade/pipeline.h"

namespace clade {

// ---- What is compared, and how

struct ComparedMethod {
  std::string method = "clade";
  Options options{};                               // of the method
  Options text{};                                  // as TrainOptions::text
  std::optional<LabelNodes> label_nodes{};         // empty: what the method does
  std::string name{};                              // in tables; empty: the method with its options
  std::optional<std::size_t> calibration_folds{};  // as TrainOptions
};

// The taxonomy that a method sees; what it predicts is always measured in the given one.
struct SeenTaxonomy {
  enum class Kind {
    given,
    random,   // of the given one's shape (thesis 7.4.3), several, whose values are averaged
    learned,  // from the training part of each split (thesis Algorithm 8)
    aligned,  // the same by kernel alignment
    weights,  // the same from the class weights of the method itself, `rounds` times at most
  };
  Kind kind = Kind::given;
  std::size_t count = 1;
  std::size_t rounds = 1;
};

// How examples are divided: one of the three at most. None: as files say, whose records may have a
// field `split`, else five folds.
struct Splitting {
  std::size_t folds = 0;             // cross-validation: every example is tested once
  std::size_t sample_per_class = 0;  // so many of each class train, the rest tests
  double train_fraction = 0;         // this share trains, the rest tests
  std::size_t repeats = 10;          // of the random splits of the last two
};

// An option of methods or of their texts, or of how examples are divided, with several values.
struct OptionValues {
  std::string option;
  std::vector<std::string> values;
};

// Options that are chosen on training examples, for each method and split.
struct Tuning {
  std::vector<OptionValues> options{};  // empty: nothing is chosen
  std::size_t folds = 0;                // by cross-validation where above 0,
  double fraction = 0.2;                // else on this share of the training examples, held out,
  std::optional<Examples> examples{};   // or on these
  std::string measure = "average_precision";
  // In place of `measure`: every measure is reported from the option that is best for it
  // (HPSI 4.1).
  bool for_each_measure = false;
  std::string description{};  // of `options`, for notes; empty: their names and values
};

struct CompareOptions : RunOptions {
  Splitting splits;
  std::vector<SeenTaxonomy> taxonomies{SeenTaxonomy{}};  // every method with each of them
  Tuning tuning;
  EvaluateOptions measures;
  std::optional<OptionValues> curve;  // the comparison again, with each of these values
  // Keeps finished runs: the same call goes on from there. Empty: they are not kept.
  std::filesystem::path run;
  // The same with what a run has reached that is not finished; removed at the end.
  CheckpointOptions checkpoint;
  std::size_t memory = 0;  // as TrainOptions
  // For a page (clade/report.h): keeps what was predicted, and so many bytes of each text.
  bool keep_predictions = false;
  std::size_t snippet_bytes = 600;
};

// ---- What comes of it

// Values of options, by name.
using Setting = std::vector<std::pair<std::string, std::string>>;

struct Interval {
  double low = 0, high = 0;
};

struct MetricSummary {
  std::string name;
  std::vector<double> values;  // by split
  double mean = 0, deviation = 0;
  std::optional<Interval> interval;  // of the mean, 95 %; where there are several values
};

// The difference to the first method; empty where there is nothing to test on. Corrected: for as
// many comparisons as there are methods but the first.
struct AgainstFirst {
  std::optional<double> difference;  // where both have the metric
  std::optional<double> p_permutation, p_t, p_permutation_corrected, p_t_corrected;
  bool over_records = false;   // paired record by record, not split by split
  bool parts_overlap = false;  // split by split, with training parts that share records

  // Splits that share training records are no independent observations: the t-test allows for
  // that, the permutation test does not.
  std::optional<double> deciding_p() const {
    return parts_overlap ? p_t_corrected : p_permutation_corrected;
  }
};

// A method with one of the taxonomies.
struct MethodSummary {
  std::string name, taxonomy;
  bool is_flat = false;  // the method does not see the taxonomy
  std::vector<MetricSummary> metrics;
  std::vector<AgainstFirst> against_first;  // by metric; empty for the first
  // By split: one entry with the name "", or one for each measure.
  std::vector<std::vector<std::pair<std::string, Setting>>> chosen;
  std::map<double, double> loss_histogram;  // over all splits
  std::vector<LevelReport> per_level;       // means
  double train_seconds = 0;                 // mean
  std::size_t models = 0, early_ends = 0;   // trained; of these, stopped before the tolerance

  const MetricSummary* find(std::string_view metric) const;  // null if it has none
};

// A comparison repeated with other values of one option: learning curves over the number of
// training records or over C (thesis figures 7.5 and 7.7).
struct Curve {
  std::string option;
  std::vector<std::string> values;
  std::vector<std::vector<MethodSummary>> points;  // by value
};

enum class TableFormat { text, markdown, latex };

// What a reader must know besides: splits, tests, seed.
struct ComparisonNotes {
  std::string splits;  // in words: 5 folds
  std::size_t split_count = 0;
  std::uint64_t seed = 0;
  std::string tuning;  // in words, or ""
};

namespace detail {
struct ComparisonDetails;
}

struct Comparison {
  std::vector<MethodSummary> methods;
  ComparisonNotes notes;
  std::optional<Curve> curve;
  std::shared_ptr<const detail::ComparisonDetails> details;  // with keep_predictions

  std::string json() const;
  // For people: the table, the notes, a table for each metric of the curve. `metrics` are its
  // columns; empty: those that matter for these examples; "all": every one.
  std::string text(const std::vector<std::string>& metrics = {}) const;
  // The parts of it. A mark in the table says that a value is better (+) or worse (-) than that of
  // the first method beyond chance.
  std::string table(const std::vector<std::string>& metrics = {},
                    TableFormat format = TableFormat::text) const;
  std::string notes_text() const;
  std::string curve_text(const std::vector<std::string>& metrics = {}) const;  // "" without a curve
};

// Words, taxonomies and options are learned and chosen from training examples alone. The result
// does not depend on the number of threads. Error{usage} for options that do not go together or
// that a method does not take, Error{input} for examples that cannot be used; Cancelled where the
// reporter asks to stop.
Comparison compare(const Examples& examples, const TaxonomySource& taxonomy,
                   const std::vector<ComparedMethod>& methods, const CompareOptions& options = {});
// All of `examples` trains, all of `test` tests.
Comparison compare(const Examples& examples, const Examples& test, const TaxonomySource& taxonomy,
                   const std::vector<ComparedMethod>& methods, const CompareOptions& options = {});

// The winner of a comparison: of the methods that saw the given taxonomy, the best by a measure,
// with the options that were chosen for it most often.
struct BestMethod {
  std::string name;
  Setting chosen;    // beside the method's own options
  double value = 0;  // the mean of the measure
  Trained trained;   // on all examples
};
// `methods` and `options` are those of the comparison; `measure` is empty for that of the tuning.
// Error{usage} where no method saw the given taxonomy or none has the measure.
BestMethod train_best(const Comparison& comparison, const Examples& examples,
                      const TaxonomySource& taxonomy, const std::vector<ComparedMethod>& methods,
                      const CompareOptions& options = {}, const std::string& measure = "");

}  // namespace clade
