#include "pipeline/memory_source.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "base/fail.h"
#include "base/text.h"
#include "data/record_maker.h"
#include "data/records_merger.h"
#include "data/utf8.h"

namespace clade::detail {

namespace {

// What is wrong with an example is said by its number from 1.
template <class... Args>
[[noreturn]] void fail_example(std::size_t i, fmt::format_string<Args...> format, Args&&... args) {
  fail(ErrorKind::input, "examples:{}: {}", i + 1,
       fmt::format(format, std::forward<Args>(args)...));
}

void check_weight(std::size_t i, double weight) {
  if (weight > 0 && std::isfinite(weight)) return;
  fail_example(i, "expected a weight above 0, got {}", weight);
}

// NaN is a missing value.
void check_value(std::size_t i, double value, Precision precision) {
  if (std::isinf(value)) fail_example(i, "expected a finite number, got {}", value);
  if (precision == Precision::single && std::abs(value) > std::numeric_limits<float>::max()) {
    fail_example(i, "{}: too large for `precision=single`; use `precision=double`", value);
  }
}

void check_number(std::size_t i, std::uint32_t number) {
  if (number > 0 && number < FeatureNames::first_index) return;
  fail_example(i, "expected a feature number from 1 to {}, got {}", FeatureNames::first_index - 1,
               number);
}

}  // namespace

void MemorySource::add_text(std::string_view text, const Labels& labels,
                            const ExampleDetails& details) {
  add({std::string(text), true, {}, {}}, labels, details);
}

void MemorySource::add_vector(SparseVector features, const Labels& labels,
                              const ExampleDetails& details) {
  for (const auto& feature : features) {
    check_number(size(), feature.index);
    check_value(size(), feature.value, Precision::double_);
  }
  add({{}, false, std::move(features), {}}, labels, details);
}

void MemorySource::add_named(NamedVector features, const Labels& labels,
                             const ExampleDetails& details) {
  for (const auto& [name, value] : features) check_value(size(), value, Precision::double_);
  add({{}, false, {}, std::move(features)}, labels, details);
}

void MemorySource::add(Example example, const Labels& labels, const ExampleDetails& details) {
  const std::size_t i = examples_.size();
  if (fill_) fail(ErrorKind::usage, "a view of arrays takes no further examples");
  check_weight(i, details.weight);
  if (has_control_character(details.id)) {
    fail_example(i, "expected an id without control characters, got {}", quoted(details.id));
  }
  labels_.add(labels);
  examples_.push_back(std::move(example));
  weights_.push_back(details.weight);
  ids_.push_back(details.id);
}

void MemorySource::set_view(std::size_t rows, FillRow fill, std::vector<double> weights,
                            std::size_t values) {
  if (!weights.empty() && weights.size() != rows) {
    fail(ErrorKind::input, "examples: expected {} weights, one for each row, got {}", rows,
         weights.size());
  }
  for (std::size_t i = 0; i < weights.size(); ++i) check_weight(i, weights[i]);
  view_rows_ = rows;
  view_values_ = values;
  fill_ = std::move(fill);
  weights_ = std::move(weights);
}

void MemorySource::set_labels(const std::vector<Labels>& labels) {
  if (!labels.empty() && labels.size() != size()) {
    fail(ErrorKind::input, "examples: expected labels for {} rows, got {}", size(), labels.size());
  }
  for (const Labels& one : labels) labels_.add(one);
}

ReadOptions MemorySource::options(Precision precision, const Vectoriser* /*trained*/) const {
  ReadOptions read;
  read.precision = precision;
  return read;
}

Records MemorySource::read(const ReadOptions& options, ThreadPool& pool) const {
  return read_first(size(), options, pool);
}

Records MemorySource::sample(const ReadOptions& options, ThreadPool& pool) const {
  constexpr std::size_t enough = 10'000;
  return read_first(std::min(size(), enough), options, pool);
}

Records MemorySource::read_first(std::size_t count, const ReadOptions& options,
                                 ThreadPool& pool) const {
  // Rows are there twice in a few blocks at a time alone.
  constexpr std::size_t block_size = 1024, blocks_at_once = 16;
  const std::string file = name();
  RecordsMerger merger(options);
  if (count == size()) merger.reserve(count, view_values_);
  for (std::size_t done = 0; done < count; done += blocks_at_once * block_size) {
    const std::size_t size = std::min(count - done, blocks_at_once * block_size);
    ParsedChunk chunk;
    chunk.file = file;
    chunk.first_line = done + 1;
    chunk.blocks.resize((size + block_size - 1) / block_size);
    pool.for_ranges(size, block_size, [&](std::size_t begin, std::size_t end) {
      chunk.blocks[begin / block_size] = make_block(done + begin, done + end, options);
    });
    merger.append(std::move(chunk), pool);
  }
  return merger.take_rest();
}

RecordBlock MemorySource::make_block(std::size_t begin, std::size_t end,
                                     const ReadOptions& options) const {
  RowMaker maker(options);
  RecordBlock& block = maker.block();
  for (std::size_t i = begin; i < end; ++i) {
    maker.begin();
    if (!labels_.empty()) {
      std::size_t column = 0;
      for (const std::int64_t code : labels_.codes_of(i)) {
        block.add_label(labels_.name(code), i - begin, ++column);
      }
    }
    if (!ids_.empty() && !ids_[i].empty()) block.set_id(ids_[i]);
    if (!weights_.empty() && weights_[i] != 1) block.set_weight(weights_[i]);
    if (fill_) {
      fill_(i, maker);
    } else {
      fill(i, maker);
    }
    if (const auto unusable = maker.unusable_value()) {
      check_value(i, unusable->value, options.precision);
      fail_example(i, "{}", refused_missing(quoted(maker.name_of(unusable->index))));
    }
    if (maker.end()) fail_example(i, "a feature has two values");
  }
  block.notes().lines = end - begin;
  return std::move(block);
}

void MemorySource::fill(std::size_t i, RowMaker& maker) const {
  const Example& example = examples_[i];
  for (const auto& feature : example.features) maker.add_value(feature.index, feature.value);
  for (const auto& [name, value] : example.named) {
    if (value == 0) continue;
    const std::optional<std::uint32_t> number = feature_number(name);
    if (number) check_number(i, *number);
    maker.add_value(number ? *number : maker.index_of_name(FeatureNames::feature_mark, name),
                    value);
  }
  if (example.has_text) maker.add_text(example.text, 1);
}

}  // namespace clade::detail
