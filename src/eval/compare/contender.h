// What is compared: methods with their options, each on the same splits of the same data.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clade/compare.h"
#include "clade/method.h"
#include "data/records.h"
#include "pipeline/calibrate_options.h"
#include "text/vectoriser.h"

namespace clade::detail {

// The data as one way of reading texts gives them. Without `test` a split tests records of `train`;
// without `tune` options are chosen on parts of the training records.
struct ComparisonRecords {
  Records train;
  std::optional<Records> test, tune;
};

// The name of an option as parameters are called: it may be written with dashes.
std::string plain_name(std::string name);
std::string setting_text(const Setting& setting);         // C=1 gamma=0.5
std::string taxonomy_text(const SeenTaxonomy& taxonomy);  // given, random:5, learned, weights:3

// A method that is ready to train, and how its texts become vectors.
struct Configured {
  std::unique_ptr<Method> method;
  TextParams text;
  std::optional<LabelNodes> label_nodes = LabelNodes::terminal;  // empty: chosen by the data
  CalibrateOptions calibration;
};

// `setting` comes after the method's own options. Error{usage} for options that the method does not
// have or that do not go together, and for methods that cannot be compared.
Configured configure(const ComparedMethod& method, const Setting& setting = {});

// Every combination of values that the method can be set to. An option that the method has not,
// that it is given a value of, or that never has an effect is left out; empty where none is left.
// Error{usage} beyond 10,000 combinations.
std::vector<Setting> settings_for(const ComparedMethod& method,
                                  const std::vector<OptionValues>& grid);
// Error{usage} for an option that no method has, that all which have it are given a value of, or
// that has no effect. `parameter` is what the grid is for: tune, curve.
void check_grid_is_used(const char* parameter, const std::vector<OptionValues>& grid,
                        const std::vector<ComparedMethod>& methods);

// Error{usage} for an option that the method is given and that has no effect in any of the
// settings.
void check_own_effects(const ComparedMethod& method, const std::vector<Setting>& settings);

// What decides how the method's data are read.
std::string reading_key(const Configured& configured);

struct Contender {
  std::string name;
  SeenTaxonomy taxonomy;
  bool is_flat = false;  // sees none
  std::shared_ptr<const ComparisonRecords> data;
  // Where settings read texts otherwise, by reading_key().
  std::map<std::string, std::shared_ptr<const ComparisonRecords>> other_data;
  // Called from several threads.
  std::function<Configured(const Setting&)> configure;
  std::vector<Setting> grid;  // what to choose from; empty: nothing is chosen

  const ComparisonRecords& data_for(const Configured& configured) const;
};

// Without data. Error{usage} as configure().
Contender make_contender(const ComparedMethod& method);

}  // namespace clade::detail
