// Readers of descriptions of classes, and of what other programs answered.
#include "measure/external_predictions.h"
#include "method/class_texts.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/small_label_space.h"

namespace clade::detail::fuzz {
namespace {

void read_descriptions(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    class_attributes("text:" + file.path().string(), labels());
  });
}

void read_scores(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    const ScoresFile scores(file.path());
    std::vector<double> values(scores.classes().size());
    for (std::size_t row = 0; row < scores.rows(); ++row) {
      if (scores.has_ids()) scores.id(row);
      scores.read_row(row, values);
    }
    is_table_of_nodes(scores, labels().taxonomy());
  });
}

void read_predictions(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    const PredictionsFile predictions(file.path());
    for (const auto& entry : predictions.entries()) predictions.place(entry);
    external_labels(nullptr, &predictions, {});
  });
}

std::vector<std::string> description_seeds() { return {"x\tone two\ny\ttwo two\nb\tthree\n"}; }
std::vector<std::string> score_seeds() { return {"id\tx\ty\nd1\t0.5\t-1e3\nd2\tnan\t1\n"}; }
std::vector<std::string> prediction_seeds() { return {"d1\tx\t0.5\nd1\ty\nd2\t\n"}; }

constexpr FuzzTarget targets[]{
    {"descriptions", &read_descriptions, &description_seeds},
    {"scores", &read_scores, &score_seeds},
    {"predictions", &read_predictions, &prediction_seeds},
};

}  // namespace

std::span<const FuzzTarget> answer_targets() { return targets; }

}  // namespace clade::detail::fuzz
