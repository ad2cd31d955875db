// The Vectoriser of a stream: nothing is known of the records to come, so every feature is kept and
// no weight rests on how many records have it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "data/records.h"
#include "text/vectoriser.h"

namespace clade::detail {

class StreamVectoriser {
 public:
  // Error{usage} for a weighting by document frequencies, for a limit on them, and for what is
  // learned of numeric features.
  explicit StreamVectoriser(const TextParams& params);
  // Goes on with what was fitted: new features join it. The stream's names begin with those that
  // are known (ReadOptions::first_names). Error{usage} as above.
  explicit StreamVectoriser(const Vectoriser& known);

  // The next records, in place; `names` are those of all pieces so far. Whether there is text is
  // seen at the first piece, unless it is known.
  void transform(Records& piece, const FeatureNames& names);

  // For what comes after training, which knows these features, sorted, and these names.
  Vectoriser closed(std::span<const std::uint32_t> features, const FeatureNames& names) const;

 private:
  bool is_counted(std::uint32_t index, const FeatureNames& names) const;
  template <class Real>
  void transform(SparseRows<Real>& rows, const FeatureNames& names) const;

  TextParams params_;
  std::optional<Vectoriser::Fitted> fitted_;  // known, or once the first piece was seen
};

}  // namespace clade::detail
