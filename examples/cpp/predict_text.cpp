// Learns where short texts belong, and asks for the place of new ones.
#include <clade/clade.h>

#include <iostream>

int main() {
  const clade::Taxonomy taxonomy = clade::Taxonomy::from_edges({{"goods", "fruit"},
                                                                {"goods", "tools"},
                                                                {"fruit", "apple"},
                                                                {"fruit", "pear"},
                                                                {"tools", "hammer"},
                                                                {"tools", "saw"}});
  clade::TextExamples examples;
  examples.add("crisp and red, sweet to eat", {"apple"});
  examples.add("a red fruit with a crisp bite", {"apple"});
  examples.add("soft and green, sweet and juicy", {"pear"});
  examples.add("a juicy green fruit, soft when ripe", {"pear"});
  examples.add("a steel head on a wooden handle, for nails", {"hammer"});
  examples.add("drives nails, with a heavy head", {"hammer"});
  examples.add("a steel blade with teeth, cuts wood", {"saw"});
  examples.add("sharp teeth and a long blade for planks of wood", {"saw"});

  const auto method = clade::make_method("clade", {{"C", 1}});
  clade::TrainOptions options;
  options.text = {{"min_df", 1}, {"stopwords", "english"}};
  options.calibration_folds = 2;  // probabilities, from two halves of the examples
  const clade::Model model = clade::train(examples, taxonomy, *method, options).model;

  // The best class, with its path and how probable it is.
  clade::PredictOptions asked;
  asked.top = 1;
  asked.probabilities = true;
  for (const char* text : {"a blade that cuts wood", "something juicy and soft"}) {
    const clade::Answer best = clade::predict(model, text, asked).front();
    std::cout << text << ": ";
    for (const std::string& node : best.path) std::cout << node << " > ";
    std::cout << "p = " << *best.probability << '\n';
  }

  // Which words say so? The strongest of the answer's own node.
  model.save("goods.clade");
  const clade::Model loaded = clade::Model::load("goods.clade");
  for (const auto& [label, score] : loaded.predict_text("a wooden handle and a heavy head", 2)) {
    std::cout << label << ' ' << score << '\n';
  }
}
