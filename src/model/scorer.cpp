#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linear/aligned_array.h"
#include "linear/class_sums.h"
#include "model/beam.h"
#include "model/class_screen.h"
#include "model/descent.h"
#include "model/model_impl.h"
#include "model/node_units.h"
#include "model/path_scores.h"

namespace clade {

using namespace detail;
namespace {

template <class Real>
struct RawScores {
  std::vector<BasicFeature<Real>> row;  // in the numbers of the model's features
  AlignedArray<Real> raw;               // by unit, padded as rows of weights are
  AlignedArray<Real> kernel_values;

  // Returns how many features are unknown.
  template <class From>
  std::size_t take(const Model::Impl& model, BasicSparseRow<From> from) {
    const KernelKind kind =
        model.support != nullptr ? model.support->spec().kind : KernelKind::linear;
    std::size_t unknown = kind == KernelKind::subsequence ? copy_characters(from)
                                                          : map_to_model(from, model.features, row);
    // Kernels with examples that the model does not keep are not unknown: it has no need of them.
    if (kind == KernelKind::precomputed) unknown = 0;
    if (model.support != nullptr) compare(*model.support, squared_length<From>(from), model);
    return unknown;
  }
  void score_all(const Model::Impl& model) {
    std::get<WeightView<Real>>(model.weights).score(row, raw.data());
  }
  std::optional<Prediction> descend(const Model& model, std::vector<Descent::Step>& open) {
    const auto& weights = std::get<WeightView<Real>>(model.impl().weights);
    return model.descent()->best<Real>(weights, row, raw.data(), open);
  }
  bool look(const ClassScreen& screen, const Model::Impl& model, std::size_t top,
            ClassScreen::Scratch& scratch, std::vector<Prediction>& found) {
    const auto& weights = std::get<WeightView<Real>>(model.weights);
    return screen.find<Real>(weights, row, top, raw.data(), scratch, found);
  }
  bool search(const Beam& beam, const Model::Impl& model, Beam::Scratch& scratch,
              std::vector<Prediction>& found) {
    const auto& weights = std::get<WeightView<Real>>(model.weights);
    return beam.find<Real>(weights, row, raw.data(), scratch, found);
  }

  // Letters have no features: a text may be longer than all in training.
  template <class From>
  std::size_t copy_characters(BasicSparseRow<From> from) {
    row.clear();
    for (const auto& f : from) row.push_back({f.index, static_cast<Real>(f.value)});
    return 0;
  }

  // From the row to its kernel with every instance of the support, and the constant.
  void compare(const SupportSet& support, double squared_length, const Model::Impl& model) {
    const KernelRows<Real>& kernel = support.kernel<Real>();
    if (kernel_values.size() == 0) kernel_values = AlignedArray<Real>(kernel.padded_size());
    const KernelQuery<Real> query{row, squared_length, kernel_values.data()};
    kernel.compute({&query, 1});
    row.clear();
    for (std::size_t s = 0; s < kernel.size(); ++s) {
      row.push_back({static_cast<std::uint32_t>(s), kernel_values[s]});
    }
    if (std::get<WeightView<Real>>(model.weights).features > kernel.size()) {
      row.push_back({static_cast<std::uint32_t>(kernel.size()), Real{1}});
    }
  }
};

using AnyRawScores = std::variant<RawScores<float>, RawScores<double>>;

AnyRawScores raw_scores_for(const Weights& weights) {
  return std::visit(
      []<class Real>(const WeightView<Real>& view) -> AnyRawScores {
        return RawScores<Real>{{}, AlignedArray<Real>(view.room() + ClassSums::slack), {}};
      },
      weights);
}

// A hash table over all names is too much for a few rows.
std::vector<std::uint32_t> units_for_nodes(const Model& model) {
  if (model.descent() == nullptr) return units_of_nodes(model.impl());
  const auto known = model.descent()->unit_of_node();
  return {known.begin(), known.end()};
}

// Best score first, then class order. A score that is not a number comes last: the order must
// hold for any weights.
bool is_better(const Prediction& a, const Prediction& b) {
  const auto rank = [](double s) {
    return std::isnan(s) ? -std::numeric_limits<double>::infinity() : s;
  };
  if (rank(a.score) != rank(b.score)) return rank(a.score) > rank(b.score);
  return a.label < b.label;
}

// The best of those that may be predicted. Most classes are only compared with the worst of these,
// which is in front.
void keep_best(const LabelSpace& labels, std::span<const double> scores, std::size_t top,
               std::vector<Prediction>& to) {
  to.clear();
  for (std::size_t c = 0; c < scores.size() && top > 0; ++c) {
    const Prediction next{static_cast<ClassId>(c), scores[c]};
    const bool is_full = to.size() == top;
    if (is_full && (next.score < to.front().score || !is_better(next, to.front()))) continue;
    if (!labels.is_predictable(next.label)) continue;
    if (is_full) {
      std::pop_heap(to.begin(), to.end(), is_better);
      to.pop_back();
    }
    to.push_back(next);
    std::push_heap(to.begin(), to.end(), is_better);
  }
}

// The best of those alone, without a list of all. Classes come in order, so the first of equals
// stays.
void keep_first(const LabelSpace& labels, std::span<const double> scores,
                std::vector<Prediction>& to) {
  to.clear();
  const std::size_t first = first_largest(scores);
  if (first < scores.size() && labels.is_predictable(static_cast<ClassId>(first))) {
    to.push_back({static_cast<ClassId>(first), scores[first]});
    return;
  }
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const Prediction next{static_cast<ClassId>(c), scores[c]};
    if (!to.empty() && !(next.score > to.front().score) && !std::isnan(to.front().score)) continue;
    if (!labels.is_predictable(next.label)) continue;
    if (to.empty() || is_better(next, to.front())) to.assign(1, next);
  }
}

}  // namespace

struct Scorer::Scratch {
  AnyRawScores raw;
  std::vector<double> class_scores;  // and the slack of ClassSums
  std::vector<double> shared_sums;
  std::vector<double> node_scores;
  std::vector<double> path_scores;          // by node, of models that go from the root down
  std::vector<std::uint32_t> unit_of_node;  // made when node scores are first asked for
  std::vector<Prediction> candidates;
  std::vector<Descent::Step> open;
  Beam::Scratch beam;
  ClassScreen::Scratch screen;
  bool has_candidates = false;  // to choose the best from: not all classes have scores
  // Nothing has scores yet: with a screen, how many best are wanted says what is looked for.
  bool is_taken_alone = false;

  void score_all(const Model& model);
  void look(const Model& model, std::size_t top);
  std::span<const double> scores_of_nodes(const Model& model);
};

void Scorer::Scratch::score_all(const Model& model) {
  const Model::Impl& impl = model.impl();
  std::visit([&](auto& scores) { scores.score_all(impl); }, raw);
  if (is_top_down(impl.decoding)) {
    set_path_scores(impl.decoding, impl.label_space, scores_of_nodes(model), path_scores,
                    std::span(class_scores).first(impl.label_space.size()));
    return;
  }
  std::visit(  // thesis 3.7
      [&](const auto& scores) {
        model.class_sums().apply(scores.raw.data(), shared_sums, class_scores.data());
      },
      raw);
}

void Scorer::Scratch::look(const Model& model, std::size_t top) {
  const Model::Impl& impl = model.impl();
  has_candidates = std::visit(
      [&](auto& scores) { return scores.look(*impl.screen, impl, top, screen, candidates); }, raw);
  if (has_candidates) return;
  score_all(model);
  is_taken_alone = false;
}

std::span<const double> Scorer::Scratch::scores_of_nodes(const Model& model) {
  if (unit_of_node.empty()) unit_of_node = units_for_nodes(model);
  node_scores.assign(unit_of_node.size(), 0.0);
  std::visit(
      [&](const auto& scores) {
        for (std::size_t n = 0; n < unit_of_node.size(); ++n) {
          const std::uint32_t unit = unit_of_node[n];
          if (unit != no_unit) node_scores[n] = static_cast<double>(scores.raw[unit]);
        }
      },
      raw);
  return node_scores;
}

Scorer::Scorer(Model model, std::shared_ptr<const Beam> beam)
    : model_(std::move(model)), beam_(std::move(beam)), scratch_(std::make_unique<Scratch>()) {
  scratch_->raw = raw_scores_for(model_.impl().weights);
  scratch_->class_scores.resize(model_.label_space().size() + ClassSums::slack);
}
Scorer::~Scorer() = default;
Scorer::Scorer(Scorer&&) noexcept = default;
Scorer& Scorer::operator=(Scorer&&) noexcept = default;

template <class Real>
std::size_t Scorer::score(BasicSparseRow<Real> row, ScoresFor use) {
  const Model::Impl& model = model_.impl();
  Scratch& s = *scratch_;
  const auto score = [&](auto& scores) {
    const std::size_t unknown = scores.take(model, row);
    s.has_candidates = false;
    s.is_taken_alone = false;
    if (use == ScoresFor::best_class && beam_ != nullptr) {
      s.has_candidates = scores.search(*beam_, model, s.beam, s.candidates);
    } else if (use == ScoresFor::best_class && model_.descent() != nullptr) {
      const auto best = scores.descend(model_, s.open);
      s.has_candidates = best.has_value();
      if (best) s.candidates.assign(1, *best);
    } else if (use == ScoresFor::best_class && model.screen != nullptr) {
      s.is_taken_alone = true;
    }
    if (!s.has_candidates && !s.is_taken_alone) s.score_all(model_);
    return unknown;
  };
  return std::visit(score, s.raw);
}

std::span<const double> Scorer::class_scores() const {
  return std::span<const double>(scratch_->class_scores).first(model_.label_space().size());
}

std::span<const double> Scorer::node_scores() { return scratch_->scores_of_nodes(model_); }

std::span<const Prediction> Scorer::best(std::size_t top) {
  if (scratch_->is_taken_alone && top > 0) scratch_->look(model_, top);
  std::vector<Prediction>& all = scratch_->candidates;
  if (!scratch_->has_candidates && top == 1) {
    keep_first(model_.label_space(), class_scores(), all);
  } else if (!scratch_->has_candidates) {
    keep_best(model_.label_space(), class_scores(), top, all);
  }
  const std::size_t count = std::min(top, all.size());
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(all.begin(), middle, all.end(), is_better);
  return {all.data(), count};
}

template std::size_t Scorer::score(BasicSparseRow<float>, ScoresFor);
template std::size_t Scorer::score(BasicSparseRow<double>, ScoresFor);

}  // namespace clade
