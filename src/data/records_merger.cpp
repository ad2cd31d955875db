#include "data/records_merger.h"

#include <fmt/core.h>

#include <algorithm>
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

// Puts the set's numbers of named features in the place of the block's.
template <class Real>
void renumber(SparseRows<Real>& rows, const std::vector<std::uint32_t>& new_index) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<BasicFeature<Real>> row = rows.mutable_row(i);
    const auto by_index = [](const auto& a, const auto& b) { return a.index < b.index; };
    const auto named = std::lower_bound(
        row.begin(), row.end(), BasicFeature<Real>{FeatureNames::first_index, {}}, by_index);
    const auto hashed =
        std::lower_bound(named, row.end(), BasicFeature<Real>{first_hashed_index, {}}, by_index);
    for (auto feature = named; feature != hashed; ++feature) {
      feature->index = new_index[feature->index - FeatureNames::first_index];
    }
    std::sort(named, hashed, by_index);
  }
}

}  // namespace

void RecordsMerger::append(ParsedChunk chunk, ThreadPool& pool) {
  merge_feature_names(chunk.blocks, pool);
  reserve(chunk.blocks);
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

void RecordsMerger::reserve(const std::vector<RecordBlock>& blocks) {
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
    std::visit([&](auto& rows) { renumber(rows, new_index[b]); }, blocks[b].rows());
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
  }
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::string_view id = block.id(i);
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
