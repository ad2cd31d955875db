#include "solver/ascent/tree_visits.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/memory.h"
#include "base/prefetch.h"
#include "linear/row_kernels.h"
#include "solver/ascent/flat_step.h"
#include "solver/ascent/tree_bounds.h"
#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 28;
// Errors of inner units add up over all classes below, so with more classes weights have to be
// built again for the check, which takes more than visits save.
constexpr std::size_t most_places = 192;

// A bound of 1 + ||A||^2 for the matrix A that gives the weights of inner units from those of the
// classes: the largest sum over a row times that over a column.
template <class Real>
double growth_of_rounding(const TreeTables<Real>& tree) {
  std::vector<double> sums(tree.nodes);
  double of_class = 0, of_node = 0;
  for (const auto& c : tree.classes) {
    double above = 0;
    for (std::size_t v = c.home; v != tree.root; v = static_cast<std::size_t>(tree.parent[v])) {
      const double part = static_cast<double>(tree.strength[v]) * c.factor / c.strength;
      above += part;
      sums[v] += part;
      of_node = std::max(of_node, sums[v]);
    }
    of_class = std::max(of_class, above);
  }
  return 1 + of_class * of_node;
}

}  // namespace

template <class Real>
bool TreeVisits<Real>::should_use(const Problem<Real>& problem, const LinearBackend<Real>& backend,
                                  const TreeTables<Real>& tree) {
  return problem.anchor == nullptr && backend.weights().form() == RowForm::dense &&
         tree.places <= std::min(most_places, backend.raw_size()) &&
         problem.rows.size() <= most_bytes / sizeof(Real) / std::max<std::size_t>(1, tree.places);
}

template <class Real>
TreeVisits<Real>::TreeVisits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend,
                             std::unique_ptr<const TreeTables<Real>> tree, int most_rounds)
    : OneByOneVisits<Real>(tables, backend),
      layout_(std::move(tree)),
      most_rounds_(most_rounds),
      drift_factor_(growth_of_rounding(*layout_)),
      rounding_(
          layout_->places,
          backend.is_zero() && RoundingBound<Real>::is_worth_it(tables.problem, drift_factor_),
          backend.version()),
      pages_(tables.problem.rows.size() * layout_->places * sizeof(Real)),
      scratch_(*layout_),
      scores_(std::max(backend.raw_size(), layout_->places)),
      change_(layout_->places),
      blocks_(layout_->places / block_units<Real> + 1),
      positive_(layout_->places) {
  if (!pages_.use(pages_.bytes())) {
    throw OutOfMemory(fmt::format("no memory for the dual variables of {} examples and {} classes",
                                  tables.problem.rows.size(),
                                  tables.problem.constraints.decisions()));
  }
  set_featureless();
}

// ---- Visits

template <class Real>
void TreeVisits<Real>::visit(std::span<const std::uint32_t> order, std::size_t first,
                             std::size_t count, VisitLog& log) {
  order_by_place();
  const auto prefetch_place = [](std::size_t) {};
  const auto prefetch_duals = [this](std::size_t i) { prefetch_span(row(i), layout_->places); };
  for (std::size_t k = first; k < first + count; ++k) {
    this->prefetch_ahead(order, k, log, prefetch_place, prefetch_duals, by_place_);
    log.record(k, order[k], visit_one(order[k], negligible_part * log.mean_violation()));
  }
}

// Takes no step where the instance's part of the gap is not above `least_gap`.
template <class Real>
VisitReport TreeVisits<Real>::visit_one(std::size_t i, double least_gap) {
  const double squared_length = this->backend_.squared_length(i);
  TreeScratch<Real>& s = scratch_;
  s.begin(*layout_, own(i), this->problem_.constraints.left_out(i),
          {this->problem_.C[i], this->problem_.slack_power});
  s.beta = row(i);
  s.squared_length = squared_length;
  by_place_.score(this->problem_.rows.row(i), scores_.data());
  look_at_places(*layout_, s, scores_.data());
  const auto seen = s.seen();
  VisitReport report;
  report.gap = report.violation = seen.gap;
  report.cost = seen.cost;
  report.value = seen.value;
  if (squared_length == 0 || !(seen.gap > least_gap)) return report;
  if (!solve_tree(*layout_, s, most_rounds_)) {
    report.changes = step_by_pairs(i, squared_length);
    return report;
  }
  const TreeMove move = move_on_tree(*layout_, s, change_.data(), blocks_.data());
  report.changes = move.changes;
  nonzero_duals_ += static_cast<std::uint64_t>(move.new_support);
  if (move.changes == 0) return report;
  const auto& label = layout_->classes[s.plus];
  change_[label.place] = static_cast<Real>(label.strength * move.moved);
  record_and_add(i, std::span(blocks_).first(move.touched),
                 label.strength * (2 * s.flows + move.moved));
  return report;
}

// Where the rounds of the exact step do not end. Scores are by place, and `below` is set.
template <class Real>
std::size_t TreeVisits<Real>::step_by_pairs(std::size_t i, double squared_length) {
  const TreeTables<Real>& t = *layout_;
  Real* raw = this->update_.raw();
  for (const auto& c : t.classes) raw[c.unit] = scores_[c.place];
  for (std::size_t v = 0; v < t.root; ++v) {
    if (t.strength[v] > 0) raw[t.unit[v]] = t.strength[v] * scratch_.below[v];
  }
  copy_duals(i);
  auto& duals = this->duals_[i];
  nonzero_duals_ -= duals.size();
  this->update_.score_and_select(i, duals);
  const VisitReport report = this->update_.step(i, duals, squared_length);
  nonzero_duals_ += duals.size();
  copy_row(i, duals);
  const UnitChange<Real>& change = this->update_.unit_change();
  for (const auto& c : t.classes) change_[c.place] = static_cast<Real>(change[c.unit]);
  for (std::size_t b = 0; b < t.places / block_units<Real>; ++b) {
    blocks_[b] = static_cast<std::uint32_t>(b);
  }
  record_and_add(i, std::span(blocks_).first(t.places / block_units<Real>), 0);
  this->update_.clear_change();
  return report.changes;
}

// Weights do nothing for a row without features: all mass goes to the largest loss for good.
template <class Real>
void TreeVisits<Real>::set_featureless() {
  for (std::size_t i = 0; i < this->problem_.rows.size(); ++i) {
    if (this->backend_.squared_length(i) > 0 || this->problem_.constraints.count(i) == 0) continue;
    const auto block = this->problem_.constraints.blocks(i)[0];
    Decision best = block.plus;
    Real largest = 0;
    this->problem_.constraints.for_each_rival(i, block, [&](Decision minus) {
      if (minus == block.plus || !(layout_->scale(block.plus, minus) > largest)) return;
      best = minus;
      largest = layout_->scale(block.plus, minus);
    });
    if (largest == 0) continue;
    const double C = this->problem_.C[i];
    const double mass = this->problem_.slack_power == 2 ? 2 * C * static_cast<double>(largest) : C;
    row(i)[layout_->classes[best].place] = static_cast<Real>(mass);
    ++nonzero_duals_;
  }
}

// ---- Dual variables

template <class Real>
void TreeVisits<Real>::copy_row(std::size_t i, std::span<const DualVariable> duals) {
  std::fill_n(row(i), layout_->places, Real{0});
  for (const DualVariable& v : duals) {
    row(i)[layout_->classes[v.minus].place] = static_cast<Real>(v.beta);
  }
}

template <class Real>
void TreeVisits<Real>::set_duals(Duals duals) {
  pages_.set_zero();
  nonzero_duals_ = 0;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    if (this->backend_.squared_length(i) == 0) continue;
    if (!duals[i].empty()) copy_row(i, duals[i]);
    nonzero_duals_ += duals[i].size();
  }
  set_featureless();
  this->duals_ = std::move(duals);
}

// Rounding may put the sum a little above C.
template <class Real>
void TreeVisits<Real>::copy_duals(std::size_t i) {
  auto& duals = this->duals_[i];
  duals.clear();
  if (this->problem_.constraints.count(i) == 0) return;
  double mass = 0;
  const std::size_t found = find_positive(row(i), layout_->places, positive_.data());
  duals.reserve(found);
  for (std::size_t k = 0; k < found; ++k) {
    const auto beta = static_cast<double>(row(i)[positive_[k]]);
    const Decision minus = layout_->class_at[positive_[k]];
    duals.push_back({own(i), minus, static_cast<double>(layout_->scale(own(i), minus)), beta});
    mass += beta;
  }
  if (this->problem_.slack_power == 2 || mass <= this->problem_.C[i]) return;
  for (DualVariable& v : duals) v.beta *= this->problem_.C[i] / mass;
}

template <class Real>
const Duals& TreeVisits<Real>::duals() {
  for (std::size_t i = 0; i < this->duals_.size(); ++i) copy_duals(i);
  return this->duals_;
}

// ---- Weights

template <class Real>
void TreeVisits<Real>::add_to_weights(const Duals& duals) {
  order_by_place();
  for (std::size_t i = 0; i < duals.size(); ++i) {
    if (duals[i].empty()) continue;
    std::fill(change_.begin(), change_.end(), Real{0});
    touched_.clear();
    double moved = 0;
    for (const DualVariable& v : duals[i]) {
      set_change(v.minus, -v.scale * v.beta);
      moved += v.scale * v.beta;
    }
    set_change(own(i), moved);
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    add_change(i, touched_);
  }
}

template <class Real>
void TreeVisits<Real>::set_change(Decision d, double flow) {
  const auto& c = layout_->classes[d];
  change_[c.place] = static_cast<Real>(c.strength * flow);
  touched_.push_back(static_cast<std::uint32_t>(c.place / block_units<Real>));
}

// The change of a step, which starts from `scores_`; that of the label was added up from others.
template <class Real>
void TreeVisits<Real>::record_and_add(std::size_t i, std::span<const std::uint32_t> blocks,
                                      double added_up) {
  rounding_.record({change_.data(), scores_.data(), blocks, this->backend_.squared_length(i)},
                   layout_->classes[own(i)].place, added_up, this->backend_.version());
  add_change(i, blocks);
}

template <class Real>
void TreeVisits<Real>::add_change(std::size_t i, std::span<const std::uint32_t> blocks) {
  add_to_rows<Real>(this->backend_.dense_rows(), layout_->places, this->problem_.rows.row(i),
                    change_.data(), blocks);
  this->backend_.count_change();
}

// Rows become shorter and move to the front, or longer: in an order in which none is overwritten
// before it has moved. Rows that are zero where they go, too, are not written: they would become
// real memory.
template <class Real>
template <class Rewrite>
void TreeVisits<Real>::rewrite_row(std::size_t feature, std::size_t old_size, std::size_t new_size,
                                   Rewrite rewrite) {
  const auto is_zero = [](const Real* row, std::size_t size) {
    return std::all_of(row, row + size, [](Real w) { return w == 0; });
  };
  const Real* from = this->backend_.dense_rows() + feature * old_size;
  Real* to = this->backend_.dense_rows() + feature * new_size;
  const bool was_zero = is_zero(from, old_size);
  if (was_zero && is_zero(to, new_size)) return;
  std::copy_n(from, old_size, scores_.data());
  std::fill_n(to, new_size, Real{0});
  if (!was_zero) rewrite(scores_.data(), to);
}

template <class Real>
void TreeVisits<Real>::order_by_place() {
  const TreeTables<Real>& t = *layout_;
  const std::size_t features = this->backend_.weights().features();
  if (is_by_place_) return;
  is_by_place_ = true;
  by_place_ = view_by_place();
  if (this->backend_.is_zero()) return;
  for (std::size_t j = 0; j < features; ++j) {
    rewrite_row(j, this->backend_.raw_size(), t.places, [&t](const Real* before, Real* weights) {
      for (const auto& c : t.classes) weights[c.place] = before[c.unit];
    });
  }
  count_other_order();
}

template <class Real>
void TreeVisits<Real>::complete_weights() {
  const TreeTables<Real>& t = *layout_;
  if (!is_by_place_) return;
  is_by_place_ = false;
  squared_norm_ = 0;
  if (this->backend_.is_zero()) return;
  for (std::size_t j = this->backend_.weights().features(); j-- > 0;) {
    rewrite_row(j, t.places, this->backend_.raw_size(), [&](const Real* before, Real* weights) {
      squared_norm_ += squared_norm_of_places(t, scratch_, before);
      for (const auto& c : t.classes) weights[c.unit] = before[c.place];
      for (std::size_t v = 0; v < t.root; ++v) {
        if (t.strength[v] > 0) weights[t.unit[v]] = t.strength[v] * scratch_.below[v];
      }
    });
  }
  count_other_order();
}

template <class Real>
void TreeVisits<Real>::count_other_order() {
  const std::uint64_t before = this->backend_.version();
  this->backend_.count_change();
  rounding_.follow(before, this->backend_.version());
}

// An inner unit's weights are sums of those of the classes below it, and so are their errors.
template <class Real>
std::optional<double> TreeVisits<Real>::squared_drift() const {
  const TreeTables<Real>& t = *layout_;
  if (!rounding_.is_known(this->backend_.version())) return std::nullopt;
  double total = 0;
  std::vector<double> of_nodes(t.nodes);
  for (const auto& c : t.classes) {
    const double moved = rounding_.moved(c.place);
    total += moved * moved;
    of_nodes[c.home] += c.factor / c.strength * moved;
  }
  for (std::size_t v = t.root; v-- > 0;) {
    of_nodes[static_cast<std::size_t>(t.parent[v])] += of_nodes[v];
    const double moved = static_cast<double>(t.strength[v]) * of_nodes[v];
    total += moved * moved;
  }
  return total;
}

// The last check is followed by complete weights: both take one pass over the rows.
template <class Real>
std::optional<Certificate> TreeVisits<Real>::certify(double drift, ThreadPool& pool) {
  if (!is_by_place_ || this->problem_.constant != 0) return std::nullopt;
  const std::vector<BoundParts> parts =
      bounds_by_place<Real>(this->problem_, *layout_, by_place_, row(0), pool);
  complete_weights();
  return bounds_of(this->problem_, std::span(parts), 0.5 * squared_norm_, drift);
}

// Weights of a constant may have an anchor.
template <class Real>
std::optional<double> TreeVisits<Real>::squared_distance() {
  if (!is_by_place_ || this->problem_.constant != 0) return std::nullopt;
  double total = 0;
  for (std::size_t j = 0; j < by_place_.features; ++j) {
    total += squared_norm_of_places(*layout_, scratch_, by_place_.data + j * by_place_.stride);
  }
  return total;
}

template <class Real>
void TreeVisits<Real>::state(State& s) {
  s(pages_, nonzero_duals_, rounding_, is_by_place_, squared_norm_);
  if (is_by_place_) by_place_ = view_by_place();
}

template class TreeVisits<float>;
template class TreeVisits<double>;

}  // namespace clade::detail
