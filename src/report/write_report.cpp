// The pages of clade/report.h.
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/fail.h"
#include "clade/report.h"
#include "eval/compare/compare.h"
#include "eval/taxonomy/learn_taxonomy.h"
#include "report/comparison_page.h"
#include "report/evaluation_page.h"
#include "report/learned_page.h"
#include "report/page.h"
#include "report/taxonomy_page.h"

namespace clade::detail {

namespace {

SettingsGroup settings_of(const Contender& contender) {
  SettingsGroup group{"Method: " + contender.name, {}};
  Configured configured = contender.configure({});
  for (const Parameter& p : configured.method->parameters()) {
    group.values.emplace_back(p.name, p.get());
  }
  for (const Parameter& p : parameters_of(configured.text)) {
    group.values.emplace_back(p.name, p.get());
  }
  return group;
}

}  // namespace

}  // namespace clade::detail

namespace clade {

using namespace detail;

void write_report(const std::filesystem::path& file, const Comparison& comparison, ReportHead head,
                  const std::vector<std::string>& metrics) {
  if (!comparison.details) {
    fail(ErrorKind::usage, "a page needs what was predicted: compare with `keep_predictions`");
  }
  for (const Contender& contender : comparison.details->plan.contenders) {
    head.settings.push_back(settings_of(contender));
  }
  const ComparisonNotes& notes = comparison.notes;
  head.notes.push_back(notes.splits);
  head.notes.push_back(fmt::format("seed {}", notes.seed));
  if (!notes.tuning.empty()) head.notes.push_back(notes.tuning);
  report::write_page(file, "report", report::comparison_report(head, comparison, metrics));
}

void write_report(const std::filesystem::path& file, const ModelEvaluation& evaluation,
                  const ReportHead& head, const std::string& method,
                  const std::vector<Progress>& trace) {
  const Records no_texts;
  report::write_page(file, "report",
                     report::evaluation_report(head, {method, evaluation.evaluation,
                                                      evaluation.labels, no_texts, trace}));
}

void write_report(const std::filesystem::path& file, const LearnedTaxonomy& learned,
                  const ReportHead& head) {
  report::write_page(file, "report",
                     report::learned_report(head, learned.details->clusters,
                                            learned.details->labels, learned.taxonomy));
}

void write_report(const std::filesystem::path& file, const Taxonomy& taxonomy,
                  const std::string& title) {
  const TaxonomyDocument document{taxonomy, {}, {}};
  const std::optional<InstanceCounts> none;
  report::write_taxonomy_page(file, title, {document, none, 0});
}

}  // namespace clade
