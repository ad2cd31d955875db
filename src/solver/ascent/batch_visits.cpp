#include "solver/ascent/batch_visits.h"

#include <algorithm>

namespace clade::detail {
namespace {

static_assert(tile_block == block_units<float>);

// A batch is scored with weights that are older by itself: at most by this part of what was
// visited, and of an epoch.
constexpr std::uint64_t batches_per_visits = 8;
constexpr std::size_t batches_per_epoch = 64;
constexpr std::size_t smallest_batch = 64;
// Far from the solution nearly all of the gap is in the promising classes. Nearer to it small
// violations of many others make up the most of it.
constexpr double gap_for_all = 0.3;

}  // namespace

BatchVisits::BatchVisits(const ProblemTables<float>& tables, HybridBackend& backend,
                         ThreadPool& pool)
    : Visits(tables.problem.rows.size()),
      problem_(tables.problem),
      backend_(backend),
      pool_(pool),
      scorer_(backend.weights()),
      shared_units_(BeamSelection::should_use(tables.problem, backend.groups())
                        ? backend.groups().shared_end()
                        : 0),
      rare_(std::min(largest, problem_.rows.size()) * backend.raw_size()),
      reports_(largest),
      working_sets_(largest),
      inner_products_(lanes * lanes),
      contribution_changes_(largest) {
  for (std::size_t b = 0; b < lanes; ++b) {
    updates_.push_back(std::make_unique<InstanceUpdate<float>>(tables, backend.raw_size()));
    updates_.back()->set_most_new(BeamSelection::most_new);
    lanes_.emplace_back(problem_.score_map.units());
    lanes_.back().needs.resize(backend.raw_size() / tile_block);
    if (shared_units_ > 0) promising_.emplace_back(problem_, backend);
  }
  const HybridRows& rows = backend.weights().rows();
  changed_.resize(rows.features() - rows.frequent_count());
  score_units(promising_.empty() ? backend.raw_size() : shared_units_);
}

void BatchVisits::adapt_to(double expected_gap) {
  if (expected_gap <= gap_for_all) score_units(backend_.raw_size());
}

void BatchVisits::score_units(std::size_t units) {
  if (units == scored_units_) return;
  scored_units_ = units;
  raw_ = AlignedArray<float>();
  raw_ = AlignedArray<float>(std::min(largest, problem_.rows.size()) * units);
}

std::size_t BatchVisits::block_size(std::uint64_t visits_so_far) const {
  const std::uint64_t most = std::clamp(duals_.size() / batches_per_epoch, smallest_batch, largest);
  return std::clamp<std::uint64_t>(visits_so_far / batches_per_visits, smallest_batch, most);
}

void BatchVisits::visit(Instances order, std::size_t first, std::size_t count, VisitLog& log) {
  const Instances instances = order.subspan(first, count);
  scorer_(instances, rare_.data(), scored_units_, raw_.data(), pool_);
  select_all(instances);
  for (std::size_t begin = 0; begin < count; begin += lanes) visit_block(instances, begin);
  forget_changes();
  for (std::size_t k = 0; k < count; ++k) log.record(first + k, instances[k], reports_[k]);
}

void BatchVisits::select_all(Instances instances) {
  const std::size_t part = (instances.size() + lanes - 1) / lanes;
  pool_.for_blocks(lanes, [&](std::size_t lane) {
    for (std::size_t k = lane * part; k < std::min(instances.size(), (lane + 1) * part); ++k) {
      reports_[k] = select(lane, instances[k], k);
    }
  });
}

VisitReport BatchVisits::select(std::size_t lane, std::size_t instance, std::size_t place) {
  float* raw = raw_.data() + place * scored_units_;
  if (!sees_all()) {
    const float* rare = rare_.data() + place * backend_.raw_size();
    return promising_[lane](instance, duals_[instance], raw, rare, working_sets_[place]);
  }
  InstanceUpdate<float>& update = *updates_[lane];
  update.score_and_select(instance, duals_[instance], raw);
  const auto selected = update.working_set();
  working_sets_[place].assign(selected.begin(), selected.end());
  return update.report();
}

void BatchVisits::visit_block(Instances instances, std::size_t first) {
  const Instances block = instances.subspan(first, std::min(lanes, instances.size() - first));
  pool_.for_blocks(block.size(), [&](std::size_t a) {
    prepare(a, block[a], first + a);
    for (std::size_t b = 0; b < a; ++b) {
      inner_products_[a * lanes + b] = backend_.inner_product(block[a], block[b]);
    }
  });
  for (std::size_t a = 0; a < block.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      updates_[a]->correct(*updates_[b], inner_products_[a * lanes + b]);
    }
    reports_[first + a] =
        updates_[a]->step(block[a], duals_[block[a]], backend_.squared_length(block[a]));
  }
  write_block(block, first);
}

// The scores of a working set: what the rare features gave at the start of the batch, what changed
// since, and the rows of the frequent ones.
void BatchVisits::prepare(std::size_t lane, std::size_t instance, std::size_t place) {
  updates_[lane]->set_working_set(working_sets_[place], reports_[place]);
  find_blocks(lane, place);
  float* raw = updates_[lane]->raw();
  const float* rare = rare_.data() + place * backend_.raw_size();
  for (const std::uint32_t b : lanes_[lane].blocks) {
    std::copy_n(rare + b * tile_block, tile_block, raw + b * tile_block);
  }
  add_changed_neighbours(lane, instance);
  backend_.weights().add_frequent(instance, lanes_[lane].blocks, raw);
}

// Those with the units of a working set.
void BatchVisits::find_blocks(std::size_t lane, std::size_t place) {
  auto& [sums, contribution, blocks, needs, products, changed] = lanes_[lane];
  blocks.clear();
  const auto add = [&](Decision decision) {
    for (const Attribute& a : problem_.score_map.of(decision)) {
      const auto b = static_cast<std::uint32_t>(index_of(a.unit) / tile_block);
      if (needs[b] != 0) continue;
      needs[b] = 1;
      blocks.push_back(b);
    }
  };
  for (const DualVariable& v : working_sets_[place]) {
    if (v.plus != constant_zero) add(v.plus);
    if (v.minus != constant_zero) add(v.minus);
  }
  std::sort(blocks.begin(), blocks.end());
  for (const std::uint32_t b : blocks) needs[b] = 0;
}

void BatchVisits::add_changed_neighbours(std::size_t lane, std::size_t instance) {
  auto& [sums, contribution, blocks, needs, products, changed] = lanes_[lane];
  changed.clear();
  for (const Feature& x : backend_.weights().rows().rare(instance)) {
    for (const Changed& other : changed_[x.index]) {
      if (products[other.place] == 0) changed.push_back(other.place);
      products[other.place] += x.value * other.value;
    }
  }
  float* raw = updates_[lane]->raw();
  for (const std::uint32_t other : changed) {
    for (const UnitShare& s : contribution_changes_[other])
      raw[s.unit] += products[other] * s.value;
    products[other] = 0;
  }
}

// What the steps of a block have changed.
void BatchVisits::write_block(Instances block, std::size_t first) {
  changes_.clear();
  for (std::size_t a = 0; a < block.size(); ++a) {
    if (!updates_[a]->has_change()) continue;
    const InstanceChange<float> change = updates_[a]->change(block[a]);
    changes_.push_back({block[a], change.values, change.blocks});
    keep_change(block[a], first + a, change);
  }
  backend_.add(changes_);
  pool_.for_blocks(block.size(), [&](std::size_t a) {
    if (!updates_[a]->has_change()) return;
    set_contribution(a, block[a], duals_[block[a]]);
    updates_[a]->clear_change();
  });
}

// u_i = sum_c scale_c beta_c M'a_c
void BatchVisits::set_contribution(std::size_t lane, std::size_t instance,
                                   std::span<const DualVariable> duals) {
  UnitChange<float>& sums = lanes_[lane].sums;
  std::vector<UnitShare>& contribution = lanes_[lane].contribution;
  for (const DualVariable& v : duals) {
    if (v.plus != constant_zero) sums.add(problem_.score_map, v.plus, v.scale * v.beta);
    if (v.minus != constant_zero) sums.add(problem_.score_map, v.minus, -v.scale * v.beta);
  }
  contribution.clear();
  for (const std::uint32_t b : sums.blocks()) {
    for (std::uint32_t u = b * tile_block; u < (b + 1) * tile_block; ++u) {
      if (sums.values()[u] != 0) contribution.push_back({u, sums.values()[u]});
    }
  }
  backend_.weights().set_share(instance, contribution);
  sums.clear();
}

void BatchVisits::keep_change(std::size_t instance, std::size_t place,
                              const InstanceChange<float>& change) {
  auto& kept = contribution_changes_[place];
  kept.clear();
  for (const std::uint32_t b : change.blocks) {
    for (std::uint32_t u = b * tile_block; u < (b + 1) * tile_block; ++u) {
      if (change.values[u] != 0) kept.push_back({u, change.values[u]});
    }
  }
  for (const Feature& x : backend_.weights().rows().rare(instance)) {
    if (changed_[x.index].empty()) touched_.push_back(x.index);
    changed_[x.index].push_back({static_cast<std::uint32_t>(place), x.value});
  }
}

void BatchVisits::forget_changes() {
  for (const std::uint32_t feature : touched_) changed_[feature].clear();
  touched_.clear();
}

void BatchVisits::add_to_weights(const Duals& duals) {
  for (std::size_t first = 0; first < duals.size(); first += lanes) {
    const std::size_t size = std::min(lanes, duals.size() - first);
    pool_.for_blocks(size, [&](std::size_t a) {
      if (duals[first + a].empty()) return;
      updates_[a]->add_contribution(duals[first + a]);
      set_contribution(a, first + a, duals[first + a]);
    });
    changes_.clear();
    for (std::size_t a = 0; a < size; ++a) {
      if (!updates_[a]->has_change()) continue;
      const InstanceChange<float> change = updates_[a]->change(first + a);
      changes_.push_back({change.instance, change.values, change.blocks});
    }
    backend_.add(changes_);
    for (std::size_t a = 0; a < size; ++a) updates_[a]->clear_change();
  }
}

}  // namespace clade::detail
