#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "linear/aligned_array.h"
#include "model/model_impl.h"

namespace clade {
namespace {

template <class Real>
struct RawScores {
  std::vector<BasicFeature<Real>> row;  // in the numbers of the model's features
  AlignedArray<Real> raw;               // by unit, padded as rows of weights are
  AlignedArray<Real> kernel_values;

  template <class From>
  std::size_t compute(const Model::Impl& model, BasicSparseRow<From> from) {
    const KernelKind kind =
        model.support != nullptr ? model.support->spec().kind : KernelKind::linear;
    std::size_t unknown =
        kind == KernelKind::subsequence ? copy_letters(from) : localise(from, model.features, row);
    // Kernels with examples that the model does not keep are not unknown: it has no need of them.
    if (kind == KernelKind::precomputed) unknown = 0;
    if (model.support != nullptr) compare(*model.support, squared_length<From>(from), model);
    std::get<WeightView<Real>>(model.weights).score(row, raw.data());
    return unknown;
  }

  // Letters have no features: a text may be longer than all in training.
  template <class From>
  std::size_t copy_letters(BasicSparseRow<From> from) {
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
        return RawScores<Real>{{}, AlignedArray<Real>(view.stride), {}};
      },
      weights);
}

// The unit of every node, by name; `none` where there is no such unit.
constexpr std::uint32_t none = ~std::uint32_t{0};

std::vector<std::uint32_t> units_of_nodes(const Model::Impl& model) {
  std::unordered_map<std::string_view, std::uint32_t> unit_of;
  for (std::size_t u = 0; u < model.unit_names.size(); ++u) {
    unit_of.emplace(model.unit_names[u], static_cast<std::uint32_t>(u));
  }
  const Taxonomy& taxonomy = model.label_space.taxonomy();
  std::vector<std::uint32_t> units(taxonomy.size(), none);
  for (std::size_t n = 0; n < units.size(); ++n) {
    const auto found = unit_of.find(taxonomy.name(static_cast<NodeId>(n)));
    if (found != unit_of.end()) units[n] = found->second;
  }
  return units;
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

}  // namespace

struct Scorer::Scratch {
  AnyRawScores raw;
  std::vector<double> class_scores;
  std::vector<double> node_scores;
  std::vector<double> margins;              // by node, of models that decode from the root
  std::vector<std::uint32_t> unit_of_node;  // made when node scores are first asked for
  std::vector<Prediction> candidates;
};

Scorer::Scorer(Model model) : model_(std::move(model)), scratch_(std::make_unique<Scratch>()) {
  scratch_->raw = raw_scores_for(model_.impl().weights);
  scratch_->class_scores.resize(model_.label_space().size());
}
Scorer::~Scorer() = default;
Scorer::Scorer(Scorer&&) noexcept = default;
Scorer& Scorer::operator=(Scorer&&) noexcept = default;

template <class Real>
std::size_t Scorer::score(BasicSparseRow<Real> row) {
  const Model::Impl& model = model_.impl();
  return std::visit(
      [&](auto& scores) {
        const std::size_t unknown = scores.compute(model, row);
        if (model.decoding == Decoding::from_the_root) {
          set_margins();
          return unknown;
        }
        // thesis 3.7
        model.score_map.apply(std::span(std::as_const(scores.raw).data(), scores.raw.size()),
                              std::span(scratch_->class_scores));
        return unknown;
      },
      scratch_->raw);
}

// HPSI's u_min of every class: its nodes' margins over their siblings, and those above.
void Scorer::set_margins() {
  const LabelSpace& labels = model_.label_space();
  const Taxonomy& taxonomy = labels.taxonomy();
  const std::span<const double> scores = node_scores();
  std::vector<double>& margins = scratch_->margins;
  margins.assign(scores.size(), std::numeric_limits<double>::infinity());
  for (const NodeId parent : taxonomy.top_down()) {
    const auto children = taxonomy.children(parent);
    if (children.size() == 1) margins[index_of(children[0])] = margins[index_of(parent)];
    if (children.size() < 2) continue;
    double best = -std::numeric_limits<double>::infinity(), second = best;
    for (const NodeId child : children) {
      const double score = scores[index_of(child)];
      second = std::max(second, std::min(best, score));
      best = std::max(best, score);
    }
    bool best_is_taken = false;  // of equals, one is the rival of the others
    for (const NodeId child : children) {
      const double score = scores[index_of(child)];
      const bool is_best = score == best && !best_is_taken;
      best_is_taken = best_is_taken || is_best;
      margins[index_of(child)] =
          std::min(margins[index_of(parent)], score - (is_best ? second : best));
    }
  }
  for (std::size_t c = 0; c < labels.size(); ++c) {
    scratch_->class_scores[c] = margins[index_of(labels.classes()[c])];
  }
}

std::span<const double> Scorer::class_scores() const { return scratch_->class_scores; }

std::span<const double> Scorer::node_scores() {
  Scratch& s = *scratch_;
  if (s.unit_of_node.empty()) s.unit_of_node = units_of_nodes(model_.impl());
  s.node_scores.assign(s.unit_of_node.size(), 0.0);
  std::visit(
      [&s](const auto& scores) {
        for (std::size_t n = 0; n < s.unit_of_node.size(); ++n) {
          const std::uint32_t unit = s.unit_of_node[n];
          if (unit != none) s.node_scores[n] = static_cast<double>(scores.raw[unit]);
        }
      },
      s.raw);
  return s.node_scores;
}

std::span<const Prediction> Scorer::best(std::size_t top) {
  std::vector<Prediction>& all = scratch_->candidates;
  all.clear();
  for (std::size_t c = 0; c < scratch_->class_scores.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (model_.label_space().is_predictable(label))
      all.push_back({label, scratch_->class_scores[c]});
  }
  const std::size_t count = std::min(top, all.size());
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(all.begin(), middle, all.end(), is_better);
  return {all.data(), count};
}

template std::size_t Scorer::score(BasicSparseRow<float>);
template std::size_t Scorer::score(BasicSparseRow<double>);

}  // namespace clade
