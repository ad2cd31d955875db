#include "measure/stratified_parts.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "base/random.h"

namespace clade::detail {

namespace {

using Group = std::vector<std::size_t>;  // records with the same content

std::vector<Group> groups_of(const Records& records) {
  std::vector<Group> groups;
  std::unordered_map<std::uint64_t, std::size_t> known;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint64_t content = records.fingerprints.empty() ? 0 : records.fingerprints[i];
    if (content == 0) {
      groups.push_back({i});
      continue;
    }
    const auto [entry, is_new] = known.try_emplace(content, groups.size());
    if (is_new) groups.emplace_back();
    groups[entry->second].push_back(i);
  }
  return groups;
}

std::vector<std::size_t> records_by_label(const Records& records) {
  std::vector<std::size_t> count(records.label_names.size(), 0);
  for (const std::uint32_t label : records.labels) ++count[label];
  return count;
}

// The groups by the rarest of their labels; last those without a label.
std::vector<std::vector<std::size_t>> groups_by_label(const Records& records,
                                                      const std::vector<Group>& groups) {
  const std::vector<std::size_t> count = records_by_label(records);
  std::vector<std::vector<std::size_t>> members(count.size() + 1);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::size_t rarest = count.size();
    for (const std::size_t i : groups[g]) {
      for (const std::uint32_t label : records.labels_of(i)) {
        if (rarest == count.size() || count[label] < count[rarest]) rarest = label;
      }
    }
    members[rarest].push_back(g);
  }
  return members;
}

// Deals out the groups of one class after the other. What a part is short of in one class it is
// given in the next.
class Dealer {
 public:
  explicit Dealer(std::span<const double> fractions)
      : fractions_(fractions), owed_(fractions.size(), 0) {}

  std::size_t next_part() const {
    std::size_t best = 0;
    for (std::size_t p = 1; p < owed_.size(); ++p) {
      if (owed_[p] > owed_[best] + tie) best = p;
    }
    return best;
  }
  void begin_class(std::size_t size) {
    for (std::size_t p = 0; p < owed_.size(); ++p) {
      owed_[p] += fractions_[p] * static_cast<double>(size);
    }
  }
  void give(std::size_t part, std::size_t size) { owed_[part] -= static_cast<double>(size); }

 private:
  static constexpr double tie = 1e-9;
  std::span<const double> fractions_;
  std::vector<double> owed_;
};

// Labels that are in no record of the first part get one there.
void complete_first_part(const Records& records, const std::vector<Group>& groups,
                         std::vector<std::size_t>& part_of_group) {
  std::vector<bool> has(records.label_names.size(), false);
  const auto mark = [&](const Group& group) {
    for (const std::size_t i : group) {
      for (const std::uint32_t label : records.labels_of(i)) has[label] = true;
    }
  };
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (part_of_group[g] == 0) mark(groups[g]);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const bool is_needed = part_of_group[g] != 0 &&
                           std::any_of(groups[g].begin(), groups[g].end(), [&](std::size_t i) {
                             const auto labels = records.labels_of(i);
                             return std::any_of(labels.begin(), labels.end(),
                                                [&](std::uint32_t label) { return !has[label]; });
                           });
    if (!is_needed) continue;
    part_of_group[g] = 0;
    mark(groups[g]);
  }
}

}  // namespace

std::vector<std::uint32_t> stratified_parts(const Records& records,
                                            std::span<const double> fractions, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Group> groups = groups_of(records);
  std::vector<std::vector<std::size_t>> classes = groups_by_label(records, groups);
  // Small classes first: what they cannot share out the large ones make good.
  std::stable_sort(classes.begin(), classes.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::vector<std::size_t> part_of_group(groups.size(), 0);
  Dealer dealer(fractions);
  for (std::vector<std::size_t>& members : classes) {
    random.shuffle(std::span(members));
    std::size_t size = 0;
    for (const std::size_t g : members) size += groups[g].size();
    dealer.begin_class(size);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const std::size_t g = members[k];
      part_of_group[g] = k == 0 ? 0 : dealer.next_part();
      dealer.give(part_of_group[g], groups[g].size());
    }
  }
  complete_first_part(records, groups, part_of_group);
  std::vector<std::uint32_t> part(records.size(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t i : groups[g]) part[i] = static_cast<std::uint32_t>(part_of_group[g]);
  }
  return part;
}

}  // namespace clade::detail
