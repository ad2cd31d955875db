// Writes a model file (docs/MODEL_FORMAT.md).
#include "model/calibration_section.h"
#include "model/checksummed_file.h"
#include "model/fingerprint_section.h"
#include "model/model_format.h"
#include "model/model_header.h"
#include "model/model_impl.h"
#include "model/packed_sections.h"
#include "model/support_sections.h"
#include "model/vectoriser_sections.h"
#include "model/weight_sections.h"

namespace clade {

using namespace detail;
namespace {

template <class T>
void append(std::string& out, std::span<const T> values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
template <class T>
void append(std::string& out, const std::vector<T>& values) {
  append(out, std::span<const T>(values));
}

std::string strings_section(std::span<const std::string> strings) {
  std::vector<std::uint64_t> ends;
  std::string text;
  for (const std::string& s : strings) {
    text += s;
    ends.push_back(text.size());
  }
  std::string out;
  append(out, ends);
  return out + text;
}

std::vector<NodeId> all_nodes(const Taxonomy& taxonomy) {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) nodes.push_back(static_cast<NodeId>(i));
  return nodes;
}

std::string node_names_section(const Taxonomy& taxonomy) {
  std::vector<std::string> names;
  for (const NodeId node : all_nodes(taxonomy)) names.emplace_back(taxonomy.name(node));
  return strings_section(names);
}

std::string node_parents_section(const Taxonomy& taxonomy) {
  std::vector<std::uint64_t> ends;
  std::vector<NodeId> parents;
  for (const NodeId node : all_nodes(taxonomy)) {
    const auto of_node = taxonomy.parents(node);
    parents.insert(parents.end(), of_node.begin(), of_node.end());
    ends.push_back(parents.size());
  }
  std::string out;
  append(out, ends);
  append(out, parents);
  return out;
}

std::string added_nodes_section(const Taxonomy& taxonomy) {
  std::vector<NodeId> added;
  for (const NodeId node : all_nodes(taxonomy)) {
    if (taxonomy.is_added(node)) added.push_back(node);
  }
  std::string out;
  append(out, added);
  return out;
}

std::string classes_section(const LabelSpace& labels) {
  std::string out;
  append(out, labels.classes());
  return out;
}

std::string predictable_section(const LabelSpace& labels) {
  std::string out;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    out += labels.is_predictable(static_cast<ClassId>(c)) ? '\1' : '\0';
  }
  return out;
}

std::string features_section(const FeatureIndex& features) {
  std::string out;
  append(out, features.indices());
  return out;
}

std::string score_map_section(const ScoreMap& map) {
  std::vector<std::uint64_t> ends;
  std::vector<double> strengths;
  std::vector<UnitId> units;
  for (std::size_t d = 0; d < map.decisions(); ++d) {
    for (const Attribute& attribute : map.of(d)) {
      strengths.push_back(attribute.strength);
      units.push_back(attribute.unit);
    }
    ends.push_back(units.size());
  }
  std::string out;
  append(out, ends);
  append(out, strengths);
  append(out, units);
  return out;
}

// The factors, where there are any, then the indices.
std::string counted_features_section(const Vectoriser::Fitted& fitted) {
  std::string out;
  append(out, fitted.factors);
  append(out, fitted.features);
  return out;
}

std::string header_section(const Model::Impl& model) {
  ModelHeader header;
  header.method = model.method;
  header.options = model.options;
  header.label_nodes = model.label_space.mode();
  header.source = model.label_space.source().kind;
  header.separator = model.label_space.source().separator;
  header.label_set_rule = model.label_set_rule;
  header.has_vectoriser = model.vectoriser != nullptr;
  if (model.vectoriser != nullptr) {
    const Vectoriser::Fitted& fitted = model.vectoriser->fitted();
    header.vectoriser = vectoriser_options(fitted);
    header.feature_names = fitted.names.size();
    header.counted_features = fitted.features.size();
    header.stop_words = fitted.stopwords.size();
  }
  header.precision = std::holds_alternative<WeightView<double>>(model.weights) ? Precision::double_
                                                                               : Precision::single;
  header.half = has_half_weights(model.weights);
  if (model.online) header.online = {model.online->steps, model.online->last.has_value()};
  header.decoding = model.decoding;
  if (model.support != nullptr) {
    const std::size_t rows =
        std::visit([](const auto& weights) { return weights.features; }, model.weights);
    header.kernel = {model.support->spec(), model.support->size(), rows > model.support->size()};
  }
  if (const Calibration* calibration = model.calibration.get()) {
    const bool exclusive = calibration->kind == LabelKind::exclusive;
    header.calibration = {calibration->kind,
                          calibration->folds,
                          calibration->examples,
                          exclusive ? calibration->scales.size() : calibration->levels.size(),
                          calibration->truths.size(),
                          calibration->sets.has_value(),
                          calibration->sets && calibration->sets->closed};
  }
  header.nodes = model.label_space.taxonomy().size();
  header.classes = model.label_space.size();
  header.features = model.features.size();
  header.units = model.unit_names.size();
  return header_text(header);
}

// All sections but the weights, in the order of their ids.
std::vector<std::string> small_sections(const Model::Impl& model) {
  const LabelSpace& labels = model.label_space;
  const Vectoriser::Fitted nothing;
  const Vectoriser::Fitted& fitted =
      model.vectoriser != nullptr ? model.vectoriser->fitted() : nothing;
  return {header_section(model),
          node_names_section(labels.taxonomy()),
          node_parents_section(labels.taxonomy()),
          added_nodes_section(labels.taxonomy()),
          classes_section(labels),
          predictable_section(labels),
          features_section(model.features),
          score_map_section(model.score_map),
          strings_section(model.unit_names),
          strings_section(marked_names(fitted.names)),
          counted_features_section(fitted),
          strings_section(fitted.stopwords)};
}

std::string scaling_of(const Model::Impl& model) {
  return model.vectoriser != nullptr ? scaling_section(model.vectoriser->fitted().scaling) : "";
}

// The oldest format that has so many sections.
std::uint32_t version_of(std::size_t sections) {
  const auto first = std::find_if(section_counts.begin(), section_counts.end(),
                                  [=](std::size_t count) { return count >= sections; });
  return static_cast<std::uint32_t>(first - section_counts.begin());
}

// Preamble and section table.
std::string front_matter(const std::vector<std::size_t>& lengths) {
  std::vector<SectionEntry> table;
  std::size_t end = sizeof(Preamble) + lengths.size() * sizeof(SectionEntry);
  for (const std::size_t length : lengths) {
    const auto id = static_cast<std::uint32_t>(table.size() + 1);
    table.push_back({id, 0, section_start(end), length});
    end = section_start(end) + length;
  }
  const Preamble preamble{model_magic,
                          version_of(table.size()),
                          static_cast<std::uint32_t>(table.size()),
                          end + checksum_length,
                          {}};
  std::string out;
  append(out, std::span<const Preamble>(&preamble, 1));
  append(out, table);
  return out;
}

}  // namespace

void Model::save(const std::filesystem::path& path) const {
  const std::vector<std::string> sections = small_sections(*impl_);
  const Weights unpacked = has_packed_weights(impl_->weights) ? Weights() : impl_->weights;
  const WeightSections weights(unpacked);
  const Weights last = impl_->online && impl_->online->last ? *impl_->online->last : Weights();
  const WeightSections last_weights(last);
  std::vector<std::size_t> lengths;
  std::vector<std::string> last_sections;
  for (std::string& section : support_sections(impl_->support.get())) {
    last_sections.push_back(std::move(section));
  }
  last_sections.push_back(calibration_section(impl_->calibration.get()));
  lengths.reserve(section_counts.back());
  for (const std::string& section : sections) lengths.push_back(section.size());
  for (const WeightSections* part : {&weights, &last_weights}) {
    for (const std::size_t length : part->lengths()) lengths.push_back(length);
  }
  for (const std::string& section : last_sections) lengths.push_back(section.size());
  const auto packed = packed_sections(impl_->weights);
  for (const ModelFile::Bytes section : packed) lengths.push_back(section.size());
  // A model without the last ones is of an earlier format, for older programs to read.
  std::vector<std::string> later_sections{fingerprint_section(impl_->fingerprints.get())};
  std::vector<std::string> newest{scaling_of(*impl_), choices_section(impl_->calibration.get())};
  if (!std::all_of(newest.begin(), newest.end(), [](const auto& text) { return text.empty(); })) {
    later_sections.insert(later_sections.end(), newest.begin(), newest.end());
  } else if (later_sections.front().empty()) {
    later_sections.clear();
  }
  for (const std::string& section : later_sections) lengths.push_back(section.size());

  ChecksummedFile file(path);
  file.write(front_matter(lengths));
  for (const std::string& section : sections) {
    file.pad();
    file.write(section);
  }
  weights.write(file);
  last_weights.write(file);
  for (const std::string& section : last_sections) {
    file.pad();
    file.write(section);
  }
  for (const ModelFile::Bytes section : packed) {
    file.pad();
    file.write_large(section);
  }
  for (const std::string& section : later_sections) {
    file.pad();
    file.write(section);
  }
  file.finish();
}

}  // namespace clade
