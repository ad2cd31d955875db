// Let x have n values, w_jc be the weight of class c for feature j (the sum of its units' weights
// times their strengths), q_jc its byte and s_j the step of the feature. The full scan gives F_c in
// place of sum_j x_j w_jc, the bytes give P_c in place of sum_j x_j s_j q_jc. With u = 2^-24,
// e_j >= |w_jc - s_j q_jc| and r_j no smaller than any |w_jc| and any sum of strengths times a
// weight,
//     |F_c - P_c| <= sum_j |x_j| e_j + (2 n + 4) u sum_j |x_j| r_j + (what is lost below the
//                    smallest numbers) =: E,
// since each side is n multiplications and additions, each rounded once (the step times the value,
// too). Let at least k classes have P >= T. They have F >= T - E, so each of the k best classes of
// the full scan has F_c >= T - E, and P_c >= F_c - E >= T - 2 E; and so has every class that ties
// with one of them.
#include "model/class_screen.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <variant>

#include "linear/class_sums.h"
#include "model/model_impl.h"

namespace clade::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// With fewer, rows are so short that the full scan takes no longer.
constexpr std::size_t least_classes = 512;
// More candidates than this, and than a share of the classes, are scored by the full scan.
constexpr std::size_t few_candidates = 16, candidate_share = 64;
// The bound is for values up to here, which no sum in single precision leaves.
constexpr double largest_reach = 1e30;
// Smaller weights have bytes of zero: steps would be rounded to few digits.
constexpr double smallest_reach = 1e-30;
constexpr std::size_t longest_row = 100'000;
// A feature's weights are copied in the time that some 80 of its values save.
constexpr std::size_t values_for_copy = 128;

// Whether a byte for each of so many classes costs no more than the weights do: much less to read,
// where rows are dense; of rows of blocks those that are read most have more blocks than others.
bool is_worth_a_copy(const Weights& weights, std::size_t classes) {
  return std::visit(
      [classes]<class Real>(const WeightView<Real>& view) {
        if (view.form == RowForm::dense) return true;
        if (view.form == RowForm::packed) return false;
        double bytes = 0;
        for (std::size_t j = 0; j < view.features; ++j) {
          bytes += static_cast<double>(view.blocks(j).count * block_bytes);
        }
        const double copy = static_cast<double>(view.features) * static_cast<double>(classes);
        return copy <= 1.5 * bytes;
      },
      weights);
}

std::vector<std::uint32_t> predictable_classes(const LabelSpace& labels) {
  std::vector<std::uint32_t> classes;
  for (std::uint32_t c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId{c})) classes.push_back(c);
  }
  return classes;
}

double largest_strength(const ScoreMap& map) {
  double largest = 1;
  for (std::size_t c = 0; c < map.decisions(); ++c) {
    double sum = 0;
    for (const Attribute& a : map.of(c)) sum += std::abs(a.strength);
    largest = std::max(largest, sum);
  }
  return largest;
}

// Not below the number.
float rounded_up(double number) {
  const auto single = static_cast<float>(number);
  return double{single} < number ? std::nextafter(single, std::numeric_limits<float>::infinity())
                                 : single;
}

// The weights of one feature on their way into bytes.
template <class Real>
struct FeatureWeights {
  std::vector<Real> units;  // and the slack of ClassSums
  std::vector<double> shared, all, classes;

  explicit FeatureWeights(const WeightView<Real>& weights, std::size_t all_classes)
      : units(weights.stride + ClassSums::slack), all(all_classes + ClassSums::slack) {}

  // The largest weight of a unit; infinity where one is not a number.
  double take_units(const WeightView<Real>& weights, std::size_t feature) {
    const std::span<Real> row(units.data(), weights.units);
    weights.copy_row(feature, row);
    double largest = 0;
    for (const Real weight : row) {
      const double size = std::abs(static_cast<double>(weight));
      if (!(size <= largest_reach)) return infinity;
      largest = std::max(largest, size);
    }
    return largest;
  }
  // The largest weight of a class in `order`.
  double take_classes(const ClassSums& sums, std::span<const std::uint32_t> order) {
    sums.apply(units.data(), shared, all.data());
    classes.clear();
    double largest = 0;
    for (const std::uint32_t c : order) {
      classes.push_back(all[c]);
      largest = std::max(largest, std::abs(all[c]));
    }
    return largest;
  }
};

}  // namespace

std::shared_ptr<const ClassScreen> ClassScreen::of(const Model& model, ThreadPool& pool) {
  const Model::Impl& impl = model.impl();
  if (is_top_down(impl.decoding) || impl.support != nullptr) return nullptr;
  const std::size_t classes = predictable_classes(impl.label_space).size();
  if (classes < least_classes || !is_worth_a_copy(impl.weights, classes)) return nullptr;
  const std::shared_ptr<ClassScreen> screen(new ClassScreen(model));
  if (!screen->bytes_.has_memory()) return nullptr;
  std::visit([&](const auto& weights) { screen->set_rows(weights, pool); }, impl.weights);
  return screen;
}

std::shared_ptr<const ClassScreen> ClassScreen::for_rows(const Model& model, std::size_t values,
                                                         ThreadPool& pool) {
  const bool is_dense = std::visit([](const auto& view) { return view.form == RowForm::dense; },
                                   model.impl().weights);
  return !is_dense || values / values_for_copy < model.feature_count() ? nullptr : of(model, pool);
}

Model ClassScreen::screened_model() const {
  auto impl = std::make_shared<Model::Impl>(model_.impl());
  impl->screen = shared_from_this();
  return Model(std::move(impl));
}

ClassScreen::ClassScreen(const Model& model)
    : model_(model),
      classes_(predictable_classes(model.label_space())),
      strength_(largest_strength(model.impl().score_map)),
      bytes_(std::visit([](const auto& weights) { return weights.features; }, model.impl().weights),
             classes_.size()) {}

template <class Real>
void ClassScreen::set_rows(const WeightView<Real>& weights, ThreadPool& pool) {
  steps_.resize(weights.features);
  constexpr std::size_t grain = 256;
  pool.for_ranges(weights.features, grain, [&](std::size_t begin, std::size_t end) {
    FeatureWeights<Real> feature(weights, model_.label_space().size());
    for (std::size_t j = begin; j < end; ++j) {
      const double largest_unit = feature.take_units(weights, j);
      const double reach = strength_ * largest_unit;
      Step& to = steps_[j];
      if (reach == 0) continue;
      to.reach =
          reach <= largest_reach ? rounded_up(reach) : std::numeric_limits<float>::infinity();
      if (!(reach <= largest_reach)) continue;
      to.error = to.reach;
      const double largest = feature.take_classes(model_.class_sums(), classes_);
      if (largest < smallest_reach) continue;
      to.step = static_cast<float>(largest / ByteRows::largest_byte);
      // The weight of a class is a sum in double, as is its distance from the byte.
      to.error = rounded_up(bytes_.set(j, feature.classes, to.step) + 1e-12 * reach);
    }
  });
}

template <class Real>
double ClassScreen::error_bound(BasicSparseRow<Real> row, Scratch& scratch) const {
  scratch.row.clear();
  if (row.size() > longest_row) return infinity;
  double error = 0, reach = 0;
  for (const auto& x : row) {
    const Step& step = steps_[x.index];
    const double size = std::abs(static_cast<double>(x.value));
    error += size * double{step.error};
    reach += size * double{step.reach};
    if (!(reach <= largest_reach)) return infinity;
    const double scaled = static_cast<double>(x.value) * double{step.step};
    scratch.row.push_back({x.index, static_cast<float>(scaled)});
  }
  constexpr double rounding = 0x1p-24, below_smallest = 0x1p-140;
  const auto n = static_cast<double>(row.size());
  const double bound =
      error + (2 * n + 4) * rounding * 1.02 * reach + n * below_smallest * (strength_ + 200);
  return bound * (1 + 1e-9);  // these sums are rounded, too
}

std::size_t ClassScreen::most_candidates() const {
  return std::max(few_candidates, classes_.size() / candidate_share);
}

// The places of the classes that could be among the best; none where there are too many.
std::span<const std::uint32_t> ClassScreen::candidates(std::size_t top, double bound,
                                                       Scratch& scratch) const {
  if (scratch.sums.size() == 0) scratch.sums = AlignedArray<float>(bytes_.stride());
  float* sums = scratch.sums.data();
  bytes_.add_up(scratch.row, sums);
  const auto least = [bound](float reached) {
    return std::nextafter(static_cast<float>(double{reached} - 2 * bound),
                          -std::numeric_limits<float>::infinity());
  };
  std::vector<std::uint32_t>& places = scratch.places;
  if (top == 1) {
    places_from(sums, bytes_.stride(), least(largest_of(sums, bytes_.stride())), most_candidates(),
                places);
  } else {
    const float reached = reached_by(sums, bytes_.stride(), top, scratch.parts);
    if (reached == -std::numeric_limits<float>::infinity()) return {};
    places_from(sums, bytes_.stride(), least(reached), 4 * most_candidates(), places);
    if (places.size() > 4 * most_candidates()) return {};
    // Of these the exact place of the last that is wanted is quickly found.
    scratch.parts.clear();
    for (const std::uint32_t place : places) scratch.parts.push_back(sums[place]);
    const auto last = scratch.parts.begin() + static_cast<std::ptrdiff_t>(top) - 1;
    std::nth_element(scratch.parts.begin(), last, scratch.parts.end(), std::greater<>());
    const float limit = least(*last);
    std::erase_if(places, [&](std::uint32_t place) { return sums[place] < limit; });
  }
  if (places.size() > most_candidates()) return {};
  return places;
}

template <class Real>
bool ClassScreen::find(const WeightView<Real>& weights, BasicSparseRow<Real> row, std::size_t top,
                       Real* raw, Scratch& scratch, std::vector<Prediction>& found) const {
  if (row.empty() || top > most_candidates()) return false;
  const double bound = error_bound(row, scratch);
  if (bound == infinity) return false;
  const auto places = candidates(top, bound, scratch);
  if (places.empty()) return false;
  const ScoreMap& map = model_.impl().score_map;
  scratch.blocks.clear();
  for (const std::uint32_t place : places) {
    for (const Attribute& a : map.of(classes_[place])) {
      scratch.blocks.push_back(static_cast<std::uint32_t>(index_of(a.unit) / block_units<Real>));
    }
  }
  std::ranges::sort(scratch.blocks);
  const auto doubles = std::ranges::unique(scratch.blocks);
  scratch.blocks.erase(doubles.begin(), doubles.end());
  weights.score_blocks(row, scratch.blocks, raw);
  found.clear();
  for (const std::uint32_t place : places) {
    double sum = 0;
    for (const Attribute& a : map.of(classes_[place])) {
      sum += a.strength * static_cast<double>(raw[index_of(a.unit)]);
    }
    found.push_back({ClassId{classes_[place]}, sum});
  }
  return true;
}

template bool ClassScreen::find(const WeightView<float>&, BasicSparseRow<float>, std::size_t,
                                float*, Scratch&, std::vector<Prediction>&) const;
template bool ClassScreen::find(const WeightView<double>&, BasicSparseRow<double>, std::size_t,
                                double*, Scratch&, std::vector<Prediction>&) const;
template double ClassScreen::error_bound(BasicSparseRow<float>, Scratch&) const;
template double ClassScreen::error_bound(BasicSparseRow<double>, Scratch&) const;

}  // namespace clade::detail
