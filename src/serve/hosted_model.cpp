#include "serve/hosted_model.h"

#include <set>

namespace clade::detail::serve {

namespace {

std::string name_of(const std::filesystem::path& file) {
  return file.extension() == ".clade" ? file.stem().string() : file.filename().string();
}

// A label that the model does not know stands for itself.
std::set<std::string> meant(const LabelSpace& labels, const std::vector<std::string>& names) {
  const Taxonomy& taxonomy = labels.taxonomy();
  std::set<std::string> meant;
  for (const std::string& name : names) {
    const auto label = labels.find(name);
    if (!label) {
      meant.insert(name);
    } else if (labels.mode() != LabelNodes::closed) {
      meant.emplace(labels.name(*label));
    } else {
      for (const NodeId node : taxonomy.ancestor_set(labels.node(*label))) {
        if (node != taxonomy.root()) meant.emplace(taxonomy.class_name(node));
      }
    }
  }
  return meant;
}

}  // namespace

HostedModel::HostedModel(const std::filesystem::path& path) : file(path), name(name_of(path)) {}

bool is_right(const LabelSpace& labels, const std::vector<std::string>& predicted,
              const std::vector<std::string>& truth) {
  return predicted == truth || meant(labels, predicted) == meant(labels, truth);
}

}  // namespace clade::detail::serve
