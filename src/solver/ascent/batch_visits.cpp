#include "solver/ascent/batch_visits.h"

#include <algorithm>

namespace clade {

static_assert(tile_block == block_units<float>);

BatchVisits::BatchVisits(const Problem<float>& problem, const DecisionGroups& groups,
                         const ScanTables<float>& tables, const DecisionScores<float>& map,
                         const ClassGram& gram, SplitBackend& backend, ThreadPool& pool)
    : problem_(problem),
      backend_(backend),
      pool_(pool),
      scorer_(backend.weights()),
      shared_units_(BeamLook::is_for(problem, groups) ? groups.shared_end() : 0),
      rare_(std::min(largest, problem.rows.size()) * backend.raw_size()),
      working_sets_(largest),
      inner_products_(block_size * block_size),
      share_changes_(largest) {
  for (std::size_t b = 0; b < block_size; ++b) {
    visitors_.push_back(
        std::make_unique<Visitor<SplitBackend>>(problem, tables, map, gram, backend));
    visitors_.back()->take_up_most(BeamLook::most_new);
    lanes_.emplace_back(problem.score_map.units());
    lanes_.back().needs.resize(backend.raw_size() / tile_block);
    if (shared_units_ > 0) looks_.emplace_back(problem, groups, backend);
  }
  const SplitRows& rows = backend.weights().rows();
  changed_.resize(rows.features() - rows.frequent_count());
  set_looks(Looks::all);
}

void BatchVisits::set_looks(Looks looks) {
  const bool is_partial = looks == Looks::promising && can_be_promising();
  const std::size_t units = is_partial ? shared_units_ : backend_.raw_size();
  if (units == scored_units_) return;
  scored_units_ = units;
  raw_ = AlignedArray<float>();
  raw_ = AlignedArray<float>(std::min(largest, problem_.rows.size()) * units);
}

void BatchVisits::operator()(Instances instances, Duals& duals, std::span<VisitReport> reports) {
  scorer_(instances, rare_.data(), scored_units_, raw_.data(), pool_);
  choose(instances, duals, reports);
  for (std::size_t first = 0; first < instances.size(); first += block_size) {
    visit_block(instances, first, duals, reports);
  }
  forget_changes();
}

void BatchVisits::choose(Instances instances, const Duals& duals, std::span<VisitReport> reports) {
  const std::size_t part = (instances.size() + block_size - 1) / block_size;
  pool_.for_blocks(block_size, [&](std::size_t lane) {
    for (std::size_t k = lane * part; k < std::min(instances.size(), (lane + 1) * part); ++k) {
      reports[k] = look(lane, instances[k], k, duals[instances[k]]);
    }
  });
}

VisitReport BatchVisits::look(std::size_t lane, std::size_t instance, std::size_t place,
                              std::span<const DualVariable> duals) {
  float* raw = raw_.data() + place * scored_units_;
  if (scored_units_ == shared_units_) {
    const float* rare = rare_.data() + place * backend_.raw_size();
    return looks_[lane](instance, duals, raw, rare, working_sets_[place]);
  }
  Visitor<SplitBackend>& visitor = *visitors_[lane];
  visitor.look_at(instance, duals, raw);
  const auto chosen = visitor.working_set();
  working_sets_[place].assign(chosen.begin(), chosen.end());
  return visitor.report();
}

void BatchVisits::visit_block(Instances instances, std::size_t first, Duals& duals,
                              std::span<VisitReport> reports) {
  const Instances block = instances.subspan(first, std::min(block_size, instances.size() - first));
  pool_.for_blocks(block.size(), [&](std::size_t a) {
    prepare(a, block[a], first + a, reports[first + a]);
    for (std::size_t b = 0; b < a; ++b) {
      inner_products_[a * block_size + b] = backend_.inner_product(block[a], block[b]);
    }
  });
  for (std::size_t a = 0; a < block.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      visitors_[a]->correct(*visitors_[b], inner_products_[a * block_size + b]);
    }
    reports[first + a] = visitors_[a]->step(block[a], duals[block[a]]);
  }
  write_block(block, first, duals);
}

// The scores of a working set: what the rare features gave at the start of the batch, what changed
// since, and the rows of the frequent ones.
void BatchVisits::prepare(std::size_t lane, std::size_t instance, std::size_t place,
                          const VisitReport& report) {
  visitors_[lane]->take(working_sets_[place], report);
  find_blocks(lane, place);
  float* raw = visitors_[lane]->raw();
  const float* rare = rare_.data() + place * backend_.raw_size();
  for (const std::uint32_t b : lanes_[lane].blocks) {
    std::copy_n(rare + b * tile_block, tile_block, raw + b * tile_block);
  }
  add_changed_neighbours(lane, instance);
  backend_.weights().add_frequent(instance, lanes_[lane].blocks, raw);
}

// Those with the units of a working set.
void BatchVisits::find_blocks(std::size_t lane, std::size_t place) {
  auto& [sums, share, blocks, needs, products, changed] = lanes_[lane];
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
  auto& [sums, share, blocks, needs, products, changed] = lanes_[lane];
  changed.clear();
  for (const Feature& x : backend_.weights().rows().rare(instance)) {
    for (const Changed& other : changed_[x.index]) {
      if (products[other.place] == 0) changed.push_back(other.place);
      products[other.place] += x.value * other.value;
    }
  }
  float* raw = visitors_[lane]->raw();
  for (const std::uint32_t other : changed) {
    for (const UnitShare& s : share_changes_[other]) raw[s.unit] += products[other] * s.value;
    products[other] = 0;
  }
}

// What the steps of a block have changed.
void BatchVisits::write_block(Instances block, std::size_t first, const Duals& duals) {
  changes_.clear();
  for (std::size_t a = 0; a < block.size(); ++a) {
    if (!visitors_[a]->has_change()) continue;
    const InstanceChange<float> change = visitors_[a]->change(block[a]);
    changes_.push_back({block[a], change.values, change.blocks});
    keep_change(block[a], first + a, change);
  }
  backend_.add(changes_);
  pool_.for_blocks(block.size(), [&](std::size_t a) {
    if (!visitors_[a]->has_change()) return;
    set_share(a, block[a], duals[block[a]]);
    visitors_[a]->forget_change();
  });
}

// u_i = sum_c scale_c beta_c M'a_c
void BatchVisits::set_share(std::size_t lane, std::size_t instance,
                            std::span<const DualVariable> duals) {
  UnitChange<float>& sums = lanes_[lane].sums;
  std::vector<UnitShare>& share = lanes_[lane].share;
  for (const DualVariable& v : duals) {
    if (v.plus != constant_zero) sums.add(problem_.score_map, v.plus, v.scale * v.beta);
    if (v.minus != constant_zero) sums.add(problem_.score_map, v.minus, -v.scale * v.beta);
  }
  share.clear();
  for (const std::uint32_t b : sums.blocks()) {
    for (std::uint32_t u = b * tile_block; u < (b + 1) * tile_block; ++u) {
      if (sums.values()[u] != 0) share.push_back({u, sums.values()[u]});
    }
  }
  backend_.weights().set_share(instance, share);
  sums.clear();
}

void BatchVisits::keep_change(std::size_t instance, std::size_t place,
                              const InstanceChange<float>& change) {
  auto& kept = share_changes_[place];
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

void BatchVisits::rebuild_weights(const Duals& duals) {
  backend_.reset();
  for (std::size_t first = 0; first < duals.size(); first += block_size) {
    const std::size_t size = std::min(block_size, duals.size() - first);
    pool_.for_blocks(size, [&](std::size_t a) {
      if (duals[first + a].empty()) return;
      visitors_[a]->take_share(duals[first + a]);
      set_share(a, first + a, duals[first + a]);
    });
    changes_.clear();
    for (std::size_t a = 0; a < size; ++a) {
      if (!visitors_[a]->has_change()) continue;
      const InstanceChange<float> change = visitors_[a]->change(first + a);
      changes_.push_back({change.instance, change.values, change.blocks});
    }
    backend_.add(changes_);
    for (std::size_t a = 0; a < size; ++a) visitors_[a]->forget_change();
  }
}

}  // namespace clade
