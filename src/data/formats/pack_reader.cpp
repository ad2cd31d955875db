#include "data/formats/pack_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/communicator.h"
#include "base/fail.h"
#include "data/record_subset.h"
#include "data/text_analyzer.h"

namespace clade::detail {

namespace {

constexpr std::size_t records_per_block = 1024, blocks_per_chunk = 32;

// A value that is too large for single precision is an error, as in text; one that is too small
// becomes 0.
double narrowed(double value, Precision precision, const std::string& file, std::size_t record) {
  if (precision == Precision::double_) return value;
  const auto result = static_cast<float>(value);
  if (std::isfinite(result)) return static_cast<double>(result);
  fail(ErrorKind::input, "{}: record {}: {} is too large for `precision=single`", file, record,
       value);
}

template <class To, class From>
SparseRows<To> converted(const SparseRows<From>& rows, Precision precision,
                         const std::string& file) {
  SparseRows<To> result;
  result.reserve(rows.size(), rows.nonzeros());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& feature : rows.row(i)) {
      const double value = narrowed(static_cast<double>(feature.value), precision, file, i);
      if (value != 0) result.push({feature.index, static_cast<To>(value)});
    }
    result.end_row();
  }
  return result;
}

Rows rows_as(const PackFile& pack, Precision precision) {
  Rows rows = pack.rows();
  if (precision_of(rows) == precision) return rows;
  if (precision == Precision::single) {
    return converted<float>(std::get<SparseRows<double>>(rows), precision, pack.name());
  }
  return converted<double>(std::get<SparseRows<float>>(rows), precision, pack.name());
}

std::vector<std::uint32_t> known_numbers(const FeatureNames& names, const FeatureNames& known) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(names.size());
  for (std::size_t n = 0; n < names.size(); ++n) {
    numbers.push_back(known.find(names.mark(n), names.name(n)));
  }
  return numbers;
}

void settle_names(const PackFile& pack, const ReadOptions& options, Records& records) {
  const FeatureNames& names = pack.feature_names();
  if (options.known_names != nullptr) {
    if (names.empty()) return;
    records.unknown_features +=
        renumber_names(records.rows, known_numbers(names, *options.known_names));
    return;
  }
  if (options.first_names == nullptr || options.first_names->empty()) {
    records.names = names;
    return;
  }
  records.names = *options.first_names;
  std::vector<std::uint32_t> numbers;
  for (std::size_t n = 0; n < names.size(); ++n) {
    numbers.push_back(records.names.add(names.mark(n), names.name(n)));
  }
  if (!numbers.empty()) renumber_names(records.rows, numbers);
}

// Numbers reach into the indices that named features have.
void check_numbers(const PackFile& pack, const ReadOptions& options, const Records& records) {
  const bool hashes = options.analyzer != nullptr && options.analyzer->hash_bits() > 0;
  const bool has_names = options.known_names != nullptr ? hashes || !options.known_names->empty()
                                                        : !records.names.empty();
  if (!has_names || pack.largest_number() < FeatureNames::first_index) return;
  fail(ErrorKind::input,
       "{}: expected feature numbers of at most {} beside text or named features, got {}",
       pack.name(), FeatureNames::first_index - 1, pack.largest_number());
}

// With the first record that has each label, for messages.
void set_labels(const PackFile& pack, Records& records) {
  records.label_offsets.assign(pack.label_offsets().begin(), pack.label_offsets().end());
  records.labels.assign(pack.labels().begin(), pack.labels().end());
  std::vector<std::size_t> first(pack.label_names().size(), pack.size());
  for (std::size_t i = pack.size(); i-- > 0;) {
    for (const std::uint32_t label : records.labels_of(i)) first[label] = i;
  }
  for (std::size_t n = 0; n < first.size(); ++n) {
    records.label_names.push_back(
        {pack.label_names()[n], fmt::format("{}: record {}", pack.name(), first[n])});
  }
}

void set_ids(const PackFile& pack, Records& records) {
  if (!pack.has_ids()) return;
  records.ids.reserve(pack.size());
  for (std::size_t i = 0; i < pack.size(); ++i) {
    records.ids.emplace_back(pack.id(i).empty() ? std::to_string(i) : std::string(pack.id(i)));
  }
}

void set_fingerprints(const PackFile& pack, Records& records, ThreadPool& pool) {
  constexpr std::size_t grain = 4096;
  const RowFingerprints fingerprints(pack.feature_names());
  records.fingerprints.resize(pack.size());
  const auto make = [&](const auto& rows) {
    pool.for_ranges(rows.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        records.fingerprints[i] = fingerprints.of(rows.row(i));
      }
    });
  };
  std::visit(make, pack.rows());
}

}  // namespace

Records read_pack(const std::filesystem::path& path, const ReadOptions& options, ThreadPool& pool) {
  const PackFile pack(path, pool);
  Records records;
  records.rows = rows_as(pack, options.precision);
  settle_names(pack, options, records);
  check_numbers(pack, options, records);
  set_labels(pack, records);
  set_ids(pack, records);
  records.weights.assign(pack.weights().begin(), pack.weights().end());
  records.taxonomy = pack.taxonomy();
  if (options.fingerprints) set_fingerprints(pack, records, pool);
  if (options.shard.is_all()) return records;
  const RankPart part = part_of_rank(records.size(), options.shard.number, options.shard.count);
  return slice(records, part.begin, part.end);
}

PackParser::PackParser(const std::filesystem::path& path, const ReadOptions& options,
                       ThreadPool& pool)
    : options_(options),
      pool_(pool),
      pack_(path, pool),
      rows_(pack_.rows()),
      fingerprints_(options.fingerprints ? pack_.feature_names() : FeatureNames()) {
  if (options.known_names != nullptr) {
    known_ = known_numbers(pack_.feature_names(), *options.known_names);
  }
}

template <class Real>
void PackParser::append_row(BasicSparseRow<Real> row, RecordBlock& block,
                            std::vector<BasicFeature<double>>& scratch) const {
  scratch.clear();
  const FeatureNames& names = pack_.feature_names();
  for (const auto& feature : row) {
    std::uint32_t index = feature.index;
    if (!names.empty() && index >= FeatureNames::first_index) {
      const std::size_t n = index - FeatureNames::first_index;
      index = options_.known_names != nullptr
                  ? known_[n]
                  : block.feature_names().add(names.mark(n), names.name(n));
    } else {
      block.notes().largest_number = std::max(block.notes().largest_number, index);
    }
    const double value = narrowed(static_cast<double>(feature.value), options_.precision,
                                  pack_.name(), block.size());
    if (index == FeatureNames::unknown) ++block.notes().unknown_features;
    if (index != FeatureNames::unknown && value != 0) scratch.push_back({index, value});
  }
  std::sort(scratch.begin(), scratch.end(),
            [](const auto& a, const auto& b) { return a.index < b.index; });
  for (const auto& feature : scratch) block.add_feature(feature.index, feature.value);
}

RecordBlock PackParser::block(std::size_t begin, std::size_t end) const {
  RecordBlock block(options_.precision);
  std::vector<BasicFeature<double>> scratch;
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t l = pack_.label_offsets()[i]; l < pack_.label_offsets()[i + 1]; ++l) {
      block.add_label(pack_.label_names()[pack_.labels()[l]], i - begin, 1);
    }
    if (pack_.has_ids()) block.set_id(pack_.id(i));
    if (!pack_.weights().empty()) block.set_weight(pack_.weights()[i]);
    std::visit([&](const auto& rows) { append_row(rows.row(i), block, scratch); }, rows_);
    block.end_record();
    if (!options_.fingerprints) continue;
    std::visit([&](const auto& rows) { block.add_fingerprint(fingerprints_.of(rows.row(i))); },
               rows_);
  }
  block.notes().lines = end - begin;
  return block;
}

bool PackParser::next(ParsedChunk& parsed) {
  if (next_ == pack_.size()) return false;
  const std::size_t first = next_;
  next_ = std::min(pack_.size(), first + records_per_block * blocks_per_chunk);
  parsed = {};
  parsed.file = pack_.name();
  parsed.first_line = first + 1;
  parsed.taxonomy = pack_.taxonomy();
  parsed.blocks.resize((next_ - first + records_per_block - 1) / records_per_block);
  pool_.for_blocks(parsed.blocks.size(), [&](std::size_t b) {
    const std::size_t begin = first + b * records_per_block;
    parsed.blocks[b] = block(begin, std::min(next_, begin + records_per_block));
  });
  return true;
}

}  // namespace clade::detail
