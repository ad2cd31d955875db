// Reads a model file (docs/MODEL_FORMAT.md). Nothing in the file is believed before it is checked:
// with `trust` any byte may be wrong, and the answer is an error or a model, never a crash.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "base/fail.h"
#include "model/calibration_section.h"
#include "model/fingerprint_section.h"
#include "model/model_frame.h"
#include "model/model_header.h"
#include "model/model_impl.h"
#include "model/packed_sections.h"
#include "model/section_reader.h"
#include "model/support_sections.h"
#include "model/vectoriser_sections.h"
#include "model/weight_sections.h"

namespace clade {

using namespace detail;
namespace {

std::vector<std::string> read_strings(SectionReader reader, std::uint64_t count) {
  const auto ends = reader.ends(count);
  const auto text = reader.array<char>(total(ends));
  reader.finish();
  std::vector<std::string> strings;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    strings.emplace_back(text.data() + begin, end - begin);
    begin = end;
  }
  return strings;
}

std::vector<std::vector<NodeId>> read_parents(const ModelFile& file, std::uint64_t nodes) {
  SectionReader reader(file, Section::node_parents, "node parents");
  const auto ends = reader.ends(nodes);
  const auto parents = reader.array<NodeId>(total(ends));
  reader.finish();
  reader.check_below(parents, nodes);
  std::vector<std::vector<NodeId>> lists;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    lists.emplace_back(parents.data() + begin, parents.data() + end);
    begin = end;
  }
  return lists;
}

// Distinct nodes of the taxonomy.
std::vector<NodeId> read_nodes(SectionReader reader, std::uint64_t nodes) {
  auto values = reader.rest<NodeId>();
  reader.finish();
  reader.check_below(values, nodes);
  std::vector<bool> seen(nodes, false);
  for (const NodeId node : values) {
    if (seen[index_of(node)]) reader.wrong("names a node twice");
    seen[index_of(node)] = true;
  }
  return values;
}

Taxonomy read_taxonomy(const ModelFile& file, std::uint64_t nodes) {
  Taxonomy::Parts parts;
  parts.names = read_strings({file, Section::node_names, "node names"}, nodes);
  parts.parents = read_parents(file, nodes);
  parts.added = read_nodes({file, Section::added_nodes, "added nodes"}, nodes);
  return Taxonomy::from_parts(std::move(parts), file.name());  // Error{model} if it is no taxonomy
}

LabelSpace read_label_space(const ModelFile& file, const ModelHeader& header) {
  Taxonomy taxonomy = read_taxonomy(file, header.nodes);
  auto classes = read_nodes({file, Section::classes, "classes"}, header.nodes);
  SectionReader reader(file, Section::predictable, "predictable classes");
  const auto predictable = reader.array<unsigned char>(header.classes);
  reader.finish();
  if (classes.empty() || classes.size() != header.classes) file.damaged("classes are missing");

  TaxonomySource source;
  source.kind = header.source;
  source.separator = header.separator;
  return LabelSpace({std::move(taxonomy), std::move(classes),
                     std::vector<bool>(predictable.begin(), predictable.end()), header.label_nodes,
                     std::move(source)});
}

FeatureIndex read_features(const ModelFile& file, std::uint64_t count) {
  SectionReader reader(file, Section::features, "features");
  auto indices = reader.array<std::uint32_t>(count);
  reader.finish();
  reader.check_below(indices, FeatureIndex::unknown);
  if (std::adjacent_find(indices.begin(), indices.end(), std::greater_equal<>()) != indices.end()) {
    reader.wrong("is not increasing");
  }
  return FeatureIndex(std::move(indices));
}

ScoreMap read_score_map(const ModelFile& file, const ModelHeader& header) {
  SectionReader reader(file, Section::score_map, "score map");
  const auto ends = reader.ends(header.classes);
  const auto strengths = reader.array<double>(total(ends));
  const auto units = reader.array<UnitId>(total(ends));
  reader.finish();
  reader.check_below(units, header.units);
  Csr<Attribute> rows;
  rows.reserve(ends.size(), units.size());
  std::size_t i = 0;
  for (const std::uint64_t end : ends) {
    for (const std::size_t begin = i; i < end; ++i) {
      if (i > begin && units[i] <= units[i - 1]) reader.wrong("has units out of order");
      if (!std::isfinite(strengths[i])) reader.wrong("has a strength that is not finite");
      rows.push({units[i], strengths[i]});
    }
    rows.end_row();
  }
  return ScoreMap(std::move(rows), header.units);
}

FeatureNames read_feature_names(const ModelFile& file, std::uint64_t count) {
  FeatureNames names;
  for (const std::string& marked :
       read_strings({file, Section::feature_names, "feature names"}, count)) {
    const bool has_mark = marked.starts_with(FeatureNames::term_mark) ||
                          marked.starts_with(FeatureNames::feature_mark);
    if (!has_mark) file.damaged("a feature has a name without a mark");
    names.add(marked.front(), std::string_view(marked).substr(1));
  }
  if (names.size() != count) file.damaged("two features have the same name");
  return names;
}

void read_counted_features(const ModelFile& file, std::uint64_t count, Vectoriser::Fitted& fitted) {
  SectionReader reader(file, Section::counted_features, "counted features");
  constexpr std::uint64_t with_factor = sizeof(double) + sizeof(std::uint32_t);
  const std::size_t length = file.section(Section::counted_features).size();
  const bool has_factors = length % with_factor == 0 && length / with_factor == count;
  if (has_factors) fitted.factors = reader.array<double>(count);
  fitted.features = reader.array<std::uint32_t>(count);
  reader.finish();
  for (const double factor : fitted.factors) {
    if (!std::isfinite(factor)) reader.wrong("has a factor that is not finite");
  }
  const auto& features = fitted.features;
  if (std::adjacent_find(features.begin(), features.end(), std::greater_equal<>()) !=
      features.end()) {
    reader.wrong("is not increasing");
  }
}

std::shared_ptr<const Vectoriser> read_vectoriser(const ModelFile& file,
                                                  const ModelHeader& header) {
  if (!header.has_vectoriser) {
    if (!read_scaling(file).empty()) file.damaged("it scales features without a vectoriser");
    return nullptr;
  }
  Vectoriser::Fitted fitted;
  try {
    set_vectoriser_options(fitted, header.vectoriser);
  } catch (const Error& error) {
    file.damaged(error.what());
  }
  fitted.names = read_feature_names(file, header.feature_names);
  read_counted_features(file, header.counted_features, fitted);
  fitted.stopwords = read_strings({file, Section::stop_words, "stop words"}, header.stop_words);
  fitted.scaling = read_scaling(file);
  if (!fitted.scaling.empty() && !fitted.params.numbers.needs_numbers()) {
    file.damaged("it scales features, and its header says that it does not");
  }
  return std::make_shared<const Vectoriser>(std::move(fitted));
}

Weights read_all_weights(const ModelFile& file, const ModelHeader& header) {
  if (!has_packed_weights(file)) {
    if (header.half) file.damaged("its weights are in half precision and not packed");
    return read_weights(file, header, places_of_weights);
  }
  check_no_weights(file, places_of_weights);
  if (header.precision == Precision::double_) file.damaged("packed weights are not double");
  return read_packed_weights(file, header);
}

using Mapping = std::shared_ptr<const MappedFile>;

std::optional<OnlineState> read_online_state(const ModelFile& file, const ModelHeader& header,
                                             const Mapping& mapping) {
  if (!header.online || !header.online->has_last_weights) {
    check_no_weights(file, places_of_last_weights);
  }
  if (!header.online) return std::nullopt;
  OnlineState state;
  state.steps = header.online->steps;
  if (header.online->has_last_weights) {
    state.last = read_weights(file, header, places_of_last_weights);
    state.last_owner = mapping;
  }
  return state;
}

}  // namespace

Model Model::load(const std::filesystem::path& path, bool trust) {
  const ModelFile file(path, trust);
  const ModelFile::Bytes text = file.section(Section::header);
  const ModelHeader header =
      parse_header({reinterpret_cast<const char*>(text.data()), text.size()}, file.name());
  // Names first: they bound the number of units before anything is computed from it.
  auto unit_names = read_strings({file, Section::unit_names, "unit names"}, header.units);
  LabelSpace labels = read_label_space(file, header);
  auto calibration = read_calibration(file, header, labels);
  const auto mapping = std::make_shared<const MappedFile>(file.mapping());
  return Model(std::make_shared<const Impl>(
      Impl{header.method, header.options, std::move(labels), header.label_set_rule,
           read_vectoriser(file, header), read_features(file, header.features),
           read_score_map(file, header), std::move(unit_names), read_all_weights(file, header),
           mapping, read_online_state(file, header, mapping), read_support(file, header),
           header.decoding, std::move(calibration), read_fingerprints(file)}));
}

}  // namespace clade
