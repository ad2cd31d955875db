#include "solver/ascent/batch_visits.h"

#include <algorithm>

namespace clade::detail {
namespace {

static_assert(tile_units == block_units<float>);

// A batch is scored with weights that are older by itself: at most by this part of what was
// visited, and of an epoch.
constexpr std::uint64_t batches_per_visits = 8;
constexpr std::size_t batches_per_epoch = 64;
constexpr std::size_t smallest_batch = 64;
// Far from the solution nearly all of the gap is in the promising classes. Nearer to it small
// violations of many others make up the most of it.
constexpr double gap_for_all = 0.3;
// Until then half precision chooses well enough: it moves gradients by some 1e-4.
constexpr double gap_for_halves = 0.005;

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
      group_tables_(GroupTables::make(tables.problem, backend.groups(), pool)),
      contribution_changes_(largest) {
  for (std::size_t a = 0; a < all_lanes; ++a) {
    updates_.push_back(std::make_unique<InstanceUpdate<float>>(tables, backend.raw_size()));
    updates_.back()->set_most_new(BeamSelection::most_new);
    lanes_.emplace_back(problem_.score_map.units());
    lanes_.back().is_read.resize(backend.raw_size() / tile_units);
  }
  for (std::size_t part = 0; part < lanes; ++part) {
    if (shared_units_ > 0) promising_.emplace_back(problem_, backend);
    if (group_tables_ != nullptr) by_groups_.emplace_back(*group_tables_, BeamSelection::most_new);
  }
  const HybridRows& rows = backend.weights().rows();
  changed_.resize(rows.features() - rows.frequent_count());
  score_units(promising_.empty() ? backend.raw_size() : shared_units_);
}

void BatchVisits::adapt_to(double expected_gap) {
  if (expected_gap <= gap_for_all) score_units(backend_.raw_size());
  const bool in_halves = sees_all() && expected_gap > gap_for_halves;
  half_scale_ = in_halves ? backend_.weights().scale_for_halves(pool_) : 0;
}

void BatchVisits::state(State& s) {
  std::size_t units = scored_units_;
  s(duals_, units, half_scale_);
  score_units(units);
}

void BatchVisits::score_units(std::size_t units) {
  if (units == scored_units_) return;
  scored_units_ = units;
  raw_ = ZeroedArray<float>();
  raw_ = ZeroedArray<float>(std::min(largest, problem_.rows.size()) * units);
}

std::size_t BatchVisits::block_size(std::uint64_t visits_so_far) const {
  const std::uint64_t most = std::clamp(duals_.size() / batches_per_epoch, smallest_batch, largest);
  return std::clamp<std::uint64_t>(visits_so_far / batches_per_visits, smallest_batch, most);
}

void BatchVisits::visit(Instances order, std::size_t first, std::size_t count, VisitLog& log) {
  const Instances instances = order.subspan(first, count);
  scorer_(instances, rare_.data(), scored_units_, raw_.data(), pool_, half_scale_);
  select_all(instances);
  Block block = block_of(instances, 0);
  pool_.for_blocks(block.size(), [&](std::size_t a) { prepare(block, a); });
  for (std::size_t number = 0; block.size() > 0; ++number) {
    const Block next = block_of(instances, number + 1);
    pool_.for_blocks(1 + next.size(), [&](std::size_t task) {
      if (task == 0) return take_steps(block);
      prepare(next, task - 1);
    });
    write(block, next);
    block = next;
  }
  forget_changes();
  for (std::size_t k = 0; k < count; ++k) log.record(first + k, instances[k], reports_[k]);
}

BatchVisits::Block BatchVisits::block_of(Instances instances, std::size_t number) {
  const std::size_t first = std::min(number * lanes, instances.size());
  return {instances.subspan(first, std::min(lanes, instances.size() - first)), first,
          number % 2 * lanes};
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
  if (!by_groups_.empty()) {
    return by_groups_[lane](instance, duals_[instance], raw, working_sets_[place]);
  }
  InstanceUpdate<float>& update = *updates_[lane];
  update.score_and_select(instance, duals_[instance], raw);
  const auto selected = update.working_set();
  working_sets_[place].assign(selected.begin(), selected.end());
  return update.report();
}

// The scores of a working set: what the rare features gave at the start of the batch, what changed
// since, and the rows of the frequent ones.
void BatchVisits::prepare(const Block& block, std::size_t a) {
  const std::size_t lane = block.first_lane + a, place = block.first + a;
  const std::size_t instance = block.instances[a];
  updates_[lane]->clear_change();
  updates_[lane]->set_working_set(working_sets_[place], reports_[place]);
  find_blocks(lane, place);
  float* raw = updates_[lane]->raw();
  const float* rare = rare_.data() + place * backend_.raw_size();
  for (const std::uint32_t b : lanes_[lane].blocks) {
    std::copy_n(rare + b * tile_units, tile_units, raw + b * tile_units);
  }
  add_changed_neighbours(lane, instance);
  backend_.weights().add_frequent(instance, lanes_[lane].blocks, raw);
  for (std::size_t b = 0; b < a; ++b) {
    lanes_[lane].inner_products[b] = backend_.inner_product(instance, block.instances[b]);
  }
}

// Those with the units of a working set.
void BatchVisits::find_blocks(std::size_t lane, std::size_t place) {
  std::vector<std::uint32_t>& blocks = lanes_[lane].blocks;
  std::vector<std::uint8_t>& is_read = lanes_[lane].is_read;
  for (const std::uint32_t b : blocks) is_read[b] = 0;
  blocks.clear();
  const auto add = [&](Decision decision) {
    for (const Attribute& a : problem_.score_map.of(decision)) {
      const auto b = static_cast<std::uint32_t>(index_of(a.unit) / tile_units);
      if (is_read[b] != 0) continue;
      is_read[b] = 1;
      blocks.push_back(b);
    }
  };
  Decision plus = constant_zero;
  for (const DualVariable& v : working_sets_[place]) {
    if (v.plus != plus && v.plus != constant_zero) add(v.plus);
    if (v.minus != constant_zero) add(v.minus);
    plus = v.plus;
  }
  std::sort(blocks.begin(), blocks.end());
}

void BatchVisits::add_changed_neighbours(std::size_t lane, std::size_t instance) {
  std::vector<float>& products = lanes_[lane].products;
  std::vector<std::uint32_t>& changed = lanes_[lane].changed;
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

void BatchVisits::take_steps(const Block& block) {
  for (std::size_t a = 0; a < block.size(); ++a) {
    const std::size_t lane = block.first_lane + a, instance = block.instances[a];
    const Lane& own = lanes_[lane];
    for (std::size_t b = 0; b < a; ++b) {
      updates_[lane]->correct(*updates_[block.first_lane + b], own.inner_products[b], own.is_read);
    }
    reports_[block.first + a] =
        updates_[lane]->step(instance, duals_[instance], backend_.squared_length(instance));
    updates_[lane]->round_change();
  }
}

// What the steps of a block have changed: in the weights, and in the scores of the next block.
void BatchVisits::write(const Block& block, const Block& next) {
  changes_.clear();
  for (std::size_t a = 0; a < block.size(); ++a) {
    const InstanceUpdate<float>& update = *updates_[block.first_lane + a];
    if (!update.has_change()) continue;
    const InstanceChange<float> change = update.rounded_change(block.instances[a]);
    changes_.push_back({change.instance, change.values, change.blocks});
  }
  constexpr std::size_t parts = HybridWeights::parts_of_changes;
  const std::size_t corrections = 1 + parts, contributions = corrections + next.size();
  pool_.for_blocks(contributions + block.size(), [&](std::size_t task) {
    if (task == 0) return list_changes(block);
    if (task < corrections) return backend_.weights().add_part(changes_, task - 1);
    if (task < contributions) return correct(block, next, task - corrections);
    const std::size_t a = task - contributions, lane = block.first_lane + a;
    if (!updates_[lane]->has_change()) return;
    keep_change(lane, block.first + a);
    set_contribution(lane, block.instances[a], duals_[block.instances[a]]);
  });
}

// What the block before has changed in the scores of one instance.
void BatchVisits::correct(const Block& earlier, const Block& block, std::size_t a) {
  const std::size_t lane = block.first_lane + a;
  for (std::size_t b = 0; b < earlier.size(); ++b) {
    const InstanceUpdate<float>& update = *updates_[earlier.first_lane + b];
    if (!update.has_change()) continue;
    const double product = backend_.inner_product(block.instances[a], earlier.instances[b]);
    updates_[lane]->correct(update, product, lanes_[lane].is_read);
  }
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
    for (std::uint32_t u = b * tile_units; u < (b + 1) * tile_units; ++u) {
      if (sums.values()[u] != 0) contribution.push_back({u, sums.values()[u]});
    }
  }
  backend_.weights().set_share(instance, contribution);
  sums.clear();
}

void BatchVisits::keep_change(std::size_t lane, std::size_t place) {
  const InstanceChange<float> change = updates_[lane]->rounded_change(0);
  std::vector<UnitShare>& kept = contribution_changes_[place];
  kept.clear();
  for (const std::uint32_t b : change.blocks) {
    for (std::uint32_t u = b * tile_units; u < (b + 1) * tile_units; ++u) {
      if (change.values[u] != 0) kept.push_back({u, change.values[u]});
    }
  }
}

void BatchVisits::list_changes(const Block& block) {
  for (std::size_t a = 0; a < block.size(); ++a) {
    if (!updates_[block.first_lane + a]->has_change()) continue;
    const auto place = static_cast<std::uint32_t>(block.first + a);
    for (const Feature& x : backend_.weights().rows().rare(block.instances[a])) {
      if (changed_[x.index].empty()) touched_.push_back(x.index);
      changed_[x.index].push_back({place, x.value});
    }
  }
}

void BatchVisits::forget_changes() {
  for (const std::uint32_t feature : touched_) changed_[feature].clear();
  touched_.clear();
  for (const auto& update : updates_) update->clear_change();
}

void BatchVisits::add_to_weights(const Duals& duals) {
  for (std::size_t first = 0; first < duals.size(); first += all_lanes) {
    const std::size_t size = std::min(all_lanes, duals.size() - first);
    pool_.for_blocks(size, [&](std::size_t a) {
      updates_[a]->clear_change();
      if (duals[first + a].empty()) return;
      updates_[a]->add_contribution(duals[first + a]);
      updates_[a]->round_change();
      set_contribution(a, first + a, duals[first + a]);
    });
    changes_.clear();
    for (std::size_t a = 0; a < size; ++a) {
      if (!updates_[a]->has_change()) continue;
      const InstanceChange<float> change = updates_[a]->rounded_change(first + a);
      changes_.push_back({change.instance, change.values, change.blocks});
    }
    backend_.add(changes_);
  }
  for (const auto& update : updates_) update->clear_change();
}

}  // namespace clade::detail
