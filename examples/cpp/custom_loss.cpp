// A loss of your own: some mistakes cost more than the taxonomy says.
#include <clade/clade.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

const std::vector<std::string> classes{"urgent", "soon", "later", "junk"};

// To put something urgent with the junk is what must not happen.
double cost(std::string_view truth, std::string_view guess) {
  if (truth == guess) return 0;
  if (truth == "urgent") return guess == "junk" ? 10 : 2;
  return 1;
}

// Four overlapping classes on a line.
clade::VectorExamples make_examples(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  clade::VectorExamples examples;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t c = random() % classes.size();
    const double place = static_cast<double>(c) + static_cast<double>(random() % 1601) / 1000;
    examples.add(std::vector<double>{place, place * place / 4, 1}, {classes[c]});
  }
  return examples;
}

double mean_cost(const clade::Model& model, const clade::VectorExamples& test) {
  clade::EvaluateOptions options;
  options.keep_judged = true;
  const clade::ModelEvaluation measured = clade::evaluate(model, test, options);
  double sum = 0;
  for (const clade::JudgedInstance& one : measured.evaluation.judged) {
    sum += cost(measured.labels.name(one.truth.front()), measured.labels.name(one.guesses.front()));
  }
  return sum / static_cast<double>(measured.evaluation.judged.size());
}

}  // namespace

int main() {
  const clade::VectorExamples training = make_examples(800, 1), test = make_examples(2000, 2);
  const std::string loss = clade::save_loss("costs.tsv", classes, cost);
  std::vector<double> costs;
  for (const std::string& one : {std::string("zero-one"), loss}) {
    const auto method = clade::make_method("hsvm", {{"loss", one}, {"C", 10}});
    const clade::Model model = clade::train(training, clade::no_taxonomy(), *method).model;
    costs.push_back(mean_cost(model, test));
    std::cout << one << ": mean cost " << costs.back() << '\n';
  }
  return costs[1] < costs[0] ? EXIT_SUCCESS : EXIT_FAILURE;
}
