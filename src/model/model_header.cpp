#include "model/model_header.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/fail.h"

namespace clade::detail {
namespace {

using Json = nlohmann::ordered_json;

template <class E, std::size_t N>
using Names = std::array<std::pair<const char*, E>, N>;

constexpr Names<LabelNodes, 4> label_nodes_names{{{"terminal", LabelNodes::terminal},
                                                  {"all", LabelNodes::all},
                                                  {"path", LabelNodes::path},
                                                  {"closed", LabelNodes::closed}}};
constexpr Names<TaxonomySource::Kind, 3> source_names{{{"given", TaxonomySource::Kind::given},
                                                       {"paths", TaxonomySource::Kind::paths},
                                                       {"flat", TaxonomySource::Kind::flat}}};
constexpr Names<LabelSetRule, 5> rule_names{{{"top1", LabelSetRule::top1},
                                             {"sign", LabelSetRule::sign},
                                             {"threshold", LabelSetRule::threshold},
                                             {"size", LabelSetRule::size},
                                             {"class-thresholds", LabelSetRule::class_thresholds}}};
constexpr Names<Decoding, 3> decoding_names{{{"best-class", Decoding::best_class},
                                             {"from-the-root", Decoding::top_down_min_margin},
                                             {"from-the-root-sum", Decoding::top_down_sum}}};
constexpr Names<LabelKind, 2> label_kind_names{
    {{"exclusive", LabelKind::exclusive}, {"independent", LabelKind::independent}}};
constexpr Names<Precision, 2> precision_names{
    {{"single", Precision::single}, {"double", Precision::double_}}};
constexpr const char* half_name = "half";

template <class E, std::size_t N>
const char* name_of(const Names<E, N>& names, E value) {
  for (const auto& entry : names) {
    if (entry.second == value) return entry.first;
  }
  return "?";
}

// What a foreign or damaged header lacks; becomes Error{model} in parse_header.
struct Unusable {
  std::string what;
};

template <class E, std::size_t N>
E value_of(const Names<E, N>& names, const Json& json) {
  const auto text = json.get<std::string>();
  for (const auto& entry : names) {
    if (text == entry.first) return entry.second;
  }
  throw Unusable{fmt::format("the word '{}' is unknown", text)};
}

// JSON holds valid UTF-8 only; other bytes (a separator may be any) are kept as hexadecimal.
Json text_to_json(const std::string& text) {
  try {
    Json json(text);
    json.dump();
    return json;
  } catch (const Json::type_error&) {
    std::string hex;
    for (const char c : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return Json{{"hex", hex}};
  }
}

unsigned hex_digit(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::size_t value = digits.find(c);
  if (value == std::string_view::npos) throw Unusable{"a hexadecimal text has other characters"};
  return static_cast<unsigned>(value);
}

std::string text_from_json(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const auto hex = json.at("hex").get<std::string>();
  if (hex.size() % 2 != 0) throw Unusable{"a hexadecimal text has an odd length"};
  std::string text;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    text += static_cast<char>(hex_digit(hex[i]) * 16 + hex_digit(hex[i + 1]));
  }
  return text;
}

std::uint64_t size_from_json(const Json& sizes, const char* name) {
  const Json& value = sizes.at(name);
  if (!value.is_number_unsigned()) throw Unusable{fmt::format("the size '{}' is no number", name)};
  return value.get<std::uint64_t>();
}

int small_number_from_json(const Json& json, const char* name, int most) {
  const std::uint64_t value = size_from_json(json, name);
  if (value < 1 || value > static_cast<std::uint64_t>(most)) {
    throw Unusable{fmt::format("the kernel has the {} {}, expected 1 to {}", name, value, most)};
  }
  return static_cast<int>(value);
}

using Options = std::vector<std::pair<std::string, std::string>>;

Json options_to_json(const Options& options) {
  Json json = Json::array();
  for (const auto& option : options) {
    json.push_back(Json::array({text_to_json(option.first), text_to_json(option.second)}));
  }
  return json;
}

Options options_from_json(const Json& json) {
  Options options;
  for (const Json& option : json) {
    options.emplace_back(text_from_json(option.at(0)), text_from_json(option.at(1)));
  }
  return options;
}

Json online_to_json(const std::optional<ModelHeader::Online>& online) {
  if (!online) return {};
  Json json = Json::object();
  json["steps"] = online->steps;
  json["last_weights"] = online->has_last_weights;
  return json;
}

std::optional<ModelHeader::Online> online_from_json(const Json& json) {
  const auto found = json.find("online");
  if (found == json.end() || found->is_null()) return std::nullopt;
  return ModelHeader::Online{size_from_json(*found, "steps"),
                             found->at("last_weights").get<bool>()};
}

Json kernel_to_json(const std::optional<ModelHeader::Kernel>& kernel) {
  if (!kernel) return {};
  const KernelSpec& spec = kernel->spec;
  Json json = Json::object();
  json["kind"] = enum_name(spec.kind);
  json["gamma"] = spec.gamma;
  json["coef0"] = spec.coef0;
  json["degree"] = spec.degree;
  json["length"] = spec.length;
  json["decay"] = spec.decay;
  json["support"] = kernel->support;
  json["constant"] = kernel->has_constant;
  return json;
}

KernelKind kernel_kind(const Json& json) {
  const auto text = json.get<std::string>();
  for (const auto& [name, kind] : EnumNames<KernelKind>::values) {
    if (text == name) return kind;
  }
  throw Unusable{fmt::format("the kernel '{}' is unknown", text)};
}

std::optional<ModelHeader::Kernel> kernel_from_json(const Json& json) {
  const auto found = json.find("kernel");
  if (found == json.end() || found->is_null()) return std::nullopt;
  ModelHeader::Kernel kernel;
  constexpr int most = 1000;
  kernel.spec = {kernel_kind(found->at("kind")),
                 found->at("gamma").get<double>(),
                 found->at("coef0").get<double>(),
                 small_number_from_json(*found, "degree", most),
                 small_number_from_json(*found, "length", most),
                 found->at("decay").get<double>()};
  if (!(kernel.spec.gamma > 0) || !(kernel.spec.decay > 0 && kernel.spec.decay <= 1)) {
    throw Unusable{"the kernel has numbers that it cannot have"};
  }
  kernel.support = size_from_json(*found, "support");
  kernel.has_constant = found->at("constant").get<bool>();
  return kernel;
}

Json calibration_to_json(const std::optional<ModelHeader::Calibration>& calibration) {
  if (!calibration) return {};
  Json json = Json::object();
  json["labels"] = name_of(label_kind_names, calibration->kind);
  json["folds"] = calibration->folds;
  json["examples"] = calibration->examples;
  json["levels"] = calibration->levels;
  json["truths"] = calibration->truths;
  if (calibration->sets) {
    json["label_sets"] = Json::object();
    json["label_sets"]["closed"] = calibration->sets_closed;
  }
  return json;
}

std::optional<ModelHeader::Calibration> calibration_from_json(const Json& json) {
  const auto found = json.find("calibration");
  if (found == json.end() || found->is_null()) return std::nullopt;
  ModelHeader::Calibration calibration;
  calibration.kind = value_of(label_kind_names, found->at("labels"));
  calibration.folds = static_cast<std::uint32_t>(size_from_json(*found, "folds"));
  calibration.examples = size_from_json(*found, "examples");
  calibration.levels = size_from_json(*found, "levels");
  calibration.truths = size_from_json(*found, "truths");
  calibration.sets = found->contains("label_sets");
  if (calibration.sets) calibration.sets_closed = found->at("label_sets").at("closed").get<bool>();
  return calibration;
}

ModelHeader from_json(const Json& json) {
  ModelHeader header;
  header.method = text_from_json(json.at("method"));
  header.options = options_from_json(json.at("options"));
  header.label_nodes = value_of(label_nodes_names, json.at("label_nodes"));
  header.source = value_of(source_names, json.at("taxonomy").at("source"));
  header.separator = text_from_json(json.at("taxonomy").at("separator"));
  header.label_set_rule = value_of(rule_names, json.at("label_set_rule"));
  header.has_vectoriser = !json.at("vectoriser").is_null();
  if (header.has_vectoriser) header.vectoriser = options_from_json(json.at("vectoriser"));
  header.half = json.at("precision") == half_name;
  if (!header.half) header.precision = value_of(precision_names, json.at("precision"));
  header.online = online_from_json(json);
  header.kernel = kernel_from_json(json);
  header.calibration = calibration_from_json(json);
  if (json.contains("decoding")) header.decoding = value_of(decoding_names, json.at("decoding"));
  const Json& sizes = json.at("sizes");
  header.nodes = size_from_json(sizes, "nodes");
  header.classes = size_from_json(sizes, "classes");
  header.features = size_from_json(sizes, "features");
  header.units = size_from_json(sizes, "units");
  header.feature_names = size_from_json(sizes, "feature_names");
  header.counted_features = size_from_json(sizes, "counted_features");
  header.stop_words = size_from_json(sizes, "stop_words");
  return header;
}

}  // namespace

std::string header_text(const ModelHeader& header) {
  Json json = Json::object();
  json["method"] = text_to_json(header.method);
  json["options"] = options_to_json(header.options);
  json["label_nodes"] = name_of(label_nodes_names, header.label_nodes);
  json["taxonomy"] = Json::object();
  json["taxonomy"]["source"] = name_of(source_names, header.source);
  json["taxonomy"]["separator"] = text_to_json(header.separator);
  json["label_set_rule"] = name_of(rule_names, header.label_set_rule);
  json["vectoriser"] = header.has_vectoriser ? options_to_json(header.vectoriser) : Json();
  json["precision"] = header.half ? half_name : name_of(precision_names, header.precision);
  json["online"] = online_to_json(header.online);
  json["kernel"] = kernel_to_json(header.kernel);
  json["calibration"] = calibration_to_json(header.calibration);
  json["decoding"] = name_of(decoding_names, header.decoding);
  json["sizes"] = Json::object();
  json["sizes"]["nodes"] = header.nodes;
  json["sizes"]["classes"] = header.classes;
  json["sizes"]["features"] = header.features;
  json["sizes"]["units"] = header.units;
  json["sizes"]["feature_names"] = header.feature_names;
  json["sizes"]["counted_features"] = header.counted_features;
  json["sizes"]["stop_words"] = header.stop_words;
  return json.dump();
}

ModelHeader parse_header(std::string_view text, const std::string& file) {
  try {
    return from_json(Json::parse(text));
  } catch (const Json::exception& error) {
    fail(ErrorKind::model, "{}: the model is damaged: its header: {}", file, error.what());
  } catch (const Unusable& error) {
    fail(ErrorKind::model, "{}: the model is damaged: its header: {}", file, error.what);
  }
}

}  // namespace clade::detail
