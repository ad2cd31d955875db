#include "report/record_pictures.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "report/explanation_data.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_right_of_a_kind = 4;
constexpr std::size_t most_bytes = 600'000;            // of all documents together
constexpr std::size_t most_explained_bytes = 400'000;  // of all explanations together

Json numbers_of(std::span<const NodeId> nodes) {
  Json json = Json::array();
  for (const NodeId node : nodes) json.push_back(index_of(node));
  return json;
}

// The pair of labels that tells how a record went wrong: the first confusion, else the first label
// that was missed or added, else one that is right.
LabelPair kind_of(const std::vector<LabelPair>& pairs) {
  const auto rank = [](const LabelPair& pair) {
    return pair.is_confusion() ? 0 : pair.is_right() ? 3 : pair.truth ? 1 : 2;
  };
  return *std::min_element(pairs.begin(), pairs.end(), [&](const LabelPair& a, const LabelPair& b) {
    return rank(a) < rank(b);
  });
}

// Whether some method but the first has not exactly the true labels.
bool is_wrong_elsewhere(const JudgedRecord& record) {
  return std::any_of(record.guesses.begin() + 1, record.guesses.end(), [&](const auto& guesses) {
    return !std::is_permutation(guesses.begin(), guesses.end(), record.truth.begin(),
                                record.truth.end());
  });
}

// Kinds in the order of how many records they have, those first that some method has wrong.
struct KindOfRecords {
  bool is_right;
  std::vector<const JudgedRecord*> members;
};
std::vector<KindOfRecords> by_kind(std::span<const JudgedRecord> records,
                                   const Confusion& confusion) {
  std::map<std::pair<LabelPair, bool>, std::vector<const JudgedRecord*>> kinds;
  for (const JudgedRecord& record : records) {
    const LabelPair kind = kind_of(confusion.pairs(record.truth, record.guesses.front()));
    kinds[{kind, kind.is_right() && is_wrong_elsewhere(record)}].push_back(&record);
  }
  std::vector<KindOfRecords> ordered;
  for (auto& [kind, members] : kinds) {
    std::stable_partition(members.begin(), members.end(),
                          [](const JudgedRecord* record) { return record->is_explained; });
    const auto& [pair, differs] = kind;
    ordered.push_back({pair.is_right() && !differs, std::move(members)});
  }
  std::stable_sort(
      ordered.begin(), ordered.end(), [](const KindOfRecords& a, const KindOfRecords& b) {
        return a.is_right != b.is_right ? b.is_right : a.members.size() > b.members.size();
      });
  return ordered;
}

// Labels that were missed with those that were added in their place.
Json confused_json(std::span<const NodeId> truth, std::span<const NodeId> guesses,
                   const Confusion& confusion) {
  Json json = Json::array();
  for (const LabelPair& pair : confusion.pairs(truth, guesses)) {
    if (pair.is_confusion()) json.push_back({index_of(*pair.truth), index_of(*pair.guess)});
  }
  return json;
}

Json document_json(const JudgedRecord& record, const Confusion& confusion, const Records& texts) {
  Json json{{"id", texts.ids.empty() ? std::to_string(record.record) : texts.ids[record.record]},
            {"labels", numbers_of(record.truth)},
            {"guesses", Json::array()},
            {"confused", Json::array()}};
  for (const auto& guesses : record.guesses) {
    json["guesses"].push_back(numbers_of(guesses));
    json["confused"].push_back(confused_json(record.truth, guesses, confusion));
  }
  const bool has_probabilities =
      std::any_of(record.probabilities.begin(), record.probabilities.end(),
                  [](const auto& values) { return !values.empty(); });
  if (has_probabilities) {
    for (const auto& values : record.probabilities) {
      Json list = Json::array();
      for (const double value : values) list.push_back(short_probability(value));
      json["probabilities"].push_back(std::move(list));
    }
  }
  if (texts.snippets.empty()) return json;
  const TextSnippet& beginning = texts.snippets[record.record];
  json["text"] = beginning.text;
  if (beginning.is_cut) json["cut"] = true;
  return json;
}

// Numbers of one kind, by node.
Json counts_json(std::span<const NodeCounts> nodes, std::size_t NodeCounts::*which) {
  Json json = Json::array();
  for (const NodeCounts& node : nodes) json.push_back(node.*which);
  return json;
}

Json nodes_json(std::span<const NodeCounts> nodes) {
  return {{"true", counts_json(nodes, &NodeCounts::truth)},
          {"given", counts_json(nodes, &NodeCounts::given)},
          {"right", counts_json(nodes, &NodeCounts::right)}};
}

Json node_number(const std::optional<NodeId>& node) {
  return node ? Json(index_of(*node)) : Json(-1);
}

Json sizes_json(const std::vector<std::size_t>& counts) {
  Json json = Json::object();
  for (std::size_t size = 0; size < counts.size(); ++size) {
    if (counts[size] > 0) json[std::to_string(size)] = counts[size];
  }
  return json;
}

}  // namespace

void add_confusion(const Confusion& confusion, std::size_t most_cells, Json& method) {
  Json cells = Json::array();
  for (const ConfusionCell& cell : confusion.cells(most_cells)) {
    cells.push_back({node_number(cell.pair.truth), node_number(cell.pair.guess), cell.count});
  }
  if (cells.empty()) return;
  method["confusion"] = std::move(cells);
  method["documents"] = nodes_json(confusion.records());
  method["labels"] = nodes_json(confusion.labels());
}

void SetSizes::add(std::size_t true_labels, std::size_t guesses) {
  const auto count = [](std::vector<std::size_t>& counts, std::size_t size) {
    if (size >= counts.size()) counts.resize(size + 1);
    ++counts[size];
  };
  count(truth, true_labels);
  count(guessed, guesses);
}

bool SetSizes::are_all_one() const {
  const auto is_one = [](const std::vector<std::size_t>& counts) {
    return counts.size() <= 2 && (counts.empty() || counts.front() == 0);
  };
  return is_one(truth) && is_one(guessed);
}

Json set_sizes_json(const SetSizes& sizes) {
  return {{"true", sizes_json(sizes.truth)}, {"predicted", sizes_json(sizes.guessed)}};
}

namespace {

// The documents of a page, and their places among the records.
struct Sample {
  Json documents = Json::array();
  std::vector<std::size_t> places;
};

Sample sample_of(std::span<const JudgedRecord> records, const Confusion& confusion,
                 const Records& texts) {
  const std::vector<KindOfRecords> kinds = by_kind(records, confusion);
  Sample sample;
  std::size_t bytes = 0;
  bool is_left = true;
  for (std::size_t round = 0; is_left; ++round) {
    is_left = false;
    for (const auto& [is_right, members] : kinds) {
      if (round >= members.size() || (is_right && round >= most_right_of_a_kind)) continue;
      Json document = document_json(*members[round], confusion, texts);
      bytes += compact_json(document).size();
      if (bytes > most_bytes) return sample;
      sample.documents.push_back(std::move(document));
      sample.places.push_back(static_cast<std::size_t>(members[round] - records.data()));
      is_left = true;
    }
  }
  return sample;
}

}  // namespace

Json documents_json(std::span<const JudgedRecord> records, const Confusion& confusion,
                    const Records& texts, const ExplainRecords& explain) {
  Sample sample = sample_of(records, confusion, texts);
  if (!explain) return std::move(sample.documents);
  std::vector<Json> explained = explain(sample.places);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < explained.size(); ++i) {
    if (explained[i].empty()) continue;
    bytes += compact_json(explained[i]).size();
    if (bytes > most_explained_bytes) break;
    sample.documents[i]["explained"] = std::move(explained[i]);
  }
  return std::move(sample.documents);
}

}  // namespace clade::detail::report
