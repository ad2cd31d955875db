// An audit from examples to JSON.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/fail.h"
#include "base/json_text.h"
#include "eval/audit/audit.h"
#include "eval/compare/comparison_reader.h"

namespace clade::detail {

using Json = nlohmann::ordered_json;

PreparedAudit prepare_audit(const RecordSource& source, const TaxonomySource& taxonomy,
                            const ComparedMethod& method, const AuditOptions& options,
                            ThreadPool& pool, Reporter& reporter) {
  Contender contender = make_contender(method);
  const Configured configured = contender.configure({});
  if (configured.method->traits().intersects_labels) {
    fail(ErrorKind::usage,
         "audit: `method`: with `multilabel=intersect` sets of labels are classes, not labels: "
         "leave it out");
  }
  if (options.folds < 2) {
    fail_parameter("folds", "expected a whole number from 2 to 1000, got '{}'", options.folds);
  }
  reporter.on_stage("reading");
  LabelledRecords labelled =
      read_labelled(source, "", options.snippet_bytes, taxonomy, configured, pool, reporter);
  contender.data = std::make_shared<const ComparisonRecords>(
      ComparisonRecords{std::move(labelled.records), {}, {}});
  return {std::move(contender), std::move(labelled.taxonomy)};
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

Audit audit(const Examples& examples, const TaxonomySource& taxonomy, const ComparedMethod& method,
            const AuditOptions& options) {
  Reporter silent;
  Reporter& reporter = options.reporter != nullptr ? *options.reporter : silent;
  ThreadPool pool(options.threads);
  const PreparedAudit prepared =
      prepare_audit(*examples.source(), taxonomy, method, options, pool, reporter);
  return audit(prepared.method, prepared.taxonomy, options, pool, reporter);
}

std::string Audit::json() const {
  Json json{{"instances", Json::array()}, {"unjudged", unjudged}, {"classes", Json::array()}};
  for (const SuspectRecord& suspect : records) {
    json["instances"].push_back(Json{{"id", suspect.id},
                                     {"labels", suspect.labels},
                                     {"label", suspect.label},
                                     {"suggested", suspect.suggested},
                                     {"margin", number_or_null(suspect.margin)}});
  }
  for (const SuspectClass& suspect : classes) {
    json["classes"].push_back(Json{{"class", suspect.name},
                                   {"parent", suspect.parent},
                                   {"suggested_parent", suspect.suggested_parent},
                                   {"records", suspect.records},
                                   {"taken_for_siblings", suspect.among_siblings},
                                   {"taken_for_classes_there", suspect.elsewhere},
                                   {"p", suspect.p}});
  }
  return compact_json(json);
}

}  // namespace clade
