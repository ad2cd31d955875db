#include "data/record_block.h"

#include <numeric>
#include <utility>

#include "data/utf8.h"

namespace clade::detail {

void BlockNotes::add_split(std::string_view split) {
  constexpr std::size_t enough_for_a_message = 20;
  if (splits.size() >= enough_for_a_message) return;
  if (std::find(splits.begin(), splits.end(), split) == splits.end()) splits.emplace_back(split);
}

bool RecordBlock::add_label(std::string_view name, std::size_t line, std::size_t column) {
  const std::size_t record = size();
  const auto known = numbers_of_names_.find(name);
  if (known != numbers_of_names_.end()) {
    // A record may have very many labels, so duplicates are found by stamps, not by search.
    if (std::exchange(last_record_[known->second], record) != record) {
      labels_.push_back(known->second);
    }
    return false;
  }
  const auto number = static_cast<std::uint32_t>(names_.size());
  numbers_of_names_.emplace(name, number);
  names_.push_back({std::string(name), line, column});
  last_record_.push_back(record);
  labels_.push_back(number);
  return true;
}

void RecordBlock::set_id(std::string_view id) {
  ids_.resize(size() + 1);
  ids_.back() = id;
}

void RecordBlock::set_weight(double weight) {
  weights_.resize(size() + 1, 1.0);
  weights_.back() = weight;
}

void RecordBlock::add_snippet(std::string_view text, std::size_t most) {
  snippets_.resize(size() + 1);
  TextSnippet& snippet = snippets_.back();
  if (snippet.is_cut) return;
  if (!snippet.text.empty()) snippet.text += '\n';
  const std::size_t room = most - std::min(most, snippet.text.size());
  snippet.is_cut = text.size() > room;
  snippet.text += whole_letters(text, room);
}

void RecordBlock::end_record() {
  if (left_out_ > 0) numbers_.push_back(seen());
  if (!ids_.empty()) ids_.resize(size() + 1);
  if (!weights_.empty()) weights_.resize(size() + 1, 1.0);
  if (!snippets_.empty()) snippets_.resize(size() + 1);
  std::visit([](auto& rows) { rows.end_row(); }, rows_);
  label_offsets_.push_back(labels_.size());
}

void RecordBlock::leave_out() {
  if (left_out_ == 0) {
    numbers_.resize(size());
    std::iota(numbers_.begin(), numbers_.end(), std::size_t{0});
  }
  ++left_out_;
}

}  // namespace clade::detail
