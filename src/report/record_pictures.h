// What a report shows of single records: where they went on the tree, and some of them to read.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "data/records.h"
#include "measure/confusion.h"

namespace clade::detail::report {

// Bytes of a document that are shown.
inline constexpr std::size_t shown_text = 600;

struct JudgedRecord {
  std::size_t record = 0;  // its number in the data
  std::vector<NodeId> truth;
  std::vector<std::vector<NodeId>> guesses;        // by method
  std::vector<std::vector<double>> probabilities;  // of the guesses; empty: not calibrated
  bool is_explained = false;                       // an explanation is at hand
};

// What the tree of a method is coloured by: `confusion` (true node or -1, given node or -1,
// labels), and the numbers of documents and labels by node.
void add_confusion(const Confusion& confusion, std::size_t most_cells,
                   nlohmann::ordered_json& method);

// How many labels records have, and how many were guessed.
struct SetSizes {
  std::vector<std::size_t> truth, guessed;  // by size

  void add(std::size_t true_labels, std::size_t guesses);
  bool are_all_one() const;  // then there is nothing to see
};
nlohmann::ordered_json set_sizes_json(const SetSizes& sizes);

// Lists of `Explained` (web/report.schema.json) for records of the list, which are given by their
// places in it; an empty list where there is nothing to say. It may return fewer than it is asked
// for.
using ExplainRecords =
    std::function<std::vector<nlohmann::ordered_json>(std::span<const std::size_t> places)>;

// Records of every way in which they went wrong by the first method, or by another one alone, as
// many as a page has room for, and a few of those that are right; those that are explained first.
// Answers are explained in this order, as far as there is room.
nlohmann::ordered_json documents_json(std::span<const JudgedRecord> records,
                                      const Confusion& confusion, const Records& texts,
                                      const ExplainRecords& explain = {});

}  // namespace clade::detail::report
