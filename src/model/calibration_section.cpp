#include "model/calibration_section.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "clade/label_sets.h"
#include "model/nested_softmax.h"
#include "model/node_logits.h"
#include "model/section_reader.h"

namespace clade::detail {

namespace {

void append(std::string& out, double value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// Nothing that is computed from such numbers overflows.
constexpr double largest_number = 1e100;

std::vector<double> finite_numbers(SectionReader& reader, std::uint64_t count) {
  auto values = reader.array<double>(count);
  for (const double value : values) {
    if (!(std::abs(value) <= largest_number)) reader.wrong("has a number that cannot be");
  }
  return values;
}

void read_scales(SectionReader& reader, const LabelSpace& labels, std::uint64_t levels,
                 Calibration& to) {
  if (levels != NestedSoftmax(labels).levels()) reader.wrong("is for another taxonomy");
  to.scales = finite_numbers(reader, levels);
  for (const double scale : to.scales) {
    if (scale < 1 / largest_number) reader.wrong("has a scale that cannot be");
  }
}

void read_lines(SectionReader& reader, const LabelSpace& labels, std::uint64_t levels,
                Calibration& to) {
  if (levels != NodeLevels(labels).count()) reader.wrong("is for another taxonomy");
  const auto lines = finite_numbers(reader, 2 * labels.taxonomy().size());
  for (std::size_t i = 0; i < lines.size(); i += 2) to.nodes.push_back({lines[i], lines[i + 1]});
  const auto terms = finite_numbers(reader, 4 * levels);
  for (std::size_t i = 0; i < terms.size(); i += 4) {
    to.levels.push_back({terms[i], terms[i + 1], terms[i + 2], terms[i + 3]});
  }
}

void read_choices(const ModelFile& file, const LabelSpace& labels, Calibration& to) {
  if (file.section(Section::choices).empty()) return;
  SectionReader reader(file, Section::choices, "choices");
  if (to.kind != LabelKind::exclusive)
    reader.wrong("has choices between labels that exclude nothing");
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  const auto numbers = finite_numbers(reader, 3 * to.scales.size());
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    to.choices.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    const Calibration::Choice& choice = to.choices.back();
    if (choice.scale < 1 / largest_number || choice.tail < 0 || !is_share(choice.floor)) {
      reader.wrong("has a choice that cannot be");
    }
  }
  to.frequencies = finite_numbers(reader, labels.size());
  reader.finish();
  const auto is_negative = [](double value) { return value < 0; };
  if (std::any_of(to.frequencies.begin(), to.frequencies.end(), is_negative)) {
    reader.wrong("has a frequency that cannot be");
  }
}

LearnedSets read_sets(SectionReader& reader, const LabelSpace& labels, bool closed) {
  LearnedSets sets;
  sets.closed = closed;
  sets.class_thresholds = finite_numbers(reader, labels.size());
  for (LearnedSets::Weights* weights : {&sets.threshold, &sets.size}) {
    const auto values = finite_numbers(reader, weights->size());
    std::copy(values.begin(), values.end(), weights->begin());
  }
  return sets;
}

}  // namespace

std::string calibration_section(const Calibration* calibration) {
  std::string out;
  if (calibration == nullptr) return out;
  for (const double scale : calibration->scales) append(out, scale);
  for (const Calibration::Line& line : calibration->nodes) {
    append(out, line.slope);
    append(out, line.offset);
  }
  for (const Calibration::LevelTerms& terms : calibration->levels) {
    for (const double term : terms) append(out, term);
  }
  for (const double truth : calibration->truths) append(out, truth);
  if (!calibration->sets) return out;
  for (const double threshold : calibration->sets->class_thresholds) append(out, threshold);
  for (const double weight : calibration->sets->threshold) append(out, weight);
  for (const double weight : calibration->sets->size) append(out, weight);
  return out;
}

std::string choices_section(const Calibration* calibration) {
  std::string out;
  if (calibration == nullptr) return out;
  for (const Calibration::Choice& choice : calibration->choices) {
    append(out, choice.scale);
    append(out, choice.tail);
    append(out, choice.floor);
  }
  if (calibration->choices.empty()) return out;
  for (const double frequency : calibration->frequencies) append(out, frequency);
  return out;
}

std::shared_ptr<const Calibration> read_calibration(const ModelFile& file,
                                                    const ModelHeader& header,
                                                    const LabelSpace& labels) {
  SectionReader reader(file, Section::calibration, "calibration");
  if (is_learned(header.label_set_rule) && !(header.calibration && header.calibration->sets)) {
    reader.wrong("has no label sets, but the model uses them");
  }
  if (!header.calibration) {
    reader.finish();
    if (!file.section(Section::choices).empty()) reader.wrong("has choices, but no probabilities");
    return nullptr;
  }
  auto calibration = std::make_shared<Calibration>();
  calibration->kind = header.calibration->kind;
  calibration->folds = header.calibration->folds;
  calibration->examples = header.calibration->examples;
  const bool exclusive = calibration->kind == LabelKind::exclusive;
  (exclusive ? read_scales : read_lines)(reader, labels, header.calibration->levels, *calibration);
  calibration->truths = reader.array<double>(header.calibration->truths);
  if (header.calibration->sets) {
    calibration->sets = read_sets(reader, labels, header.calibration->sets_closed);
  }
  reader.finish();
  read_choices(file, labels, *calibration);
  const auto& truths = calibration->truths;
  const auto is_probability = [](double p) { return p >= 0 && p <= 1; };
  if (!std::all_of(truths.begin(), truths.end(), is_probability) ||
      !std::is_sorted(truths.begin(), truths.end())) {
    reader.wrong("has probabilities that cannot be");
  }
  return calibration;
}

}  // namespace clade::detail
