#include "data/rank_records.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "data/record_subset.h"
#include "data/several_labels.h"

namespace clade::detail {

namespace {

std::string bytes_of(const FeatureNames& names) {
  std::string bytes;
  append_value<std::uint64_t>(names.size(), bytes);
  for (std::size_t n = 0; n < names.size(); ++n) {
    bytes += names.mark(n);
    append_text(names.name(n), bytes);
  }
  return bytes;
}

// Those of the ranks up to this one: later ranks add names behind them.
void agree_on_features(Records& records, Communicator& peers) {
  const std::vector<std::string> all = peers.gather(bytes_of(records.names));
  FeatureNames together;
  std::vector<std::uint32_t> own;
  for (std::size_t r = 0; r < all.size(); ++r) {
    ByteReader reader(all[r]);
    const bool is_own = static_cast<int>(r) == peers.rank();
    for (auto left = reader.value<std::uint64_t>(); left > 0; --left) {
      const char mark = reader.value<char>();
      const std::uint32_t index = together.add(mark, reader.text());
      if (is_own) own.push_back(index);
    }
  }
  if (!own.empty()) renumber_names(records.rows, own);
  records.names = std::move(together);
}

std::string bytes_of(const std::vector<LabelName>& labels) {
  std::string bytes;
  for (const LabelName& label : labels) {
    append_text(label.name, bytes);
    append_text(label.place, bytes);
  }
  return bytes;
}

void agree_on_labels(Records& records, Communicator& peers) {
  const std::vector<std::string> all = peers.gather(bytes_of(records.label_names));
  std::vector<LabelName> together;
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> own;
  for (std::size_t r = 0; r < all.size(); ++r) {
    ByteReader reader(all[r]);
    const bool is_own = static_cast<int>(r) == peers.rank();
    while (!reader.is_at_end()) {
      std::string name(reader.text()), place(reader.text());
      const auto [entry, is_new] =
          numbers.try_emplace(name, static_cast<std::uint32_t>(together.size()));
      if (is_new) together.push_back({std::move(name), std::move(place)});
      if (is_own) own.push_back(entry->second);
    }
  }
  for (std::uint32_t& label : records.labels) label = own[label];
  records.label_names = std::move(together);
}

template <class Real>
std::string bytes_of(const Dataset& data, const SparseRows<Real>& rows,
                     const std::vector<std::uint32_t>& examples) {
  std::string bytes;
  append_value<std::uint64_t>(examples.size(), bytes);
  for (const std::uint32_t i : examples) {
    append_value(data.weight(i), bytes);
    append_values(data.labels(i), bytes);
    append_values(rows.row(i), bytes);
  }
  return bytes;
}

template <class Real>
Dataset received(const std::vector<std::string>& parts, const Dataset& own,
                 const SparseRows<Real>& /*of this type*/) {
  SparseRows<Real> rows;
  Dataset::Labels labels;
  std::vector<double> weights;
  for (const std::string& bytes : parts) {
    ByteReader reader(bytes);
    for (auto left = reader.value<std::uint64_t>(); left > 0; --left) {
      weights.push_back(reader.value<double>());
      const std::vector<ClassId> of_example = reader.values<ClassId>();
      labels.classes.insert(labels.classes.end(), of_example.begin(), of_example.end());
      labels.offsets.push_back(labels.classes.size());
      for (const auto& feature : reader.values<BasicFeature<Real>>()) rows.push(feature);
      rows.end_row();
    }
  }
  return Dataset(std::move(rows), std::move(labels), std::move(weights), own.has_text());
}

}  // namespace

void agree_on_counts(Records& records, Communicator& peers) {
  if (peers.is_alone()) return;
  records.unknown_features = peers.sum(std::uint64_t{records.unknown_features});
  records.replaced_bytes = peers.sum(std::uint64_t{records.replaced_bytes});
  records.without_split = peers.sum(std::uint64_t{records.without_split});
  records.has_text = peers.any(records.has_text);
  records.has_splits = peers.any(records.has_splits);
  const bool has_weights = peers.any(!records.weights.empty());
  if (has_weights && records.weights.empty()) records.weights.assign(records.size(), 1.0);
  records.ids.clear();  // numbers would be those in the shard
}

void agree_on_ids(Records& records, Communicator& peers) {
  if (peers.is_alone()) return;
  if (peers.any(records.has_numbers_as_ids)) {
    fail(ErrorKind::usage,
         "some records have no id, and go by their number, which a rank does not know where others "
         "have one or are left out; give every record an id, or start it without mpirun");
  }
  std::uint64_t first = 0;
  const std::vector<std::uint64_t> sizes = peers.list(records.size());
  for (int r = 0; r < peers.rank(); ++r) first += sizes[static_cast<std::size_t>(r)];
  if (!records.ids.empty()) return;
  for (std::size_t i = 0; i < records.size(); ++i) records.ids.push_back(std::to_string(first + i));
}

void agree_on_names(Records& records, Communicator& peers) {
  if (peers.is_alone()) return;
  agree_on_features(records, peers);
  agree_on_labels(records, peers);
}

std::vector<std::uint32_t> union_of(const std::vector<std::uint32_t>& own, Communicator& peers) {
  if (peers.is_alone()) return own;
  std::string bytes;
  append_values<std::uint32_t>(own, bytes);
  std::vector<std::uint32_t> together;
  for (const std::string& of_rank : peers.gather(bytes)) {
    const std::vector<std::uint32_t> others = ByteReader(of_rank).values<std::uint32_t>();
    std::vector<std::uint32_t> before = std::exchange(together, {});
    std::set_union(before.begin(), before.end(), others.begin(), others.end(),
                   std::back_inserter(together));
  }
  return together;
}

FeatureIndex all_features(const FeatureIndex& own, Communicator& peers) {
  return FeatureIndex(union_of({own.indices().begin(), own.indices().end()}, peers));
}

std::vector<std::uint64_t> all_fingerprints(const Records& records, Communicator& peers) {
  if (peers.is_alone()) return records.fingerprints;
  std::string bytes;
  append_values<std::uint64_t>(records.fingerprints, bytes);
  std::vector<std::uint64_t> all;
  for (const std::string& of_rank : peers.gather(bytes)) {
    const std::vector<std::uint64_t> others = ByteReader(of_rank).values<std::uint64_t>();
    all.insert(all.end(), others.begin(), others.end());
  }
  return all;
}

Dataset exchange_examples(const Dataset& data,
                          const std::vector<std::vector<std::uint32_t>>& wanted,
                          Communicator& peers) {
  const auto exchange = [&](const auto& rows) {
    std::vector<std::string> to;
    for (const auto& examples : wanted) to.push_back(bytes_of(data, rows, examples));
    return received(peers.exchange(std::move(to)), data, rows);
  };
  Dataset result = std::visit(exchange, data.rows());
  if (data.whole() != nullptr) result.set_whole(*data.whole());
  return result;
}

Dataset dealt_out(const Dataset& data, Communicator& peers) {
  std::uint64_t number = 0;
  const std::vector<std::uint64_t> sizes = peers.list(data.size());
  for (int r = 0; r < peers.rank(); ++r) number += sizes[static_cast<std::size_t>(r)];
  const auto ranks = static_cast<std::uint64_t>(peers.size());
  std::vector<std::vector<std::uint32_t>> wanted(ranks);
  for (std::uint32_t i = 0; i < data.size(); ++i) wanted[(number + i) % ranks].push_back(i);
  return exchange_examples(data, wanted, peers);
}

WholeData whole_of(const Dataset& data, std::size_t classes, Communicator& peers) {
  WholeData whole;
  whole.examples_of_class.resize(classes);
  whole.weight_of_class.resize(classes);
  std::array<double, 3> sums{static_cast<double>(data.size())};
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) {
      whole.examples_of_class[index_of(c)] += 1;
      whole.weight_of_class[index_of(c)] += data.weight(i);
    }
    sums[1] += data.labels(i).size() > 1 ? 1 : 0;
    sums[2] += data.weight(i);
  }
  peers.sum(std::span(sums));
  peers.sum(std::span(whole.examples_of_class));
  peers.sum(std::span(whole.weight_of_class));
  whole.size = static_cast<std::size_t>(sums[0]);
  whole.with_several = static_cast<std::size_t>(sums[1]);
  whole.weight = sums[2];
  return whole;
}

}  // namespace clade::detail
