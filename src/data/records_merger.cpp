#include "data/records_merger.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/fail.h"
#include "data/text_analyzer.h"

namespace clade::detail {

namespace {

// Room for `size`, growing by half at least: chunks come one after the other.
template <class Vector>
void reserve_at_least(Vector& vector, std::size_t size) {
  if (size > vector.capacity()) vector.reserve(std::max(size, vector.capacity() * 3 / 2));
}

bool have_same_nodes(const Taxonomy& a, const Taxonomy& b) {
  if (a.size() != b.size()) return false;
  for (const NodeId node : a.top_down()) {
    const auto same = b.find(a.name(node));
    if (!same || a.parents(node).size() != b.parents(*same).size()) return false;
    for (const NodeId parent : b.parents(*same)) {
      const auto above = a.find(b.name(parent));
      const auto parents = a.parents(node);
      if (!above || std::find(parents.begin(), parents.end(), *above) == parents.end()) {
        return false;
      }
    }
  }
  return true;
}

// The numbers of a list in the order of its values, by their digits: 11 bits at a time, the lowest
// first.
std::vector<std::uint32_t> sorted_by_value(const std::vector<std::uint32_t>& values) {
  constexpr std::size_t digit_bits = 11, digits = std::size_t{1} << digit_bits;
  std::uint32_t all = 0, common = ~std::uint32_t{0};
  for (const std::uint32_t value : values) {
    all |= value;
    common &= value;
  }
  std::vector<std::uint32_t> order(values.size()), next(values.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  for (std::size_t shift = 0; shift < 32; shift += digit_bits) {
    const auto digit = [&](std::uint32_t value) { return value >> shift & (digits - 1); };
    if (digit(all) == digit(common)) continue;  // the same in all values
    std::array<std::size_t, digits + 1> begins{};
    for (const std::uint32_t value : values) ++begins[digit(value) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (const std::uint32_t number : order) next[begins[digit(values[number])]++] = number;
    order.swap(next);
  }
  return order;
}

// Puts the set's numbers of named features in the place of the block's, in their order.
//
// The entries are sorted all at once, by counting: gathered name by name, in the order of the
// names' new numbers, then dealt out to their rows. That takes two passes whatever the length of
// rows.
template <class Real>
class Renumbering {
 public:
  Renumbering(SparseRows<Real>& rows, const std::vector<std::uint32_t>& new_index)
      : rows_(rows), new_index_(new_index), ends_(new_index.size() + 1) {}

  void apply() {
    find_named();
    const std::vector<std::uint32_t> order = sorted_by_value(new_index_);
    gather(order);
    deal_out(order);
  }

 private:
  struct Entry {
    std::uint32_t row;
    Real value;
  };
  std::span<BasicFeature<Real>> named(std::size_t row) {
    return rows_.mutable_row(row).subspan(begins_[row], sizes_[row]);
  }

  // Numbered features stand before the named ones, hashed ones behind them.
  void find_named() {
    const auto by_index = [](const auto& a, const auto& b) { return a.index < b.index; };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto row = rows_.row(i);
      auto named = row.begin(), hashed = row.end();
      const bool has_numbers = !row.empty() && row.front().index < FeatureNames::first_index;
      if (has_numbers) {
        named = std::lower_bound(row.begin(), row.end(),
                                 BasicFeature<Real>{FeatureNames::first_index, {}}, by_index);
      }
      if (!row.empty() && row.back().index >= first_hashed_index) {
        hashed = std::lower_bound(named, row.end(), BasicFeature<Real>{first_hashed_index, {}},
                                  by_index);
      }
      begins_.push_back(static_cast<std::uint32_t>(named - row.begin()));
      sizes_.push_back(static_cast<std::uint32_t>(hashed - named));
    }
  }

  void gather(const std::vector<std::uint32_t>& order) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const auto& feature : named(i)) ++ends_[feature.index - FeatureNames::first_index];
      size += sizes_[i];
    }
    std::size_t begin = 0;
    for (const std::uint32_t name : order) begin += std::exchange(ends_[name], begin);
    entries_.resize(size);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const auto& feature : named(i)) {
        entries_[ends_[feature.index - FeatureNames::first_index]++] = {
            static_cast<std::uint32_t>(i), feature.value};
      }
    }
  }

  void deal_out(const std::vector<std::uint32_t>& order) {
    std::vector<BasicFeature<Real>*> places;
    places.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) places.push_back(named(i).data());
    std::size_t at = 0;
    for (const std::uint32_t name : order) {
      for (; at < ends_[name]; ++at) {
        *places[entries_[at].row]++ = {new_index_[name], entries_[at].value};
      }
    }
  }

  SparseRows<Real>& rows_;
  const std::vector<std::uint32_t>& new_index_;
  std::vector<std::uint32_t> begins_, sizes_;  // of the named features, by row
  std::vector<std::size_t> ends_;              // by name: of its entries
  std::vector<Entry> entries_;
};

}  // namespace

void RecordsMerger::append(ParsedChunk chunk, ThreadPool& pool) {
  merge_feature_names(chunk.blocks, pool);
  reserve_for(chunk.blocks);
  std::size_t line = chunk.first_line;
  for (auto& block : chunk.blocks) {
    const RecordBlock taken = std::exchange(block, {});  // frees it on the way
    append_block(taken, chunk.file, line);
    line += taken.notes().lines;
  }
  records_.replaced_bytes += chunk.replaced_bytes;
  records_.has_splits = records_.has_splits || chunk.has_splits;
  if (chunk.fields) records_.files.push_back(std::move(*chunk.fields));
  if (chunk.taxonomy) take_taxonomy(*chunk.taxonomy, chunk.file);
}

// Files that bring taxonomies along bring the same one.
void RecordsMerger::take_taxonomy(const Taxonomy& taxonomy, std::string_view file) {
  if (records_.taxonomy && !have_same_nodes(*records_.taxonomy, taxonomy)) {
    fail(ErrorKind::input, "{}: has another taxonomy than the file before", file);
  }
  if (!records_.taxonomy) records_.taxonomy = taxonomy;
}

void RecordsMerger::reserve(std::size_t records, std::size_t values) {
  std::visit([&](auto& rows) { rows.reserve(records, values); }, rows_);
  records_.label_offsets.reserve(records + 1);
  records_.labels.reserve(records);
}

void RecordsMerger::reserve_for(const std::vector<RecordBlock>& blocks) {
  std::size_t size = records_.size(), labels = records_.labels.size();
  for (const auto& block : blocks) {
    size += block.size();
    labels += block.labels().size();
  }
  std::visit(
      [&]<class Real>(SparseRows<Real>& rows) {
        std::size_t nonzeros = rows.nonzeros();
        for (const auto& block : blocks) {
          nonzeros += std::get<SparseRows<Real>>(block.rows()).nonzeros();
        }
        rows.reserve_at_least(size, nonzeros);
      },
      rows_);
  reserve_at_least(records_.label_offsets, size + 1);
  reserve_at_least(records_.labels, labels);
}

// Numbers follow from the order of first appearance in the whole text, whatever the blocks.
void RecordsMerger::merge_feature_names(std::vector<RecordBlock>& blocks, ThreadPool& pool) {
  std::vector<std::vector<std::uint32_t>> new_index(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    new_index[b] = names_.add_all(blocks[b].feature_names());
    blocks[b].feature_names() = {};
  }
  pool.for_blocks(blocks.size(), [&](std::size_t b) {
    if (new_index[b].empty()) return;
    std::visit(
        [&]<class Real>(SparseRows<Real>& rows) { Renumbering<Real>(rows, new_index[b]).apply(); },
        blocks[b].rows());
  });
}

void RecordsMerger::append_block(const RecordBlock& block, std::string_view file,
                                 std::size_t first_line) {
  append_ids(block);
  append_weights(block);
  append_snippets(block);
  append_labels(block, file, first_line);
  std::visit([&]<class Real>(
                 SparseRows<Real>& rows) { rows.append(std::get<SparseRows<Real>>(block.rows())); },
             rows_);
  records_.fingerprints.insert(records_.fingerprints.end(), block.fingerprints().begin(),
                               block.fingerprints().end());
  append_notes(block.notes(), file);
  seen_ += block.seen();
  taken_ += block.size();
}

void RecordsMerger::append_labels(const RecordBlock& block, std::string_view file,
                                  std::size_t first_line) {
  std::vector<std::uint32_t> number_of_name;
  number_of_name.reserve(block.names().size());
  for (const auto& name : block.names()) {
    number_of_name.push_back(number_of(name, file, first_line));
  }
  const std::size_t before = records_.labels.size();
  for (const std::uint32_t label : block.labels()) {
    records_.labels.push_back(number_of_name[label]);
  }
  for (std::size_t i = 1; i < block.label_offsets().size(); ++i) {
    records_.label_offsets.push_back(before + block.label_offsets()[i]);
  }
}

// A record without an id goes by its number among all, the ones of earlier pieces and the ones that
// were left out included. No ids at all mean numbers from 0.
void RecordsMerger::append_ids(const RecordBlock& block) {
  const std::size_t size = records_.size();
  const bool are_numbers = seen_ == size && block.seen() == block.size();
  if (!has_ids_ && !block.has_ids() && are_numbers) return;
  if (!std::exchange(has_ids_, true)) {
    for (std::size_t i = 0; i < size; ++i) records_.ids.push_back(std::to_string(i));
    records_.has_numbers_as_ids = size > 0;
  }
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::string_view id = block.id(i);
    records_.has_numbers_as_ids = records_.has_numbers_as_ids || id.empty();
    records_.ids.push_back(id.empty() ? std::to_string(seen_ + block.number(i)) : std::string(id));
  }
}

void RecordsMerger::append_weights(const RecordBlock& block) {
  if (!has_weights_ && !block.has_weights()) return;
  if (!std::exchange(has_weights_, true)) records_.weights.assign(records_.size(), 1.0);
  for (std::size_t i = 0; i < block.size(); ++i) records_.weights.push_back(block.weight(i));
}

void RecordsMerger::append_snippets(const RecordBlock& block) {
  if (records_.snippets.empty() && !block.has_snippets()) return;
  records_.snippets.resize(records_.size());
  for (std::size_t i = 0; i < block.size(); ++i) {
    records_.snippets.push_back(block.snippet(i));
  }
}

void RecordsMerger::append_notes(const BlockNotes& notes, std::string_view file) {
  records_.unknown_features += notes.unknown_features;
  records_.missing.add(notes.missing);
  records_.without_split += notes.without_split;
  records_.has_text = records_.has_text || notes.has_text;
  has_text_ = has_text_ || notes.has_text;
  for (const std::string& split : notes.splits) splits_.add_split(split);
  if (notes.largest_number > largest_number_) {
    largest_number_ = notes.largest_number;
    file_of_largest_number_ = file;
  }
}

std::uint32_t RecordsMerger::number_of(const RecordBlock::Name& name, std::string_view file,
                                       std::size_t first_line) {
  const auto next = static_cast<std::uint32_t>(records_.label_names.size());
  const auto [entry, is_new] = numbers_.try_emplace(name.name, next);
  if (is_new) {
    records_.label_names.push_back(
        {name.name, fmt::format("{}:{}:{}", file, first_line + name.line, name.column)});
  }
  return entry->second;
}

bool RecordsMerger::has_named_features() const {
  const bool hashes = options_.analyzer != nullptr && options_.analyzer->hash_bits() > 0;
  if (options_.known_names != nullptr) return hashes || !options_.known_names->empty();
  return (hashes && has_text_) || !names_.empty();
}

// Numbers of .svm reach into the indices that named features have.
void RecordsMerger::check_numbers() const {
  if (!has_named_features() || largest_number_ < FeatureNames::first_index) return;
  fail(ErrorKind::input,
       "{}: expected feature numbers of at most {} beside text or named features, got {}",
       file_of_largest_number_, FeatureNames::first_index - 1, largest_number_);
}

Records RecordsMerger::take_piece() {
  check_numbers();
  numbers_.clear();
  has_ids_ = has_weights_ = false;
  records_.rows = std::exchange(rows_, make_rows(options_.precision));
  return std::exchange(records_, {});
}

Records RecordsMerger::take_rest() {
  Records records = take_piece();
  records.names = std::exchange(names_, {});
  return records;
}

}  // namespace clade::detail
