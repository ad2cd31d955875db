#include "cli/model_labels.h"

#include "base/fail.h"
#include "base/text.h"
#include "data/label_nodes.h"

namespace clade::cli {

void check_known_labels(const Records& records, const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  for (const LabelName& label : records.label_names) {
    if (labels.find(label.name)) continue;
    if (!node_of_label(taxonomy, label.name)) {
      fail(ErrorKind::input, "{}: label {} is not in the taxonomy of the model{}", label.place,
           quoted(label.name), taxonomy.suggestion(label.name));
    }
    fail(ErrorKind::input,
         "{}: label {} is an inner node, and the model has no class for it, as no example was "
         "there when it was trained: a class can only come with new training",
         label.place, quoted(label.name));
  }
}

}  // namespace clade::cli
