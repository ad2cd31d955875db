#include "method/class_texts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/class_index.h"
#include "taxonomy/text_lines.h"
#include "text/tokenizer.h"

namespace clade::detail {

namespace {

constexpr std::string_view prefix = "text:";

using WordValues = std::map<std::string, double, std::less<>>;

WordValues counted_words(std::string_view text) {
  WordValues counts;
  // Readers may look a few bytes past the end of a word.
  std::string padded(text);
  padded.append(WordReader::padding, ' ');
  for (WordReader reader(padded); reader.next();) ++counts[std::string(reader.word())];
  return counts;
}

// By class, in class order.
std::vector<WordValues> read_descriptions(const std::filesystem::path& file,
                                          const ClassIndex& index) {
  const MappedFile content(file);
  TextLines lines(content.text(), file.string());
  std::vector<WordValues> words(index.size());
  while (const auto line = lines.next()) {
    const std::size_t tab = line->find('\t');
    if (tab == std::string_view::npos) {
      fail(ErrorKind::input, "{}: expected a class, a tab and its description, got {}",
           lines.place(), quoted(*line));
    }
    const auto position = index.find(line->substr(0, tab), lines.place());
    if (!position) continue;  // an inner node that is no class
    if (!words[*position].empty()) {
      fail(ErrorKind::input, "{}: class {} has a line already", lines.place(),
           quoted(index.name(*position)));
    }
    words[*position] = counted_words(line->substr(tab + 1));
    if (words[*position].empty()) {
      fail(ErrorKind::input, "{}: expected a description of class {}, got one without words",
           lines.place(), quoted(index.name(*position)));
    }
  }
  for (std::size_t c = 0; c < words.size(); ++c) {
    if (!words[c].empty()) continue;
    fail(ErrorKind::input, "{}: expected a line for every class, got none for {}", file.string(),
         quoted(index.name(c)));
  }
  return words;
}

// In how many descriptions a word is, and its number among those that are in several.
struct WordUse {
  std::size_t classes = 0, number = 0;
};
using WordUses = std::map<std::string, WordUse, std::less<>>;

WordUses uses_of(const std::vector<WordValues>& descriptions) {
  WordUses uses;
  for (const WordValues& words : descriptions) {
    for (const auto& [word, count] : words) ++uses[word].classes;
  }
  std::size_t number = 0;
  for (auto& [word, use] : uses) {
    if (use.classes > 1) use.number = number++;
  }
  return uses;
}

// From counts to a vector of unit length.
void weigh(WordValues& words, const WordUses& uses, std::size_t classes) {
  double squares = 0;
  for (auto& [word, value] : words) {
    const auto in = static_cast<double>(uses.find(word)->second.classes);
    value = (1 + std::log(value)) * (1 + std::log((1 + static_cast<double>(classes)) / (1 + in)));
    squares += value * value;
  }
  for (auto& [word, value] : words) value /= std::sqrt(squares);
}

ClassAttributes text_attributes(const std::filesystem::path& file, const LabelSpace& labels) {
  const double half = std::sqrt(0.5);  // of the squared length
  const ClassIndex index(labels.taxonomy(), labels.classes());
  std::vector<WordValues> descriptions = read_descriptions(file, index);
  const WordUses uses = uses_of(descriptions);
  const ClassAttributes nodes = make_attributes("depth", labels.taxonomy(), labels.classes());
  std::vector<std::string> names = nodes.unit_names;
  for (const auto& [word, use] : uses) {
    if (use.classes > 1) names.push_back(fmt::format("word {}", word));
  }
  const std::size_t first_word = nodes.unit_names.size();
  Csr<Attribute> rows;
  for (std::size_t c = 0; c < descriptions.size(); ++c) {
    for (const Attribute& a : nodes.map.of(c)) rows.push({a.unit, half * a.strength});
    weigh(descriptions[c], uses, descriptions.size());
    double own_squares = 0;  // of words that no other description has
    for (const auto& [word, value] : descriptions[c]) {
      const WordUse& use = uses.find(word)->second;
      if (use.classes > 1) {
        rows.push({static_cast<UnitId>(first_word + use.number), half * value});
      } else {
        own_squares += value * value;
      }
    }
    if (own_squares > 0) {
      rows.push({static_cast<UnitId>(names.size()), half * std::sqrt(own_squares)});
      names.push_back(fmt::format("words of {} alone", index.name(c)));
    }
    rows.end_row();
  }
  const std::size_t units = names.size();
  return {ScoreMap(std::move(rows), units), std::move(names)};
}

}  // namespace

ClassAttributes class_attributes(const std::string& spec, const LabelSpace& labels) {
  if (spec.starts_with(prefix) && attributes_problem(spec).empty()) {
    return text_attributes(spec.substr(prefix.size()), labels);
  }
  return make_attributes(spec, labels.taxonomy(), labels.classes());
}

}  // namespace clade::detail
