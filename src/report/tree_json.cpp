#include "report/tree_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "taxonomy/shown_name.h"

namespace clade::detail::report {

using Json = nlohmann::ordered_json;

Json tree_json(const Taxonomy& taxonomy) {
  Json names = Json::array(), children = Json::array(), added = Json::array();
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const auto node = static_cast<NodeId>(i);
    names.push_back(shown_name(taxonomy, node));
    if (taxonomy.is_added(node)) added.push_back(i);
    Json below = Json::array();
    for (const NodeId child : taxonomy.children(node)) below.push_back(index_of(child));
    children.push_back(std::move(below));
  }
  Json tree{{"names", std::move(names)},
            {"children", std::move(children)},
            {"root", index_of(taxonomy.root())}};
  if (!added.empty()) tree["added"] = std::move(added);
  return tree;
}

}  // namespace clade::detail::report
