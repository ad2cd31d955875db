// The two files of another program's predictions, as text.
#include "measure/external_predictions.h"

#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/label_nodes.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

TabbedText::TabbedText(const std::filesystem::path& path) : input_(path) {
  TextLines lines(input_.text(), input_.name());
  while (const auto line = lines.next()) lines_.push_back({*line, lines.number()});
}

std::string TabbedText::place(std::size_t i, std::string_view part) const {
  const auto column = part.data() - lines_[i].text.data() + 1;
  return fmt::format("{}:{}:{}", name(), lines_[i].number, column);
}

ScoresFile::ScoresFile(const std::filesystem::path& path) : text_(path) {
  if (text_.size() == 0) {
    fail(ErrorKind::input, "{}: expected a header of class names, got an empty file", name());
  }
  const std::vector<std::string_view> header = split(text_.line(0), '\t');
  has_ids_ = header.front() == "id";
  for (std::size_t i = has_ids_ ? 1 : 0; i < header.size(); ++i) {
    const std::string place = text_.place(0, header[i]);
    if (header[i].empty()) fail(ErrorKind::input, "{}: expected a class name, got nothing", place);
    classes_.push_back({std::string(header[i]), place});
  }
  if (classes_.empty()) {
    fail(ErrorKind::input, "{}: expected class names after 'id', got none",
         text_.place(0, text_.line(0)));
  }
}

std::string_view ScoresFile::id(std::size_t row) const {
  const std::string_view line = text_.line(row + 1);
  return line.substr(0, line.find('\t'));
}

std::string ScoresFile::place(std::size_t row) const {
  return text_.place(row + 1, text_.line(row + 1));
}

void ScoresFile::read_row(std::size_t row, std::span<double> values) const {
  const std::vector<std::string_view> fields = split(text_.line(row + 1), '\t');
  const std::size_t first = has_ids_ ? 1 : 0;
  if (fields.size() != first + values.size()) {
    fail(ErrorKind::input, "{}: expected {} fields as in the header, got {}",
         text_.place(row + 1, fields.back()), first + values.size(), fields.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string_view field = fields[first + i];
    const auto value = parse_double(field);
    if (!value || std::isnan(*value)) {
      fail(ErrorKind::input, "{}: expected a number as the score of class {}, got {}",
           text_.place(row + 1, field), clade::detail::quoted(classes_[i].name),
           clade::detail::quoted(field));
    }
    values[i] = *value;
  }
}

PredictionsFile::PredictionsFile(const std::filesystem::path& path) : text_(path) {
  if (text_.size() == 0) {
    fail(ErrorKind::input, "{}: expected lines of id<TAB>label, got an empty file", name());
  }
  std::unordered_set<std::string_view> known;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const std::string_view line = text_.line(i);
    // The header of 'clade predict --header'.
    if (i == 0 && (line == "id\tlabel" || line.starts_with("id\tlabel\t"))) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      fail(ErrorKind::input, "{}: expected id<TAB>label, got {}", text_.place(i, line),
           clade::detail::quoted(line));
    }
    const std::string_view rest = line.substr(tab + 1);
    const std::string_view label = rest.substr(0, rest.find('\t'));
    entries_.push_back({line.substr(0, tab), label, i});
    if (!label.empty() && known.insert(label).second) {
      labels_.push_back({std::string(label), text_.place(i, label)});
    }
  }
}

std::vector<LabelName> external_labels(const ScoresFile* scores, const PredictionsFile* predictions,
                                       std::span<const LabelName> truth) {
  std::vector<LabelName> result;
  std::unordered_set<std::string> known;
  const auto append = [&](std::span<const LabelName> names) {
    for (const LabelName& name : names) {
      if (known.insert(name.name).second) result.push_back(name);
    }
  };
  if (scores) append(scores->classes());
  if (predictions) append(predictions->labels());
  append(truth);
  return result;
}

bool is_table_of_nodes(const ScoresFile& scores, const Taxonomy& taxonomy) {
  std::vector<bool> has_column(taxonomy.size(), false), has_added(taxonomy.size(), false);
  bool inner_before_terminal = false, has_inner = false;
  for (const LabelName& name : scores.classes()) {
    const auto node = node_of_label(taxonomy, name.name);
    if (!node) continue;
    const bool is_own = taxonomy.find(name.name) == node;
    (is_own ? has_column : has_added)[index_of(*node)] = true;
    if (!is_own) continue;
    const bool is_inner = !taxonomy.is_terminal(*node);
    inner_before_terminal = inner_before_terminal || (has_inner && !is_inner);
    has_inner = has_inner || is_inner;
  }
  bool has_all_inner = has_inner;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    if (has_column[n] && has_added[n]) return true;
    if (node == taxonomy.root() || taxonomy.is_terminal(node)) continue;
    has_all_inner = has_all_inner && has_column[n];
  }
  return has_all_inner && inner_before_terminal;
}

LabelSpace external_label_space(const TaxonomySource& taxonomy, LabelNodes mode,
                                const ScoresFile* scores, const PredictionsFile* predictions,
                                std::span<const LabelName> truth) {
  std::vector<LabelName> names = external_labels(scores, predictions, truth);
  if (scores == nullptr || mode == LabelNodes::all) return LabelSpace(taxonomy, mode, names);
  const Taxonomy nodes = make_taxonomy(taxonomy, names);
  if (is_table_of_nodes(*scores, nodes)) {
    std::unordered_set<std::string_view> others;  // labels outside the table
    for (const LabelName& name : truth) others.insert(name.name);
    if (predictions) {
      for (const LabelName& name : predictions->labels()) others.insert(name.name);
    }
    std::erase_if(names, [&](const LabelName& name) {
      const auto node = nodes.find(name.name);
      return node && !nodes.is_terminal(*node) && !others.contains(name.name);
    });
  }
  return LabelSpace(taxonomy, mode, names);
}

}  // namespace clade::detail
