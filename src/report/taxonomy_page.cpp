#include "report/taxonomy_page.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/file.h"
#include "report/page.h"

namespace clade::report {

using Json = nlohmann::ordered_json;

Json taxonomy_data(const std::string& title, const TaxonomyPicture& picture) {
  const Taxonomy& taxonomy = picture.document.taxonomy;
  Json names = Json::array(), children = Json::array();
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    names.push_back(std::string(taxonomy.name(NodeId(i))));
    Json below = Json::array();
    for (const NodeId child : taxonomy.children(NodeId(i))) below.push_back(index_of(child));
    children.push_back(std::move(below));
  }
  Json data{{"kind", "taxonomy"},
            {"title", title},
            {"names", std::move(names)},
            {"children", std::move(children)},
            {"root", index_of(taxonomy.root())}};
  if (!picture.document.titles.empty()) data["words"] = picture.document.titles;
  if (picture.counts) {
    data["examples"] = {{"here", picture.counts->here},
                        {"below", picture.counts->below},
                        {"total", picture.instances}};
  }
  return data;
}

void write_taxonomy_page(const std::filesystem::path& file, const std::string& title,
                         const TaxonomyPicture& picture) {
  AtomicFile page(file);
  page.write(make_page("taxonomy", taxonomy_data(title, picture)));
  page.commit();
}

}  // namespace clade::report
