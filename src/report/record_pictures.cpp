#include "report/record_pictures.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_of_a_kind = 4;
constexpr std::size_t most_bytes = 900'000;    // of all documents together
constexpr std::size_t bytes_of_the_rest = 60;  // of a document, beside its id and text

Json numbers_of(std::span<const NodeId> nodes) {
  Json json = Json::array();
  for (const NodeId node : nodes) json.push_back(index_of(node));
  return json;
}

// Two nodes of a record that tell its kind: where it belongs, and where it went. Of several labels
// the first that was missed.
struct Kind {
  NodeId truth;
  std::optional<NodeId> guess;

  bool is_right() const { return guess == truth; }
  friend auto operator<=>(const Kind&, const Kind&) = default;
};

Kind kind_of(const JudgedRecord& record, const Confusion& confusion) {
  std::optional<Kind> first;
  for (const NodeId truth : record.truth) {
    const Kind kind{truth, confusion.nearest(truth, record.guesses.front())};
    if (!kind.is_right()) return kind;
    if (!first) first = kind;
  }
  return *first;
}

// Kinds in the order of how many records they have, wrong ones first.
std::vector<std::vector<const JudgedRecord*>> by_kind(std::span<const JudgedRecord> records,
                                                      const Confusion& confusion) {
  std::map<Kind, std::vector<const JudgedRecord*>> kinds;
  for (const JudgedRecord& record : records) kinds[kind_of(record, confusion)].push_back(&record);
  using Entry = std::pair<bool, std::vector<const JudgedRecord*>>;
  std::vector<Entry> ordered;
  for (auto& [kind, members] : kinds) ordered.emplace_back(kind.is_right(), std::move(members));
  std::stable_sort(ordered.begin(), ordered.end(), [](const Entry& a, const Entry& b) {
    return a.first != b.first ? b.first : a.second.size() > b.second.size();
  });
  std::vector<std::vector<const JudgedRecord*>> result;
  for (auto& [is_right, members] : ordered) result.push_back(std::move(members));
  return result;
}

Json document_json(const JudgedRecord& record, const Records& texts) {
  Json json{{"id", texts.ids.empty() ? std::to_string(record.record) : texts.ids[record.record]},
            {"labels", numbers_of(record.truth)},
            {"guesses", Json::array()}};
  for (const auto& guesses : record.guesses) json["guesses"].push_back(numbers_of(guesses));
  if (texts.snippets.empty()) return json;
  const TextSnippet& beginning = texts.snippets[record.record];
  json["text"] = beginning.text;
  if (beginning.is_cut) json["cut"] = true;
  return json;
}

std::size_t bytes_of(const JudgedRecord& record, const Records& texts) {
  const std::size_t text = texts.snippets.empty() ? 0 : texts.snippets[record.record].text.size();
  return text + bytes_of_the_rest * (1 + record.guesses.size() / 4);
}

// Most counts are whole, and shorter so.
Json count_json(double count) {
  const auto whole = static_cast<std::int64_t>(count);
  return static_cast<double>(whole) == count ? Json(whole) : Json(count);
}

Json sizes_json(const std::vector<double>& counts) {
  Json json = Json::object();
  for (std::size_t size = 0; size < counts.size(); ++size) {
    if (counts[size] > 0) json[std::to_string(size)] = count_json(counts[size]);
  }
  return json;
}

}  // namespace

Json confusion_json(const Confusion& confusion, std::size_t most_cells) {
  Json json = Json::array();
  for (const ConfusionCell& cell : confusion.cells(most_cells)) {
    const Json guess = cell.guess ? Json(index_of(*cell.guess)) : Json(-1);
    json.push_back({index_of(cell.truth), guess, count_json(cell.records)});
  }
  return json;
}

void SetSizes::add(std::size_t true_labels, std::size_t guesses) {
  const auto count = [](std::vector<double>& counts, std::size_t size) {
    if (size >= counts.size()) counts.resize(size + 1);
    ++counts[size];
  };
  count(truth, true_labels);
  count(guessed, guesses);
}

bool SetSizes::are_all_one() const {
  const auto is_one = [](const std::vector<double>& counts) {
    return counts.size() <= 2 && (counts.empty() || counts.front() == 0);
  };
  return is_one(truth) && is_one(guessed);
}

Json set_sizes_json(const SetSizes& sizes) {
  return {{"true", sizes_json(sizes.truth)}, {"predicted", sizes_json(sizes.guessed)}};
}

Json documents_json(std::span<const JudgedRecord> records, const Confusion& confusion,
                    const Records& texts) {
  const auto kinds = by_kind(records, confusion);
  Json json = Json::array();
  std::size_t bytes = 0;
  for (std::size_t round = 0; round < most_of_a_kind; ++round) {
    for (const auto& members : kinds) {
      if (round >= members.size()) continue;
      bytes += bytes_of(*members[round], texts);
      if (bytes > most_bytes) return json;
      json.push_back(document_json(*members[round], texts));
    }
  }
  return json;
}

}  // namespace clade::detail::report
