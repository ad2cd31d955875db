// The header section of the model file: what a model is, as JSON (docs/MODEL_FORMAT.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/features.h"
#include "clade/label_space.h"
#include "clade/model.h"
#include "clade/probabilities.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

struct ModelHeader {
  std::string method;
  std::vector<std::pair<std::string, std::string>> options;
  LabelNodes label_nodes = LabelNodes::terminal;
  TaxonomySource::Kind source = TaxonomySource::Kind::flat;
  std::string separator;
  LabelSetRule label_set_rule = LabelSetRule::top1;
  Decoding decoding = Decoding::best_class;
  bool has_vectoriser = false;
  std::vector<std::pair<std::string, std::string>> vectoriser;  // its options, with `counted`
  Precision precision = Precision::single;
  bool half = false;  // packed weights in half precision; scores are in single precision
  // What an online method needs to go on; files before format 3 do not say.
  struct Online {
    std::uint64_t steps = 0;
    bool has_last_weights = false;
  };
  std::optional<Online> online;
  // Of a kernel model: its weights are rows of the support, not of the features.
  struct Kernel {
    KernelSpec spec;
    std::uint64_t support = 0;
    bool has_constant = false;
  };
  std::optional<Kernel> kernel;
  // How scores become probabilities; files before format 4 do not have it.
  struct Calibration {
    LabelKind kind = LabelKind::exclusive;
    std::uint32_t folds = 0;
    std::uint64_t examples = 0;
    std::uint64_t levels = 0;
    std::uint64_t truths = 0;
    bool sets = false, sets_closed = false;
  };
  std::optional<Calibration> calibration;
  std::uint64_t weight_rows() const {
    return kernel ? kernel->support + (kernel->has_constant ? 1 : 0) : features;
  }
  std::uint64_t nodes = 0;
  std::uint64_t classes = 0;
  std::uint64_t features = 0;
  std::uint64_t units = 0;
  std::uint64_t feature_names = 0;
  std::uint64_t counted_features = 0;
  std::uint64_t stop_words = 0;
};

std::string header_text(const ModelHeader& header);

// Error{model} that begins with `file` where the text is not such a header.
ModelHeader parse_header(std::string_view text, const std::string& file);

}  // namespace clade::detail
