// A kernel of your own, on objects that are no vectors: here sets of tags, compared by how many
// they share (the Tanimoto kernel of chemistry). Only its values are handed over.
#include <clade/clade.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

using Tags = std::set<std::string>;

double kernel(const Tags& a, const Tags& b) {
  Tags shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(shared, shared.begin()));
  const auto both = static_cast<double>(shared.size());
  return both / (static_cast<double>(a.size() + b.size()) - both);
}

// The kernel of an object with every training object: its row of the kernel matrix.
std::vector<double> kernel_row(const Tags& object, const std::vector<Tags>& training) {
  std::vector<double> row;
  for (const Tags& other : training) row.push_back(kernel(object, other));
  return row;
}

}  // namespace

int main() {
  const std::vector<Tags> objects{{"wings", "feathers", "sings"}, {"wings", "feathers", "swims"},
                                  {"wings", "feathers", "hunts"}, {"fur", "barks", "tail"},
                                  {"fur", "purrs", "tail"},       {"fur", "hunts", "tail"},
                                  {"fins", "scales", "swims"},    {"fins", "scales", "hunts"},
                                  {"fins", "scales", "tail"}};
  const std::vector<clade::Labels> labels{{"bird"},   {"bird"}, {"bird"}, {"mammal"}, {"mammal"},
                                          {"mammal"}, {"fish"}, {"fish"}, {"fish"}};
  const clade::Taxonomy taxonomy = clade::Taxonomy::from_edges(
      {{"animal", "land"}, {"animal", "fish"}, {"land", "bird"}, {"land", "mammal"}});
  clade::VectorExamples training;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    training.add(kernel_row(objects[i], objects), labels[i]);
  }
  const auto method = clade::make_method("hsvm", {{"kernel", "precomputed"}, {"C", 10}});
  const clade::Model model = clade::train(training, taxonomy, *method).model;

  clade::VectorExamples questions;
  const std::vector<Tags> asked{{"wings", "feathers", "barks"}, {"fins", "scales", "sings"}};
  for (const Tags& object : asked) questions.add(kernel_row(object, objects));
  const auto answers = clade::predict(model, questions);
  for (const auto& answer : answers) std::cout << answer.front().label << '\n';
  return answers[0].front().label == "bird" && answers[1].front().label == "fish" ? 0 : 1;
}
