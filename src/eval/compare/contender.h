// What is compared: methods with their options, each on the same splits of the same data.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clade/method.h"
#include "data/records.h"
#include "text/vectoriser.h"

namespace clade::detail {

// The data as one way of reading texts gives them. Without `test` a split tests records of `train`;
// without `tune` options are chosen on parts of the training records.
struct Reading {
  Records train;
  std::optional<Records> test, tune;
};

// Values of options, by name.
using Setting = std::vector<std::pair<std::string, std::string>>;
std::string setting_text(const Setting& setting);  // C=1 gamma=0.5

// A method that is ready to train, and how its texts become vectors.
struct Configured {
  std::unique_ptr<Method> method;
  TextParams text;
  LabelNodes label_nodes = LabelNodes::terminal;
};

// The taxonomy that a method sees; what it predicts is always measured in the given one.
struct SeenTaxonomy {
  enum class Kind {
    given,
    random,   // of the given one's shape (thesis 7.4.3), several, whose values are averaged
    learned,  // from the training part of each split (thesis Algorithm 8)
  };
  Kind kind = Kind::given;
  std::size_t count = 1;
};
std::string taxonomy_text(const SeenTaxonomy& taxonomy);  // given, random:5, learned

struct Contender {
  std::string name;
  SeenTaxonomy taxonomy;
  bool is_flat = false;  // sees none
  std::shared_ptr<const Reading> reading;
  // Called from several threads.
  std::function<Configured(const Setting&)> configure;
  std::vector<Setting> grid;  // what to choose from; empty: nothing is chosen
};

}  // namespace clade::detail
