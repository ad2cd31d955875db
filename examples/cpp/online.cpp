// Learns from messages as they come, and goes on from a saved model the next day.
#include <clade/clade.h>

#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Day = std::vector<std::pair<std::string, std::string>>;

clade::TextExamples batch(const Day& messages) {
  clade::TextExamples examples;
  for (const auto& [text, topic] : messages) examples.add(text, {topic});
  return examples;
}

}  // namespace

int main() {
  // A stream needs all classes before its first example: they are the nodes of the taxonomy.
  const clade::Taxonomy topics = clade::Taxonomy::from_edges({{"support", "billing"},
                                                              {"support", "technical"},
                                                              {"billing", "refund"},
                                                              {"billing", "invoice"},
                                                              {"technical", "login"},
                                                              {"technical", "crash"}});
  const Day monday{{"I want my money back", "refund"},
                   {"please return the payment", "refund"},
                   {"the invoice has a wrong address", "invoice"},
                   {"send me the invoice again", "invoice"},
                   {"my password does not work", "login"},
                   {"the program ends with an error", "crash"}};
  const Day tuesday{{"I cannot log in with my password", "login"},
                    {"it crashes when I open a file", "crash"},
                    {"the password reset mail never came", "login"},
                    {"an error closes the program", "crash"}};

  const auto method = clade::make_method("perceptron", {{"epochs", 1}, {"order", "file"}});
  clade::TrainOptions options;
  options.text = {{"weighting", "log-tf"}};
  clade::TrainingStream stream(topics, *method, options);
  for (const auto& message : monday) stream.observe(batch({message}));
  const clade::Model first = stream.finish().model;
  first.save("topics.clade");

  clade::TrainingStream resumed(clade::Model::load("topics.clade"));
  resumed.observe(batch(tuesday));
  const clade::Model second = resumed.finish().model;

  for (const clade::Model& model : {first, second}) {
    const auto best = model.predict_text("password error", 1).front();
    std::cout << "password error: " << best.label << ' ' << best.score << '\n';
  }
}
