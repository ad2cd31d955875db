#include "clade/model.h"

#include <algorithm>

#include "linear/class_sums.h"
#include "model/calibration.h"
#include "model/descent.h"
#include "model/model_impl.h"

namespace clade {

using namespace detail;
namespace {

template <class Real>
std::size_t count_nonzero(const WeightView<Real>& weights) {
  std::size_t count = 0;
  for (std::size_t j = 0; j < weights.features; ++j) {
    weights.for_each_nonzero(j, [&count](std::size_t, Real) { ++count; });
  }
  return count;
}

}  // namespace

Model::Model(std::shared_ptr<const Impl> impl)
    : impl_(std::move(impl)),
      descent_(Descent::of(*impl_)),
      class_sums_(std::make_shared<const ClassSums>(impl_->score_map)) {}

const std::string& Model::method() const { return impl_->method; }

const std::vector<std::pair<std::string, std::string>>& Model::options() const {
  return impl_->options;
}

const LabelSpace& Model::label_space() const { return impl_->label_space; }
const Vectoriser* Model::vectoriser() const { return impl_->vectoriser.get(); }

Model Model::with_vectoriser(Vectoriser vectoriser) const {
  auto changed = std::make_shared<Impl>(*impl_);
  changed->vectoriser = std::make_shared<const Vectoriser>(std::move(vectoriser));
  return Model(std::move(changed));
}

const Calibration* Model::calibration() const { return impl_->calibration.get(); }

Model Model::with_calibration(Calibration calibration) const {
  auto changed = std::make_shared<Impl>(*impl_);
  if (calibration.sets) changed->label_set_rule = LabelSetRule::class_thresholds;
  changed->calibration = std::make_shared<const Calibration>(std::move(calibration));
  return Model(std::move(changed));
}

LabelSetRule Model::label_set_rule() const { return impl_->label_set_rule; }

Decoding Model::decoding() const { return impl_->decoding; }

KernelKind Model::kernel() const {
  return impl_->support != nullptr ? impl_->support->spec().kind : KernelKind::linear;
}

Precision Model::precision() const {
  return std::holds_alternative<WeightView<double>>(impl_->weights) ? Precision::double_
                                                                    : Precision::single;
}

std::size_t Model::feature_count() const { return impl_->features.size(); }
std::size_t Model::unit_count() const { return impl_->unit_names.size(); }
const std::vector<std::string>& Model::unit_names() const { return impl_->unit_names; }

std::size_t Model::nonzero_weights() const {
  return std::visit([](const auto& weights) { return count_nonzero(weights); }, impl_->weights);
}

template <class Real>
void Model::scores(BasicSparseRow<Real> row, std::span<double> out, std::size_t* unknown) const {
  Scorer scorer(*this);
  const std::size_t ignored = scorer.score(row);
  if (unknown != nullptr) *unknown += ignored;
  std::ranges::copy(scorer.class_scores(), out.begin());
}

template <class Real>
void Model::node_scores(BasicSparseRow<Real> row, std::span<double> out) const {
  Scorer scorer(*this);
  scorer.score(row);
  std::ranges::copy(scorer.node_scores(), out.begin());
}

template <class Real>
std::vector<Prediction> Model::predict(BasicSparseRow<Real> row, std::size_t top) const {
  Scorer scorer(*this);
  scorer.score(row, top <= 1 ? ScoresFor::best_class : ScoresFor::everything);
  const auto best = scorer.best(top);
  return {best.begin(), best.end()};
}

template void Model::scores(BasicSparseRow<float>, std::span<double>, std::size_t*) const;
template void Model::scores(BasicSparseRow<double>, std::span<double>, std::size_t*) const;
template void Model::node_scores(BasicSparseRow<float>, std::span<double>) const;
template void Model::node_scores(BasicSparseRow<double>, std::span<double>) const;
template std::vector<Prediction> Model::predict(BasicSparseRow<float>, std::size_t) const;
template std::vector<Prediction> Model::predict(BasicSparseRow<double>, std::size_t) const;

}  // namespace clade
