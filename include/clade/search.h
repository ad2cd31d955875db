// Options found by measurement: how texts become vectors, C, the form of the problem, kernels,
// tried one after the other on held-out folds within a budget of runs or of time.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clade/compare.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "clade/pipeline.h"

namespace clade {

// What a search may take. Both may be limited.
struct Budget {
  std::size_t runs = std::numeric_limits<std::size_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
};
// 5m, 90s, 2h or 20runs. Error{usage} about `budget` for anything else.
Budget parse_budget(std::string_view text);

struct SearchOptions : RunOptions {
  // A run is one candidate measured on all folds of one set of examples. The runs follow from the
  // examples, the seed and the results so far: as many runs give the same result, whatever the time
  // that they took. Of the seconds a part is kept for the training that follows.
  Budget budget;
  // What decides: a measure of docs/METRICS.md. Empty: average_precision where every example has
  // one label, else auprc.
  std::string measure;
};

// Why a search ended.
enum class SearchEnd {
  complete,  // nothing was left to try
  runs,      // the number of runs was reached
  seconds,   // the time left did not suffice for the next run
  interrupted,
};
// As it is printed: complete | runs | seconds | interrupted.
constexpr std::string_view search_end_name(SearchEnd end) {
  constexpr std::string_view names[] = {"complete", "runs", "seconds", "interrupted"};
  return names[static_cast<std::size_t>(end)];
}

// One candidate on one set of examples.
struct SearchRun {
  Setting options;           // beside those that the method was given
  std::size_t examples = 0;  // that the folds were made of
  std::size_t folds = 0;
  bool on_most_examples = false;  // the largest set that the search uses
  double value = 0;               // of the measure
  double standard_error = 0;
  double seconds = 0;
  std::string failure;      // why it has no value; "" where it has one
  bool is_chosen = false;   // it measured what was chosen, on the largest set
  bool is_as_good = false;  // on the largest set: chance explains its difference to the chosen
};

struct SearchResult {
  std::string measure;
  std::vector<SearchRun> runs;  // in their order
  Setting chosen;               // beside what the method was given; empty: nothing was better
  std::optional<double> value;  // of the measure, on the largest set; empty where no run ended
  double standard_error = 0;
  SearchEnd end = SearchEnd::complete;
  double seconds = 0;

  // One JSON object without a line break at its end.
  std::string json() const;
};

// Options of `method` stay as they are, the others are searched. A candidate takes the place of the
// best so far only where chance does not explain the difference. Error{usage} for a method without
// a price of slack, for C=auto, for kernels that cannot be cut into folds and for a measure that
// there is not; Error{input} where the examples cannot be cut into folds. Where the reporter asks
// to stop, the result is what was found so far.
SearchResult search(const Examples& examples, const TaxonomySource& taxonomy,
                    const ComparedMethod& method = {}, const SearchOptions& options = {});

// The method with what was found, to be trained on all examples.
ComparedMethod with_found_options(ComparedMethod method, const SearchResult& found);

}  // namespace clade
