// Records as ARFF with the hierarchical class of Clus, for other tools.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/records.h"

namespace clade::detail {

// An attribute per feature that occurs: numbered ones under their number, named ones under their
// name. Rows are sparse where that is shorter.
class ArffWriter {
 public:
  // `names` are those of the rows' named features. Error{input} for a label outside the taxonomy,
  // for a taxonomy that ARFF cannot hold, and for two features of one name.
  ArffWriter(const Records& records, const FeatureNames& names, const Taxonomy& taxonomy);

  // Calls write(text) with pieces of the text.
  void write(const std::function<void(std::string_view)>& write) const;

 private:
  std::string header() const;
  std::string class_name() const;
  std::string labels_of(std::size_t record) const;
  void name_features();
  template <class Real>
  void write_rows(const SparseRows<Real>& rows,
                  const std::function<void(std::string_view)>& write) const;

  const Records& records_;
  const FeatureNames& feature_names_;
  const Taxonomy& taxonomy_;
  std::vector<std::string> label_words_;  // by label of the records
  std::vector<std::uint32_t> indices_;    // of the features, sorted
  std::vector<std::string> names_;        // of the features, in that order
};

}  // namespace clade::detail
