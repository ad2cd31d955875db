#include "solver/backend/decision_groups.h"

#include <algorithm>
#include <map>
#include <utility>

namespace clade::detail {
namespace {

std::vector<std::uint32_t> count_users(const ScoreMap& map) {
  std::vector<std::uint32_t> users(map.units());
  for (std::size_t d = 0; d < map.decisions(); ++d) {
    for (const Attribute& a : map.of(d)) ++users[index_of(a.unit)];
  }
  return users;
}

}  // namespace

DecisionGroups::DecisionGroups(const ScoreMap& map) {
  const std::vector<std::uint32_t> users = count_users(map);
  find_groups(map, users);
  number_units(map, users);
  Csr<Attribute> rows;
  for (std::size_t d = 0; d < map.decisions(); ++d) {
    std::vector<Attribute> row;
    for (const Attribute& a : map.of(d)) {
      row.push_back({UnitId{number_of_unit_[index_of(a.unit)]}, a.strength});
    }
    std::sort(row.begin(), row.end(),
              [](const Attribute& a, const Attribute& b) { return a.unit < b.unit; });
    rows.push_row(row);
  }
  std::size_t units = shared_end_;
  for (const std::uint32_t number : number_of_unit_) {
    units = std::max<std::size_t>(units, number + std::size_t{1});
  }
  map_ = ScoreMap(std::move(rows), units);
  const auto is_shared = [&](const Attribute& a) { return index_of(a.unit) < shared_end_; };
  for (std::size_t d = 0; d < map_.decisions(); ++d) {
    for (const Attribute& a : map_.of(d)) {
      if (!is_shared(a)) own_.push(a);
    }
    own_.end_row();
  }
  for (std::size_t g = 0; g < size(); ++g) {
    for (const Attribute& a : map_.of(members(g).front())) {
      if (is_shared(a)) shared_.push(a);
    }
    shared_.end_row();
  }
}

// Groups in the order of their first members.
void DecisionGroups::find_groups(const ScoreMap& map, std::span<const std::uint32_t> users) {
  using Key = std::vector<std::pair<std::uint32_t, double>>;
  std::map<Key, std::uint32_t> groups;
  group_of_.resize(map.decisions());
  for (std::size_t d = 0; d < map.decisions(); ++d) {
    Key key;
    for (const Attribute& a : map.of(d)) {
      if (users[index_of(a.unit)] < 2) continue;
      key.emplace_back(static_cast<std::uint32_t>(a.unit), a.strength);
    }
    const auto number = static_cast<std::uint32_t>(groups.size());
    group_of_[d] = groups.try_emplace(std::move(key), number).first->second;
  }
  std::vector<std::size_t> sizes(groups.size());
  for (const std::uint32_t g : group_of_) ++sizes[g];
  members_ = Csr<Decision>::of_sizes(sizes);
  std::fill(sizes.begin(), sizes.end(), 0);
  for (std::size_t d = 0; d < group_of_.size(); ++d) {
    const std::uint32_t g = group_of_[d];
    members_.row(g)[sizes[g]++] = static_cast<Decision>(d);
  }
}

void DecisionGroups::number_units(const ScoreMap& map, std::span<const std::uint32_t> users) {
  number_of_unit_.resize(map.units());
  std::uint32_t next = 0;
  for (std::size_t u = 0; u < users.size(); ++u) {
    if (users[u] != 1) number_of_unit_[u] = next++;
  }
  shared_end_ = (next + boundary - 1) / boundary * boundary;
  next = static_cast<std::uint32_t>(shared_end_);
  for (std::size_t g = 0; g < size(); ++g) {
    for (const Decision d : members(g)) {
      for (const Attribute& a : map.of(d)) {
        if (users[index_of(a.unit)] == 1) number_of_unit_[index_of(a.unit)] = next++;
      }
    }
  }
}

}  // namespace clade::detail
