#include "report/taxonomy_page.h"

#include <nlohmann/json.hpp>

#include "report/page.h"
#include "report/tree_json.h"

namespace clade::detail::report {

using Json = nlohmann::ordered_json;

Json taxonomy_data(const std::string& title, const TaxonomyPicture& picture) {
  Json data{{"kind", "taxonomy"}, {"title", title}};
  data.update(tree_json(picture.document.taxonomy));
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
  write_page(file, "taxonomy", taxonomy_data(title, picture));
}

}  // namespace clade::detail::report
