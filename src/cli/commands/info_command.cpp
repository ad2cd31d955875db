// clade info: what is in a model.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/commands/info_angles.h"
#include "cli/options/arguments.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "model/calibration.h"
#include "model/model_parts.h"
#include "model/packed_sections.h"
#include "model/vectoriser_sections.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

namespace {

using Json = nlohmann::ordered_json;

struct InfoOptions {
  bool weights = false;
  bool angles = false;
  bool json = false;
  bool quiet = false;
  bool trust = false;
  std::string file;

  static constexpr auto fields() {
    using P = InfoOptions;
    return std::tuple{
        PlainField{"weights", &P::weights,
                   "write every weight that is not zero: feature<TAB>unit<TAB>weight"},
        PlainField{"angles", &P::angles,
                   "write the inner product and the cosine of the weights of every node and each "
                   "of its ancestors: node<TAB>ancestor<TAB>product<TAB>cosine"},
        Field{"o", &P::file, file_name, result_file_help},
        PlainField{"json", &P::json, "write one JSON object"},
        PlainField{"trust", &P::trust, "load the model without checking its checksum"},
        PlainField{"quiet", &P::quiet, quiet_help}};
  }
};

CommandSpec info_spec(InfoOptions& options) {
  CommandSpec spec;
  spec.name = "info";
  spec.summary = "show what is in a model";
  spec.usage = {"MODEL [options]"};
  spec.positionals = {{"MODEL", "a file that 'clade train' wrote", true, false}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "A feature is written by its name (words and named features) or by its index in the data;\n"
      "0 is the constant of --bias. Models with a kernel have weights for training examples, not\n"
      "for features: with --kernel precomputed the index is that of the example, and for other\n"
      "kernels there is nothing to write. Methods that go from the root down have weights for "
      "every\n"
      "node but the root, between which --angles are.\n";
  spec.examples = {
      {"clade info model.clade", "method, options and sizes"},
      {"clade info model.clade --weights > weights.tsv", "the weights for other tools"},
      {"clade info model.clade --angles", "how a node's weights lie to those of its ancestors"}};
  return spec;
}

std::size_t depth_of(const Taxonomy& taxonomy) {
  std::size_t depth = 0;
  for (const NodeId node : taxonomy.terminals()) depth = std::max(depth, taxonomy.depth(node));
  return depth;
}

struct Summary {
  std::size_t classes, nodes, depth, features, units, weights, nonzero, file_bytes;
  double nonzero_share() const {
    return weights == 0 ? 0 : static_cast<double>(nonzero) / static_cast<double>(weights);
  }
};

// Of features, or of the examples of a kernel model and its constant.
std::size_t weight_rows(const Model& model) {
  return std::visit([](const auto& weights) { return weights.features; },
                    ModelParts(model).weights());
}

Summary summarise(const Model& model, const std::string& file) {
  const LabelSpace& labels = model.label_space();
  return {labels.size(),
          labels.taxonomy().size(),
          depth_of(labels.taxonomy()),
          model.feature_count(),
          model.unit_count(),
          weight_rows(model) * model.unit_count(),
          model.nonzero_weights(),
          static_cast<std::size_t>(std::filesystem::file_size(file))};
}

std::string stored_precision(const Model& model) {
  return has_half_weights(ModelParts(model).weights()) ? "half" : enum_name(model.precision());
}

std::string rule_name(const Model& model) {
  switch (model.label_set_rule()) {
    case LabelSetRule::top1:
      return "top1";
    case LabelSetRule::sign:
      return "sign";
    case LabelSetRule::threshold:
      return "threshold";
    case LabelSetRule::size:
      return "size";
    case LabelSetRule::class_thresholds:
      return "class-thresholds";
    case LabelSetRule::least_loss:
      return "least-loss";
  }
  return "?";
}

// What rows go through before they are scored.
OptionPairs text_options(const Model& model) {
  return model.vectoriser() != nullptr ? vectoriser_options(model.vectoriser()->fitted())
                                       : OptionPairs{};
}

// The numbers that a kernel has, by the names of their options.
std::vector<std::pair<std::string, Json>> kernel_numbers(const KernelSpec& spec) {
  switch (spec.kind) {
    case KernelKind::rbf:
      return {{"gamma", spec.gamma}};
    case KernelKind::poly:
      return {{"gamma", spec.gamma}, {"coef0", spec.coef0}, {"degree", spec.degree}};
    case KernelKind::subsequence:
      return {{"length", spec.length}, {"decay", spec.decay}};
    default:
      return {};
  }
}

std::string kernel_text(const KernelSpec& spec) {
  std::string text = enum_name(spec.kind);
  for (const auto& [name, value] : kernel_numbers(spec)) {
    text += fmt::format(", {} {}", name, value.dump());
  }
  return text;
}

Json kernel_json(const SupportSet& support) {
  Json json = Json::object();
  json["kind"] = enum_name(support.spec().kind);
  for (const auto& [name, value] : kernel_numbers(support.spec())) json[name] = value;
  json["examples_kept"] = support.size();
  return json;
}

const char* label_kind(const Calibration& calibration) {
  return calibration.kind == LabelKind::exclusive ? "exclusive" : "independent";
}

std::string calibration_text(const Calibration& calibration) {
  const std::string parts =
      calibration.folds == 1 ? "once" : fmt::format("in {} folds", calibration.folds);
  return fmt::format("{} labels, {} examples held out {}", label_kind(calibration),
                     calibration.examples, parts);
}

Json calibration_json(const Calibration& calibration) {
  Json json = Json::object();
  json["labels"] = label_kind(calibration);
  json["folds"] = calibration.folds;
  json["examples"] = calibration.examples;
  if (!calibration.scales.empty()) json["scales"] = calibration.scales;
  return json;
}

Json angles_json(const Model& model) {
  Json all = Json::array();
  for (const Angle& angle : angles_of(model)) {
    all.push_back({{"node", angle.node},
                   {"ancestor", angle.ancestor},
                   {"product", angle.product},
                   {"cosine", angle.cosine}});
  }
  return all;
}

// How far the nodes are from right angles with their ancestors.
std::string angles_text(const std::vector<Angle>& angles) {
  double sum = 0;
  const Angle* widest = &angles.front();
  for (const Angle& angle : angles) {
    sum += std::abs(angle.cosine);
    if (std::abs(angle.cosine) > std::abs(widest->cosine)) widest = &angle;
  }
  return fmt::format("{} of a node and an ancestor, mean |cosine| {:.3f}, largest {:.3f} ({}, {})",
                     angles.size(), sum / static_cast<double>(angles.size()), widest->cosine,
                     widest->node, widest->ancestor);
}

std::string info_json(const Model& model, const Summary& summary) {
  Json json = Json::object();
  json["method"] = model.method();
  json["options"] = Json::object();
  for (const auto& [name, value] : model.options()) json["options"][name] = value;
  json["text"] = Json::object();
  for (const auto& [name, value] : text_options(model)) json["text"][name] = value;
  json["classes"] = summary.classes;
  json["nodes"] = summary.nodes;
  json["depth"] = summary.depth;
  json["features"] = summary.features;
  json["units"] = summary.units;
  json["weights"] = {{"total", summary.weights}, {"nonzero", summary.nonzero}};
  const ModelParts parts(model);
  if (parts.online() != nullptr) json["examples_learned"] = parts.online()->steps;
  if (parts.support() != nullptr) json["kernel"] = kernel_json(*parts.support());
  if (model.calibration() != nullptr) json["calibration"] = calibration_json(*model.calibration());
  if (has_node_weights(model)) json["angles"] = angles_json(model);
  json["label_nodes"] = enum_name(model.label_space().mode());
  json["label_set"] = rule_name(model);
  json["precision"] = stored_precision(model);
  json["file_bytes"] = summary.file_bytes;
  return json_text(json);
}

std::string info_text(const Model& model, const Summary& summary) {
  std::vector<std::pair<std::string, std::string>> rows{
      {"method", model.method()},
      {"classes", std::to_string(summary.classes)},
      {"nodes", fmt::format("{}, {}", summary.nodes,
                            model.label_space().taxonomy().is_tree() ? "a tree" : "a DAG")},
      {"depth", std::to_string(summary.depth)},
      {"label nodes", enum_name(model.label_space().mode())},
      {"label set", rule_name(model)},
      {"features", std::to_string(summary.features)},
      {"units", std::to_string(summary.units)},
      {"weights",
       fmt::format("{}, {:.1f}% not zero", summary.weights, 100 * summary.nonzero_share())},
      {"precision", stored_precision(model)},
      {"file", byte_size(summary.file_bytes)}};
  const ModelParts parts(model);
  if (parts.online() != nullptr) {
    rows.emplace_back("learned from", fmt::format("{} examples", parts.online()->steps));
  }
  if (const SupportSet* support = parts.support()) {
    rows.emplace_back("kernel", kernel_text(support->spec()));
    rows.emplace_back("examples kept", std::to_string(support->size()));
  }
  if (const Calibration* calibration = model.calibration()) {
    rows.emplace_back("probabilities", calibration_text(*calibration));
  }
  if (const std::vector<Angle> angles = angles_of(model); !angles.empty()) {
    rows.emplace_back("angles", angles_text(angles));
  }
  OptionPairs options = model.options();
  for (auto& option : text_options(model)) options.push_back(std::move(option));
  for (const auto& [name, value] : options) {
    rows.emplace_back(flag_of(name), value);
  }
  return two_columns(rows);
}

std::string feature_name(const Model& model, std::uint32_t index) {
  if (model.vectoriser() != nullptr && index >= FeatureNames::first_index) {
    const FeatureNames& names = model.vectoriser()->fitted().names;
    const std::size_t number = index - FeatureNames::first_index;
    if (number < names.size()) return std::string(names.name(number));
  }
  return std::to_string(index);
}

// With a precomputed kernel a row of weights belongs to the index of a training example.
void check_has_weights_by_feature(const Model& model) {
  const SupportSet* support = ModelParts(model).support();
  if (support == nullptr || support->spec().kind == KernelKind::precomputed) return;
  fail(ErrorKind::usage,
       "info: --weights: the model has the kernel {}, so its weights belong to the {} training "
       "examples that it keeps, and features have none; leave it out",
       enum_name(support->spec().kind), support->size());
}

template <class Real>
void write_weights(const WeightView<Real>& weights, const Model& model, Output& out) {
  const auto features = ModelParts(model).features().indices();
  for (std::size_t f = 0; f < weights.features; ++f) {
    // Behind the examples of a kernel comes the constant.
    const std::string name = f < features.size() ? feature_name(model, features[f]) : "0";
    weights.for_each_nonzero(f, [&](std::size_t unit, Real weight) {
      out.print("{}\t{}\t{:.9g}\n", name, model.unit_names()[unit], weight);
    });
  }
}

void write_angles(const Model& model, Output& out) {
  if (!has_node_weights(model)) {
    fail(ErrorKind::usage,
         "info: --angles: the model of {} has no weights of nodes by feature; methods "
         "that go from the root down have them, without a kernel",
         model.method());
  }
  for (const Angle& angle : angles_of(model)) {
    out.print("{}\t{}\t{:.9g}\t{:.9g}\n", angle.node, angle.ancestor, angle.product, angle.cosine);
  }
}

}  // namespace

int run_info(const Arguments& words, Output& out) {
  InfoOptions options;
  const CommandSpec spec = info_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const std::string file = parse_arguments(spec, words).front();
  if (options.weights + options.angles + options.json > 1) {
    fail(ErrorKind::usage, "info: --weights, --angles and --json exclude each other");
  }
  check_result_file("info: -o", options.file, {file});
  const Model model = Model::load(file, options.trust);
  ResultOutput result(options.file, out);
  if (options.weights) {
    check_has_weights_by_feature(model);
    std::visit([&](const auto& weights) { write_weights(weights, model, *result); },
               ModelParts(model).weights());
  } else if (options.angles) {
    write_angles(model, *result);
  } else {
    const Summary summary = summarise(model, file);
    result->write(options.json ? info_json(model, summary) : info_text(model, summary));
  }
  result->commit();
  return 0;
}

}  // namespace clade::detail::cli
