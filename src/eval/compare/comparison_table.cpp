#include "eval/compare/comparison_table.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "eval/compare/contender.h"
#include "eval/compare/curve.h"
#include "measure/metric_direction.h"

namespace clade::detail {

namespace {

using Row = std::vector<std::string>;

// Every metric of any contender, in the order of the first that has it.
std::vector<std::string> all_metrics(std::span<const MethodSummary> summaries) {
  std::vector<std::string> names;
  for (const MethodSummary& summary : summaries) {
    for (const MetricSummary& metric : summary.metrics) {
      if (std::find(names.begin(), names.end(), metric.name) == names.end()) {
        names.push_back(metric.name);
      }
    }
  }
  return names;
}

char mark_of(const MethodSummary& summary, const MetricSummary& metric) {
  if (summary.against_first.empty()) return ' ';
  const auto place = static_cast<std::size_t>(&metric - summary.metrics.data());
  const AgainstFirst& against = summary.against_first[place];
  if (against.deciding_p().value_or(1) >= 0.05) return ' ';
  return (*against.difference < 0) == smaller_is_better(metric.name) ? '+' : '-';
}

// How the differences of any metric were tested.
std::vector<std::string> tests_in_words(std::span<const MethodSummary> summaries) {
  bool over_records = false, over_splits = false, overlaps = false;
  for (const MethodSummary& summary : summaries) {
    for (const AgainstFirst& against : summary.against_first) {
      if (!against.p_permutation) continue;
      over_records = over_records || against.over_records;
      overlaps = overlaps || against.parts_overlap;
      over_splits = over_splits || !(against.over_records || against.parts_overlap);
    }
  }
  std::vector<std::string> words;
  if (over_records) words.emplace_back("permutation test over records for means over records");
  if (over_splits) words.emplace_back("permutation test over splits");
  if (overlaps) words.emplace_back("t-test over splits, corrected for overlapping training parts");
  return words;
}

std::string number(double value) { return fmt::format("{:.4f}", value); }

std::string cell(const MethodSummary& summary, const std::string& name, TableFormat format) {
  const MetricSummary* metric = summary.find(name);
  if (metric == nullptr) return format == TableFormat::latex ? "--" : "-";
  const char mark = mark_of(summary, *metric);
  const std::string shown_mark = mark == ' ' ? "" : std::string(1, mark);
  const bool has_spread = metric->values.size() > 1;
  const std::string mean = number(metric->mean), spread = number(metric->deviation);
  switch (format) {
    case TableFormat::text:
      return (has_spread ? fmt::format("{} ({})", mean, spread) : mean) + mark;
    case TableFormat::markdown:
      return (has_spread ? fmt::format("{} ± {}", mean, spread) : mean) +
             (mark == ' ' ? "" : " " + shown_mark);
    case TableFormat::latex:
      break;
  }
  return fmt::format("${}{}{}$", mean, has_spread ? fmt::format(" \\pm {}", spread) : "",
                     mark == ' ' ? "" : "^{" + shown_mark + "}");
}

// The name, with the taxonomy where there are several.
std::string row_name(const MethodSummary& summary, bool has_several) {
  return has_several ? fmt::format("{} [{}]", summary.name, summary.taxonomy) : summary.name;
}

bool has_several_taxonomies(std::span<const MethodSummary> summaries) {
  return std::any_of(summaries.begin(), summaries.end(), [&](const MethodSummary& s) {
    return s.taxonomy != summaries.front().taxonomy;
  });
}

std::string escaped(std::string_view text, TableFormat format) {
  const std::string_view special = format == TableFormat::latex      ? "\\&%$#_{}~^"
                                   : format == TableFormat::markdown ? "|\\*_`"
                                                                     : "";
  std::string result;
  for (const char c : text) {
    if (format == TableFormat::latex && (c == '\\' || c == '~' || c == '^')) {
      result += c == '\\'  ? "\\textbackslash{}"
                : c == '~' ? "\\textasciitilde{}"
                           : "\\textasciicircum{}";
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    // Two hyphens in a row would become a dash.
    if (format == TableFormat::latex && c == '-' && result.ends_with('-')) result += "{}";
    result += c;
  }
  return result;
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t k = 1; k < row.size(); ++k) {
      line += fmt::format("  {:<{}}", row[k], widths[k]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string markdown(const std::vector<Row>& rows) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += "| " + join(rows[r], " | ") + " |\n";
    if (r > 0) continue;
    text += '|';
    for (std::size_t k = 0; k < rows[r].size(); ++k) text += "---|";
    text += '\n';
  }
  return text;
}

std::string latex(const std::vector<Row>& rows) {
  std::string text = fmt::format("\\begin{{tabular}}{{l{}}}\n\\hline\n",
                                 std::string(rows.front().size() - 1, 'r'));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += join(rows[r], " & ") + " \\\\\n";
    if (r == 0) text += "\\hline\n";
  }
  return text + "\\hline\n\\end{tabular}\n";
}

// What tuning chose, over the splits: C=1 in 3 splits, C=10 in 2. "" where nothing was chosen.
std::string chosen_words(const MethodSummary& summary) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  bool for_each_measure = false;
  for (const auto& of_split : summary.chosen) {
    for (const auto& [measure, setting] : of_split) {
      if (setting.empty()) continue;
      for_each_measure = for_each_measure || !measure.empty();
      const std::string words = setting_text(setting);
      const auto found = std::find_if(counts.begin(), counts.end(),
                                      [&](const auto& entry) { return entry.first == words; });
      if (found == counts.end()) {
        counts.emplace_back(words, 1);
      } else {
        ++found->second;
      }
    }
  }
  if (counts.empty()) return "";
  if (for_each_measure) return "chosen for each measure (`json` lists it)";
  if (counts.size() == 1) return counts.front().first;
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> words;
  for (const auto& [setting, count] : counts) {
    words.push_back(fmt::format("{} in {} split{}", setting, count, count == 1 ? "" : "s"));
  }
  return join(words, ", ");
}

}  // namespace

std::vector<std::string> table_columns(std::span<const MethodSummary> summaries,
                                       std::vector<std::string> asked) {
  const std::vector<std::string> known = all_metrics(summaries);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (asked.size() == 1 && asked.front() == "all") return known;
  if (!asked.empty()) return asked;
  const bool is_single_label = is_known("l01");
  asked = {"accuracy", "average_precision", "tree_loss", "parent_accuracy", "hierarchical_f1"};
  asked.emplace_back(is_single_label ? "macro_f1" : "micro_f1");
  std::erase_if(asked, [&](const std::string& name) { return !is_known(name); });
  return asked;
}

std::string comparison_table(std::span<const MethodSummary> summaries,
                             std::vector<std::string> metrics, TableFormat format) {
  metrics = table_columns(summaries, std::move(metrics));
  const bool has_several = has_several_taxonomies(summaries);
  std::vector<Row> rows{{"method"}};
  for (const std::string& name : metrics) rows[0].push_back(escaped(name, format));
  for (const MethodSummary& summary : summaries) {
    Row row{escaped(row_name(summary, has_several), format)};
    for (const std::string& name : metrics) row.push_back(cell(summary, name, format));
    rows.push_back(std::move(row));
  }
  switch (format) {
    case TableFormat::text:
      return aligned(rows);
    case TableFormat::markdown:
      return markdown(rows);
    case TableFormat::latex:
      break;
  }
  return latex(rows);
}

std::string comparison_notes(const ComparisonNotes& notes,
                             std::span<const MethodSummary> summaries) {
  std::string text = fmt::format("{}, seed {}{}{}\n", notes.splits, notes.seed,
                                 notes.tuning.empty() ? "" : "; ", notes.tuning);
  if (notes.split_count > 1) text += "means, standard deviations over the splits in brackets\n";
  const std::vector<std::string> tests = tests_in_words(summaries);
  if (!tests.empty()) {
    text += fmt::format("+ better, - worse than '{}', p < 0.05 after Holm's correction: {}\n",
                        row_name(summaries.front(), has_several_taxonomies(summaries)),
                        join(tests, "; "));
  }
  const bool has_several = has_several_taxonomies(summaries);
  for (const MethodSummary& summary : summaries) {
    const std::string words = chosen_words(summary);
    if (!words.empty()) text += fmt::format("{}: {}\n", row_name(summary, has_several), words);
  }
  for (const MethodSummary& summary : summaries) {
    if (summary.early_ends == 0) continue;
    text += fmt::format("{}: {} of {} models ended at `max_epochs` before the tolerance\n",
                        summary.name, summary.early_ends, summary.models);
  }
  return text;
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

std::string Comparison::table(const std::vector<std::string>& metrics, TableFormat format) const {
  return comparison_table(methods, metrics, format);
}

std::string Comparison::notes_text() const { return comparison_notes(notes, methods); }

std::string Comparison::curve_text(const std::vector<std::string>& metrics) const {
  std::string text;
  if (!curve) return text;
  for (const std::string& metric : table_columns(methods, metrics)) {
    text += (text.empty() ? "" : "\n") + curve_table(*curve, metric);
  }
  return text;
}

std::string Comparison::text(const std::vector<std::string>& metrics) const {
  const std::string curves = curve_text(metrics);
  return table(metrics) + '\n' + notes_text() + (curves.empty() ? "" : "\n") + curves;
}

}  // namespace clade
