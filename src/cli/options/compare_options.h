// What `clade compare` takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "clade/compare.h"
#include "cli/options/arguments.h"
#include "cli/options/checkpoint_fields.h"
#include "cli/options/label_rule.h"
#include "cli/options/measure_options.h"
#include "cli/options/memory_field.h"
#include "cli/options/options.h"
#include "pipeline/data_options.h"

template <>
struct clade::detail::EnumNames<clade::TableFormat> {
  static constexpr std::array values{std::pair{"text", clade::TableFormat::text},
                                     std::pair{"markdown", clade::TableFormat::markdown},
                                     std::pair{"latex", clade::TableFormat::latex}};
};

namespace clade::detail::cli {

inline constexpr NumberRule fold_count{[](double v) { return v == 0 || (v >= 2 && v <= 1000); },
                                       "a whole number from 2 to 1000, or 0 for none"};
inline constexpr NumberRule part_rule{[](double v) { return v >= 0 && v < 1; },
                                      "a number above 0 and below 1"};

struct SplitOptions {
  std::string test;
  int folds = 0;
  int sample_per_class = 0;
  double train_fraction = 0;
  int repeats = 10;

  static constexpr auto fields() {
    using P = SplitOptions;
    return std::tuple{
        Field{"test", &P::test, file_name, "data to test on; all of DATA trains"},
        Field{"folds", &P::folds, fold_count, "cross-validation: every record is tested once"},
        Field{"sample_per_class", &P::sample_per_class, whole_number,
              "so many records of each class train, the rest tests"},
        Field{"train_fraction", &P::train_fraction, part_rule,
              "this share of the records trains, the rest tests"},
        Field{"repeats", &P::repeats, at_least_one, "of random splits"}};
  }
};

struct TuneOptions {
  std::string tune, data, measure = "average_precision";
  double fraction = 0.2;
  int folds = 0;

  static constexpr auto fields() {
    using P = TuneOptions;
    return std::tuple{
        Field{"tune", &P::tune, any_text,
              "choose options on training records: C=0.01:100:9 is nine values on a logarithmic "
              "scale, C=1,10 two; any option of the methods and of their texts; several are "
              "separated by ';'"},
        Field{"tune_for", &P::measure, any_text,
              "the metric that decides; each: every metric is that of the model chosen for it"},
        Field{"tune_fraction", &P::fraction, part_rule,
              "the share of the training records that is held out to choose on"},
        Field{"tune_folds", &P::folds, fold_count, "choose by cross-validation instead"},
        Field{"tune_data", &P::data, file_name, "choose on these data instead"}};
  }
};

struct CompareCall {
  std::string methods, taxonomy, taxonomies = "given";
  TaxonomyOptions taxonomy_file;
  SplitOptions splits;
  TuneOptions tuning;
  MeasureOptions measures;
  CheckpointFields checkpoint;
  MemoryField memory;
  std::string metrics, run, curve, report, save_best;
  TableFormat output = TableFormat::text;
  std::uint64_t seed = 0;
  bool json = false;
  DataOptions data;

  static constexpr auto fields() {
    using P = CompareCall;
    return std::tuple{
        Field{"methods", &P::methods, any_text,
              "methods, each with its options as 'clade train' takes them, separated by ';'"},
        Field{"taxonomy", &P::taxonomy, file_name,
              "the taxonomy, or paths (paths:SEP) where labels are paths such as A/B/C"},
        Field{"taxonomies", &P::taxonomies, any_text,
              "what methods see of it: given, random:N (N random trees of its shape, averaged), "
              "learned (from each training part), aligned (the same by kernel alignment), "
              "weights:R (from the class weights of the method "
              "on each training part, R rounds at most); several are separated by commas"},
        Nested{&P::taxonomy_file},
        Field{"metrics", &P::metrics, any_text,
              "columns of the table, separated by commas; all: every one"},
        PlainField{"output", &P::output, "how the table is written"},
        Field{"run", &P::run, file_name,
              "a folder for finished runs: the same call goes on where it was interrupted"},
        Nested{&P::checkpoint},
        Nested{&P::memory},
        Field{"curve", &P::curve, any_text,
              "compare again with other values of an option of the methods, of their texts or of "
              "the splits: C=0.01:100:9, ngrams=1,2, sample-per-class=1,2,5,10"},
        Field{"save_best", &P::save_best, file_name,
              "train the best method by `tune_for`, with the options that were chosen most often, "
              "on all records, those to test on too, and write its model"},
        Field{"report", &P::report, file_name,
              "write a page for a browser: tables, pictures, the tree with its errors, documents"},
        Field{"seed", &P::seed, seed_number, "the seed of splits and all other random choices"},
        PlainField{"json", &P::json, "write everything as one JSON object"},
        Nested{&P::data}};
  }
};

}  // namespace clade::detail::cli
