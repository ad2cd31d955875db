#include "report/learned_page.h"

#include <nlohmann/json.hpp>

#include "eval/taxonomy/learned_json.h"
#include "report/tree_json.h"

namespace clade::detail::report {

using Json = nlohmann::ordered_json;

Json learned_report(const ReportHead& head, const ClassClusters& learned, const LabelSpace& labels,
                    const Taxonomy& taxonomy) {
  Json data = head_json("learned", head);
  data["learned"] = learned_json(learned, labels);
  data["tree"] = tree_json(taxonomy);
  return data;
}

}  // namespace clade::detail::report
