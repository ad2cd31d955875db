#include "eval/compare/run_store.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "eval/compare/stored_explanation.h"
#include "measure/progress_json.h"

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

// FNV-1a, for telling data apart.
class Hash {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte, value >>= 8) {
      state_ = (state_ ^ (value & 0xFF)) * 0x100000001B3U;
    }
  }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    add(text.size());
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325U;
};

std::uint64_t hash_of(const Records& records) {
  Hash hash;
  for (const LabelName& label : records.label_names) hash.add(label.name);
  for (const std::uint32_t label : records.labels) hash.add(std::uint64_t{label});
  for (const std::size_t offset : records.label_offsets) hash.add(std::uint64_t{offset});
  for (const double weight : records.weights) hash.add(std::bit_cast<std::uint64_t>(weight));
  std::visit(
      [&](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (const auto& feature : rows.row(i)) {
            hash.add(std::uint64_t{feature.index} ^
                     std::bit_cast<std::uint64_t>(static_cast<double>(feature.value)));
          }
          hash.add(std::uint64_t{rows.row(i).size()});
        }
      },
      records.rows);
  for (std::size_t i = 0; i < records.names.size(); ++i) hash.add(records.names.name(i));
  return hash.value();
}

std::uint64_t hash_of(const Taxonomy& taxonomy) {
  Hash hash;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    hash.add(taxonomy.name(static_cast<NodeId>(n)));
    for (const NodeId parent : taxonomy.parents(static_cast<NodeId>(n))) {
      hash.add(std::uint64_t{index_of(parent)});
    }
  }
  return hash.value();
}

std::uint64_t hash_of(const std::vector<Split>& splits) {
  Hash hash;
  for (const Split& split : splits) {
    for (const std::size_t i : split.train) hash.add(std::uint64_t{i});
    for (const std::size_t i : split.test) hash.add(~std::uint64_t{i});
  }
  return hash.value();
}

std::string taxonomy_identity(const TaxonomySource& source) {
  if (source.taxonomy) return fmt::format("taxonomy {:016x}", hash_of(*source.taxonomy));
  if (source.kind == TaxonomySource::Kind::flat) return "no taxonomy";
  return fmt::format("taxonomy of paths with {}", source.separator);
}

std::string contender_identity(const Contender& contender) {
  const ComparisonRecords& data = *contender.data;
  std::string text = fmt::format("{} on taxonomy {}, data {:016x}", contender.name,
                                 taxonomy_text(contender.taxonomy), hash_of(data.train));
  if (data.test) text += fmt::format(" test {:016x}", hash_of(*data.test));
  if (data.tune) text += fmt::format(" tune {:016x}", hash_of(*data.tune));
  for (const auto& [key, other] : contender.other_data) {
    text += fmt::format(" other {:016x}", hash_of(other->train));
  }
  for (const Setting& setting : contender.grid) text += "; " + setting_text(setting);
  return text + '\n';
}

Json json_of(const RunOutcome& outcome) {
  Json json = Json::object();
  json["metrics"] = Json::object();
  for (const auto& [name, value] : outcome.metrics) json["metrics"][name] = value;
  json["per_instance"] = Json::object();
  for (const auto& [name, values] : outcome.per_instance) json["per_instance"][name] = values;
  json["measured"] = outcome.measured;
  json["loss_histogram"] = Json::array();
  for (const auto& [loss, count] : outcome.loss_histogram) {
    json["loss_histogram"].push_back({loss, count});
  }
  json["per_level"] = Json::array();
  for (const LevelReport& level : outcome.per_level) {
    const auto or_null = [](std::optional<double> value) { return value ? Json(*value) : Json(); };
    json["per_level"].push_back(
        {level.level, level.nodes, level.f1, or_null(level.accuracy), or_null(level.auprc)});
  }
  json["guesses"] = outcome.guesses;
  json["guess_names"] = outcome.guess_names;
  if (!outcome.probabilities.empty()) json["probabilities"] = outcome.probabilities;
  for (const auto& [place, document] : outcome.explained) {
    json["explained"].push_back({place, stored_explanation(document)});
  }
  json["trace"] = Json::array();
  for (const Progress& progress : outcome.trace) json["trace"].push_back(progress_json(progress));
  json["chosen"] = Json::array();
  for (const auto& [measure, setting] : outcome.chosen) {
    json["chosen"].push_back({measure, setting});
  }
  json["train_seconds"] = outcome.train_seconds;
  json["models"] = outcome.models;
  json["early_ends"] = outcome.early_ends;
  return json;
}

RunOutcome outcome_of(const Json& json) {
  RunOutcome outcome;
  for (const auto& [name, value] : json.at("metrics").items()) {
    outcome.metrics.emplace_back(name, value.get<double>());
  }
  for (const auto& [name, values] : json.at("per_instance").items()) {
    outcome.per_instance.emplace_back(name, values.get<std::vector<double>>());
  }
  outcome.measured = json.at("measured").get<std::vector<std::size_t>>();
  for (const Json& entry : json.at("loss_histogram")) {
    outcome.loss_histogram[entry.at(0).get<double>()] = entry.at(1).get<double>();
  }
  for (const Json& entry : json.at("per_level")) {
    LevelReport level{};
    level.level = entry.at(0).get<std::size_t>();
    level.nodes = entry.at(1).get<std::size_t>();
    level.f1 = entry.at(2).get<double>();
    if (!entry.at(3).is_null()) level.accuracy = entry.at(3).get<double>();
    if (!entry.at(4).is_null()) level.auprc = entry.at(4).get<double>();
    outcome.per_level.push_back(level);
  }
  outcome.guesses = json.at("guesses").get<std::vector<std::vector<std::uint32_t>>>();
  outcome.guess_names = json.at("guess_names").get<std::vector<std::string>>();
  if (json.contains("probabilities")) {
    outcome.probabilities = json["probabilities"].get<std::vector<std::vector<double>>>();
  }
  for (const Json& entry : json.value("explained", Json::array())) {
    outcome.explained.emplace_back(entry.at(0).get<std::size_t>(), explanation_of(entry.at(1)));
  }
  for (const Json& entry : json.at("trace")) {
    if (const auto progress = progress_of(entry)) outcome.trace.push_back(*progress);
  }
  for (const Json& entry : json.at("chosen")) {
    outcome.chosen.emplace_back(entry.at(0).get<std::string>(), entry.at(1).get<Setting>());
  }
  outcome.train_seconds = json.at("train_seconds").get<double>();
  outcome.models = json.at("models").get<std::size_t>();
  outcome.early_ends = json.at("early_ends").get<std::size_t>();
  return outcome;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

std::string comparison_identity(const ComparisonPlan& plan) {
  std::string text = fmt::format("seed {}, {} splits {:016x}\n", plan.seed, plan.splits.size(),
                                 hash_of(plan.splits));
  text += taxonomy_identity(plan.taxonomy) + '\n';
  const EvaluateOptions& measures = plan.measures;
  text +=
      fmt::format("measures: loss {}, label set {}, seen classes {}, inner correct {}\n",
                  measures.loss, measures.label_set ? static_cast<int>(*measures.label_set) : -1,
                  measures.seen_classes, measures.inner_correct);
  text += fmt::format("precision at {}, auprc from level {}\n",
                      fmt::join(measures.precision_at, " "), measures.auprc_from_level);
  text += fmt::format("tuning: folds {}, fraction {}, for {}\n", plan.tuning.folds,
                      format_number(plan.tuning.fraction),
                      plan.tuning.for_each_measure ? "each" : plan.tuning.measure);
  for (const Contender& contender : plan.contenders) text += contender_identity(contender);
  return text;
}

std::string text_of(const RunOutcome& outcome) { return json_of(outcome).dump(); }

std::optional<RunOutcome> outcome_from(const std::string& text) {
  try {
    return outcome_of(Json::parse(text));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

RunStore::RunStore(std::filesystem::path folder, const std::string& identity)
    : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) {
    fail(ErrorKind::environment, "{}: cannot make this folder: {}", folder_.string(),
         error.message());
  }
  const std::filesystem::path name = folder_ / "comparison.txt";
  if (!std::filesystem::exists(name, error)) {
    write_file(name, identity);
    return;
  }
  const std::string kept = read_text(name);
  if (kept == identity) return;
  const std::vector<std::string_view> was = split(kept, '\n'), is = split(identity, '\n');
  std::size_t line = 0;
  while (line < was.size() && line < is.size() && was[line] == is[line]) ++line;
  fail_parameter("run",
                 "{} holds runs of another comparison: it has {}, this one {}; name another folder",
                 folder_.string(), line < was.size() ? quoted(was[line]) : "less",
                 line < is.size() ? quoted(is[line]) : "less");
}

std::filesystem::path RunStore::file_of(std::size_t contender, std::size_t split) const {
  return folder_ / fmt::format("method{}-split{}.json", contender + 1, split + 1);
}

CheckpointPart RunStore::part_of(std::size_t contender, std::size_t split) {
  if (!whole_) return {};
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = parts_.try_emplace({contender, split});
  if (is_new) {
    entry->second = whole_.part(fmt::format("method{}-split{}", contender + 1, split + 1));
  }
  return entry->second;
}

std::optional<RunOutcome> RunStore::find(std::size_t contender, std::size_t split) {
  std::string text;
  if (whole_) {
    const auto fields = [&](State& s) { s(text); };
    if (!part_of(contender, split).restore_result(fields)) return std::nullopt;
  } else {
    const std::filesystem::path file = file_of(contender, split);
    std::error_code none;
    if (!std::filesystem::exists(file, none)) return std::nullopt;
    text = read_text(file);
  }
  return outcome_from(text);
}

void RunStore::keep(std::size_t contender, std::size_t split, const RunOutcome& outcome) {
  std::string text = text_of(outcome);
  if (!whole_) return write_file(file_of(contender, split), text);
  part_of(contender, split).finish([&](State& s) { s(text); });
}

}  // namespace clade::detail
