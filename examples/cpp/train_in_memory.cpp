// Trains on a matrix that the program has already: nothing is written to a file first.
#include <clade/clade.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr std::size_t columns = 8;

// Points around the corner of a cube that belongs to their class.
struct Points {
  std::vector<float> values;
  std::vector<clade::Labels> labels;
};

Points make_points(std::size_t count, std::mt19937& random) {
  Points points;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned corner = static_cast<unsigned>(random() % 4);
    for (std::size_t k = 0; k < columns; ++k) {
      const double centre = (corner >> (k % 2)) % 2 == 1 ? 1.0 : -1.0;
      const double noise = static_cast<double>(random() % 2001) / 1000 - 1;
      points.values.push_back(static_cast<float>(centre + noise));
    }
    points.labels.push_back({"corner" + std::to_string(corner)});
  }
  return points;
}

clade::VectorExamples view(const Points& points) {
  return clade::VectorExamples::view(
      clade::DenseView<float>{points.values.data(), points.labels.size(), columns}, points.labels);
}

// Says how far training is, and could ask it to stop.
struct Progress : clade::Reporter {
  void on_pass(const clade::Progress& pass) override {
    if (pass.certified)
      std::cout << "epoch " << pass.epoch << ": gap " << pass.relative_gap << '\n';
  }
  void on_warning(std::string_view message) override { std::cout << message << '\n'; }
};

}  // namespace

int main() {
  std::mt19937 random(1);
  const Points training = make_points(400, random), test = make_points(200, random);
  const clade::Taxonomy taxonomy = clade::Taxonomy::from_edges({{"cube", "front"},
                                                                {"cube", "back"},
                                                                {"front", "corner0"},
                                                                {"front", "corner1"},
                                                                {"back", "corner2"},
                                                                {"back", "corner3"}});
  Progress progress;
  clade::TrainOptions options;
  options.reporter = &progress;
  options.seed = 7;
  const auto method = clade::make_method("hsvm", {{"C", 0.1}, {"tolerance", 1e-4}});
  const auto [model, summary] = clade::train(view(training), taxonomy, *method, options);
  std::cout << "stopped by " << clade::stop_name(summary.stopped) << '\n';

  const clade::ModelEvaluation measured = clade::evaluate(model, view(test));
  std::cout << "accuracy " << *measured.evaluation.find("accuracy") << ", tree loss "
            << *measured.evaluation.find("tree_loss") << '\n';

  // The same rows as a sparse matrix give the same answers.
  std::vector<std::int32_t> offsets{0}, indices;
  for (std::size_t i = 0; i < test.labels.size(); ++i) {
    for (std::size_t k = 0; k < columns; ++k) indices.push_back(static_cast<std::int32_t>(k));
    offsets.push_back(static_cast<std::int32_t>(indices.size()));
  }
  const auto sparse = clade::VectorExamples::view(
      clade::CsrView<float, std::int32_t>{offsets, indices, test.values});
  std::size_t equal = 0;
  const auto dense_answers = clade::predict(model, view(test));
  const auto sparse_answers = clade::predict(model, sparse);
  for (std::size_t i = 0; i < test.labels.size(); ++i) {
    equal += dense_answers[i].front().label == sparse_answers[i].front().label;
  }
  std::cout << equal << " of " << test.labels.size() << " answers are the same\n";
  return equal == test.labels.size() ? 0 : 1;
}
