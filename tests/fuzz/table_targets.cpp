// Readers of the small files beside data: stop words, costs, matrices, labels, weights.
#include "data/label_files.h"
#include "data/read.h"
#include "taxonomy/loss_files.h"
#include "taxonomy/similarity.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/small_label_space.h"
#include "text/stop_words.h"

namespace clade::detail::fuzz {
namespace {

void check_loss(const Loss& loss) {
  for (const NodeId truth : labels().classes()) {
    for (const NodeId guess : labels().classes()) {
      const double cost = loss(truth, guess);
      expect(cost >= 0 && cost <= 1e31, "a loss is a number");
      expect(truth != guess || cost == 0, "the truth costs nothing");
    }
  }
}

void read_stop_words(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    const auto words = stop_words(file.path().string());
    expect(std::is_sorted(words.begin(), words.end()), "stop words are sorted");
  });
}

void read_costs(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    const Taxonomy& taxonomy = labels().taxonomy();
    check_loss(
        *make_cost_loss(read_node_costs(file.path(), taxonomy), taxonomy, labels().classes()));
  });
}

void read_matrix(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    check_loss(*read_matrix_loss(file.path(), labels().taxonomy(), labels().classes()));
  });
}

void read_similarities(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    read_similarity(file.path(), labels().taxonomy(), labels().classes());
  });
}

void read_weight_lines(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    for (const double weight : read_weights(file.path(), lines)) {
      expect(weight > 0 && weight < 1e13, "a weight is positive");
    }
  });
}

void read_label_lines(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    Records records;
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    records.label_offsets.assign(lines + 1, 0);
    read_labels(std::vector{file.path()}, "", records);
  });
}

std::vector<std::string> word_seeds() { return {"# c\nthe\nAND\n\nd'accord\n"}; }
std::vector<std::string> cost_seeds() { return {"a\t1\t0.5\t2\nx\t1e3\t1\t1\n# c\ny\t1\t1\t1\n"}; }
std::vector<std::string> matrix_seeds() {
  return {"class\tx\ty\tb\nx\t0\t1\t2\ny\t1\t0\t2\nb\t2\t2\t0\n", "\tb\tx\ty\nb\t0\t1\t1e3\n"};
}
std::vector<std::string> similarity_seeds() {
  return {"\tx\ty\tb\nx\t1\t0.5\t0\ny\t0.5\t1\t0\nb\t0\t0\t1\n"};
}
std::vector<std::string> weight_seeds() { return {"1\n0.5\n1e-3\n"}; }
std::vector<std::string> label_seeds() { return {"a|b\n\nc\n"}; }

constexpr FuzzTarget targets[]{
    {"stop-words", &read_stop_words, &word_seeds},
    {"costs", &read_costs, &cost_seeds},
    {"matrix", &read_matrix, &matrix_seeds},
    {"similarity", &read_similarities, &similarity_seeds},
    {"weights", &read_weight_lines, &weight_seeds},
    {"labels", &read_label_lines, &label_seeds},
};

}  // namespace

std::span<const FuzzTarget> table_targets() { return targets; }

}  // namespace clade::detail::fuzz
