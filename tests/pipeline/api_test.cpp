// The calls of clade/pipeline.h, as a program that embeds clade makes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "clade/clade.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::expect_error;
using testing::ElementsAre;
using testing::HasSubstr;

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Document {
  std::string text, label;
};

// Documents of four classes: words of the class among words of all.
std::vector<Document> documents(std::size_t count, unsigned seed) {
  const std::vector<std::string> classes{"apple", "pear", "hammer", "saw"};
  std::mt19937 random(seed);
  std::vector<Document> result;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& label = classes[random() % classes.size()];
    std::string text;
    for (int w = 0; w < 8; ++w) {
      const bool is_own = random() % 3 == 0;
      text += (is_own ? label : "common") + std::to_string(random() % 9) + ' ';
    }
    result.push_back({text, label});
  }
  return result;
}

Taxonomy goods() {
  return Taxonomy::from_edges({{"goods", "fruit"},
                               {"goods", "tools"},
                               {"fruit", "apple"},
                               {"fruit", "pear"},
                               {"tools", "hammer"},
                               {"tools", "saw"}});
}

TextExamples texts_of(const std::vector<Document>& documents) {
  TextExamples examples;
  for (const auto& [text, label] : documents) examples.add(text, {label});
  return examples;
}

class Api : public testing::Test {
 protected:
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  std::string saved(const Model& model) const {
    model.save(path("saved.clade"));
    return bytes_of(path("saved.clade"));
  }
  std::filesystem::path as_file(const std::vector<Document>& documents) const {
    std::string lines;
    for (const auto& [text, label] : documents) {
      lines += R"({"text":")" + text + R"(","label":")" + label + "\"}\n";
    }
    return folder_.write("docs.jsonl", lines);
  }
  test::TempFolder folder_;
};

TEST_F(Api, TextsInMemoryGiveTheModelOfAFile) {
  const auto training = documents(2500, 1);  // several blocks
  const auto method = make_method("clade", {{"C", 0.5}});
  const Model from_memory = train(texts_of(training), goods(), *method).model;
  const Model from_file = train(FileExamples({as_file(training)}), goods(), *method).model;
  EXPECT_EQ(saved(from_memory), saved(from_file));
}

TEST_F(Api, ThreadsDoNotChangeTheModel) {
  const auto training = texts_of(documents(1500, 2));
  const auto method = make_method("hsvm");
  TrainOptions one, three;
  one.threads = 1;
  three.threads = 3;
  EXPECT_EQ(saved(train(training, goods(), *method, one).model),
            saved(train(training, goods(), *method, three).model));
}

TEST_F(Api, ViewsGiveTheModelOfAFile) {
  const std::vector<double> dense{1, 0, 2, 0, 1, 0.5, 3, 0, 0, 0, 0, 4};
  const std::vector<Labels> labels{{"a"}, {"b"}, {"a"}, {"b"}};
  const std::vector<std::int64_t> offsets{0, 2, 4, 5, 6}, columns{0, 2, 1, 2, 0, 2};
  const std::vector<double> values{1, 2, 1, 0.5, 3, 4};
  const auto file = folder_.write("data.svm", "a 1:1 3:2\nb 2:1 3:0.5\na 1:3\nb 3:4\n");
  const auto method = make_method("svm", {{"precision", "double"}});
  const auto model_of = [&](const Examples& examples) {
    return saved(train(examples, no_taxonomy(), *method).model);
  };
  const std::string expected = model_of(FileExamples({file}));
  EXPECT_EQ(model_of(VectorExamples::view(DenseView<double>{dense.data(), 4, 3}, labels)),
            expected);
  EXPECT_EQ(model_of(VectorExamples::view(CsrView<double, std::int64_t>{offsets, columns, values},
                                          labels)),
            expected);
  VectorExamples added;
  for (std::size_t i = 0; i < 4; ++i) {
    added.add(std::span<const double>(dense).subspan(3 * i, 3), labels[i]);
  }
  EXPECT_EQ(model_of(added), expected);
}

TEST_F(Api, RowsOfViewsNeedNoOrder) {
  const std::vector<Labels> labels{{"a"}, {"b"}, {"a"}};
  const std::vector<std::int32_t> offsets{0, 3, 5, 7};
  const std::vector<std::int32_t> sorted{0, 1, 3, 0, 2, 1, 2}, mixed{3, 0, 1, 2, 0, 1, 2};
  const std::vector<double> values{1, 2, 3, 4, 1e-60, NAN, 7}, moved{3, 1, 2, 1e-60, 4, NAN, 7};
  const auto model_of = [&](const std::vector<std::int32_t>& columns,
                            const std::vector<double>& of_columns, const char* precision) {
    const CsrView<double, std::int32_t> rows{offsets, columns, of_columns};
    return saved(train(VectorExamples::view(rows, labels), no_taxonomy(),
                       *make_method("svm", {{"precision", precision}}))
                     .model);
  };
  for (const char* precision : {"single", "double"}) {
    EXPECT_EQ(model_of(sorted, values, precision), model_of(mixed, moved, precision));
  }
  const std::vector<std::int32_t> twice{0, 1, 1, 0, 2, 1, 2};
  expect_error([&] { model_of(twice, values, "single"); }, ErrorKind::input,
               "examples:1: a feature has two values");
}

// Texts and labels of documents in arrays, as a caller has them.
struct TextArrays {
  explicit TextArrays(const std::vector<Document>& documents) {
    for (const auto& [text, label] : documents) {
      texts.push_back(text);
      const auto found = std::find(names.begin(), names.end(), label);
      codes.push_back(found - names.begin());
      if (found == names.end()) names.push_back(label);
    }
  }
  TextExamples view() const {
    TextExamples examples = TextExamples::view(texts);
    examples.set_labels({names, codes});
    return examples;
  }
  std::vector<std::string_view> texts;
  std::vector<std::string> names;
  std::vector<std::int64_t> codes;
};

TEST_F(Api, ViewsOfTextsGiveTheModelOfAFile) {
  const auto training = documents(17'000, 3);  // more than are read at once
  const TextArrays arrays(training);
  const auto method = make_method("perceptron");
  EXPECT_EQ(saved(train(arrays.view(), goods(), *method).model),
            saved(train(FileExamples({as_file(training)}), goods(), *method).model));
}

TEST_F(Api, CodedLabelsMaySayNoneOrSeveral) {
  const std::vector<double> values{1, 0, 0, 1, 1, 1, 0, 0};
  const std::vector<std::int64_t> codes{0, 1, 1, 0}, offsets{0, 1, 2, 4, 4};
  const DenseView<double> rows{values.data(), 4, 2};
  VectorExamples coded = VectorExamples::view(rows);
  coded.set_labels({{"a", "b", ""}, codes, offsets});  // what nobody has is not looked at
  const VectorExamples named =
      VectorExamples::view(rows, std::vector<Labels>{{"a"}, {"b"}, {"b", "a"}, {}});
  const auto method = make_method("svm");
  EXPECT_EQ(saved(train(coded, no_taxonomy(), *method).model),
            saved(train(named, no_taxonomy(), *method).model));
}

TEST_F(Api, NamedFeaturesHaveTheirNamesInTheModel) {
  using Named = std::vector<std::pair<std::string, double>>;
  VectorExamples examples;
  examples.add(Named{{"height", 1}, {"7", 2}}, {"a"});
  examples.add(Named{{"width", 1}}, {"b"});
  const Model model = train(examples, no_taxonomy(), *make_method("svm")).model;
  VectorExamples asked;
  asked.add(Named{{"height", 3}, {"unheard", 1}});
  asked.add(Named{{"width", 3}});
  const auto answers = predict(model, asked);
  EXPECT_EQ(answers[0].front().label, "a");
  EXPECT_EQ(answers[1].front().label, "b");
}

TEST_F(Api, OneTextIsAnsweredAsAmongOthers) {
  const Model model = train(texts_of(documents(400, 3)), goods(), *make_method("hsvm")).model;
  const auto asked = documents(20, 4);
  PredictOptions top;
  top.top = 3;
  const auto answers = predict(model, texts_of(asked), top);
  const std::vector<double> scores = decision_scores(model, texts_of(asked));
  ASSERT_EQ(scores.size(), 20 * model.label_space().size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto alone = model.predict_text(asked[i].text, 3);
    ASSERT_EQ(alone.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(alone[k].label, answers[i][k].label);
      EXPECT_EQ(alone[k].score, answers[i][k].score);
    }
    EXPECT_EQ(predict(model, asked[i].text, top).front().label, alone.front().label);
    const auto row = std::span<const double>(scores).subspan(4 * i, 4);
    EXPECT_EQ(*std::max_element(row.begin(), row.end()), alone.front().score);
  }
  EXPECT_THAT(answers[0].front().path.front(), testing::AnyOf("fruit", "tools"));
}

TEST_F(Api, BestClassesAndProbabilitiesAreThoseOfAnswers) {
  TrainOptions options;
  options.calibration_folds = 3;
  const Model model =
      train(texts_of(documents(400, 3)), goods(), *make_method("clade"), options).model;
  const auto asked = texts_of(documents(30, 4));
  PredictOptions top;
  top.top = 1;
  top.probabilities = true;
  const auto answers = predict(model, asked, top);
  const auto best = best_classes(model, asked);
  const auto probabilities = class_probabilities(model, asked);
  const std::size_t classes = model.label_space().size();
  ASSERT_EQ(best.size(), 30U);
  ASSERT_EQ(probabilities.size(), 30 * classes);
  for (std::size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(model.label_space().name(best[i].label), answers[i].front().label);
    EXPECT_EQ(best[i].score, answers[i].front().score);
    EXPECT_EQ(probabilities[i * classes + index_of(best[i].label)],
              *answers[i].front().probability);
  }
  options.calibration_folds = 0;
  const Model plain =
      train(texts_of(documents(400, 3)), goods(), *make_method("clade"), options).model;
  expect_error([&] { class_probabilities(plain, asked); }, ErrorKind::usage, "no probabilities");
}

TEST_F(Api, MeasuresAnswersOfAnyProgram) {
  const auto asked = documents(50, 4);
  const Model model = train(texts_of(documents(400, 3)), goods(), *make_method("hsvm")).model;
  const auto own = evaluate(model, texts_of(asked)).evaluation;
  const std::vector<double> scores = decision_scores(model, texts_of(asked));
  GivenAnswers answers;
  for (std::size_t c = 0; c < 4; ++c) {
    answers.classes.emplace_back(model.label_space().name(ClassId(c)));
  }
  answers.scores = scores;
  const auto measured = evaluate(answers, texts_of(asked), given(goods())).evaluation;
  EXPECT_EQ(measured.metrics, own.metrics);
  for (const auto& [name, value] : measured.metrics) {
    if (name.starts_with("precision_at_")) continue;
    EXPECT_THAT(known_metrics(), testing::Contains(name));
  }
  EXPECT_TRUE(is_loss("tree_loss"));
  EXPECT_FALSE(is_loss("accuracy"));

  answers = {};
  answers.sets.emplace();
  for (const auto& best : best_classes(model, texts_of(asked))) {
    answers.sets->push_back({std::string(model.label_space().name(best.label))});
  }
  const auto by_sets = evaluate(answers, texts_of(asked), given(goods())).evaluation;
  EXPECT_EQ(by_sets.find("tree_loss"), own.find("tree_loss"));
  EXPECT_FALSE(by_sets.find("average_precision"));

  answers.sets->front() = {"grape"};
  expect_error([&] { evaluate(answers, texts_of(asked), given(goods())); }, ErrorKind::input,
               "'grape'");
  answers.sets->pop_back();
  expect_error([&] { evaluate(answers, texts_of(asked), given(goods())); }, ErrorKind::input,
               "expected 50, one for each example, got 49");
  expect_error([&] { evaluate(GivenAnswers{}, texts_of(asked), given(goods())); }, ErrorKind::usage,
               "got neither");
}

TEST_F(Api, ListsTheParametersOfTexts) {
  std::vector<std::string> names;
  for (const Parameter& parameter : text_parameters()) names.push_back(parameter.name);
  EXPECT_THAT(names, testing::IsSupersetOf({"ngrams", "min_df", "normalize", "scale", "missing"}));
}

TEST_F(Api, MeasuresAndCalibrates) {
  const auto training = texts_of(documents(600, 5));
  const auto test = texts_of(documents(200, 6));
  TrainOptions options;
  options.calibration_folds = 3;
  const auto method = make_method("clade");
  const Model model = train(training, goods(), *method, options).model;
  const ModelEvaluation measured = evaluate(model, test);
  EXPECT_EQ(measured.evaluation.instances, 200U);
  EXPECT_GT(*measured.evaluation.find("accuracy"), 0.6);
  EXPECT_THAT(measured.json(), HasSubstr("\"accuracy\""));
  PredictOptions sure;
  sure.confidence = 0.99;
  for (const auto& answers : predict(model, test, sure)) {
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_GE(*answers.front().probability, 0.99);
  }
  options.calibration_folds = 0;
  const Model plain = train(training, goods(), *method, options).model;
  expect_error([&] { predict(plain, test, sure); }, ErrorKind::usage, "no probabilities");
  EXPECT_EQ(saved(calibrate(plain, training, 3)), saved(model));
}

TEST_F(Api, AStreamLearnsWhatTrainingDoes) {
  const auto training = documents(300, 7);
  const auto method = make_method("perceptron", {{"epochs", 1}, {"order", "file"}});
  TrainOptions options;
  options.text = {{"weighting", "log-tf"}, {"min_df", 1}};
  TrainingStream stream(goods(), *method, options);
  for (std::size_t i = 0; i < training.size(); i += 50) {
    ASSERT_TRUE(stream.observe(texts_of({training.begin() + static_cast<std::ptrdiff_t>(i),
                                         training.begin() + static_cast<std::ptrdiff_t>(i) + 50})));
  }
  const Model streamed = stream.finish().model;
  const Model trained = train(texts_of(training), goods(), *method, options).model;
  const auto asked = documents(50, 8);
  for (const Document& one : asked) {
    EXPECT_NEAR(streamed.predict_text(one.text, 1).front().score,
                trained.predict_text(one.text, 1).front().score, 1e-4);
  }
  TrainingStream resumed(streamed);
  ASSERT_TRUE(resumed.observe(texts_of(documents(60, 9))));
  const Model later = resumed.finish().model;
  EXPECT_NE(saved(later), saved(streamed));
  EXPECT_EQ(saved(later), saved(update(streamed, texts_of(documents(60, 9))).model));
}

TEST_F(Api, UpdatesABatchModel) {
  const Model first = train(texts_of(documents(300, 10)), goods(), *make_method("hsvm")).model;
  const Model second = update(first, texts_of(documents(100, 11)), {{"C", 0.1}}).model;
  EXPECT_EQ(second.label_space().size(), first.label_space().size());
  expect_error(
      [&] {
        update(first, texts_of(documents(10, 1)), {{"flat", true}});
      },
      ErrorKind::usage, "`flat`");
}

TEST_F(Api, AnInterruptedTrainingSaysSo) {
  struct Stopper : Reporter {
    bool stop_requested() const override { return true; }
  } stopper;
  TrainOptions options;
  options.reporter = &stopper;
  const Trained trained =
      train(texts_of(documents(300, 12)), goods(), *make_method("hsvm"), options);
  EXPECT_EQ(trained.summary.stopped, Stop::interrupted);
}

TEST_F(Api, ATrainingEndsInTimeWithItsGap) {
  const auto method = make_method("clade", {{"C", 1e6}, {"tolerance", 1e-14}});
  TrainOptions options;
  options.max_seconds = 0.05;
  const Trained trained = train(texts_of(documents(2000, 1)), goods(), *method, options);
  EXPECT_EQ(trained.summary.stopped, Stop::max_seconds);
  ASSERT_TRUE(trained.summary.objective);
  EXPECT_GT(trained.summary.objective->primal, 0);
  EXPECT_FALSE(predict(trained.model, "apple1").empty());
  options.max_seconds = 0;
  expect_error([&] { train(texts_of(documents(20, 1)), goods(), *method, options); },
               ErrorKind::usage, "`max_seconds`: expected a number above 0");
}

TEST_F(Api, CIsChosenForAMeasure) {
  const auto method = make_method("svm", {{"C", "auto"}});
  TrainOptions options;
  options.choose_C_for = "macro_f1";
  const Trained trained = train(texts_of(documents(100, 1)), goods(), *method, options);
  EXPECT_TRUE(traits_of(trained.model).C->value.has_value());
  EXPECT_FALSE(method->traits().C->value.has_value());
  const auto fixed = make_method("svm", {{"C", 1}});
  expect_error([&] { train(texts_of(documents(100, 1)), goods(), *fixed, options); },
               ErrorKind::usage, "`for`: has no effect without `C=auto`");
}

TEST_F(Api, RefusesOptionsWithoutEffect) {
  expect_error(
      [] {
        make_method("hsvm", {{"gamma", 1}});
      },
      ErrorKind::usage, "`gamma`: has no effect without `kernel=rbf` or `kernel=poly`");
  EXPECT_NE(make_method("hsvm", {{"gamma", 1}, {"kernel", "rbf"}}), nullptr);
}

TEST_F(Api, WarnsThroughTheReporter) {
  struct Listener : Reporter {
    void on_warning(std::string_view message) override { heard.emplace_back(message); }
    std::vector<std::string> heard;
  } listener;
  TrainOptions options;
  options.reporter = &listener;
  auto examples = texts_of(documents(100, 13));
  examples.add("no label here");
  train(examples, goods(), *make_method("hsvm"), options);
  EXPECT_THAT(listener.heard, testing::Contains(HasSubstr("1 of 101 instances have no label")));
}

TEST_F(Api, NamesTheParameterOfAWrongOption) {
  const auto error = test::error_of([] { make_method("hsvm", {{"C", -1.5}}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->parameter(), "C");
  EXPECT_EQ(error->message(), "expected a number above 0, inf or auto, got '-1.5'");
  expect_error(
      [] {
        make_method("hsvm", {{"max_epoch", 3}});
      },
      ErrorKind::usage,
      "`max_epoch`: method 'hsvm' has no such option (did you mean 'max_epochs'?)");
  expect_error([] { make_method("hsvn"); }, ErrorKind::usage, "did you mean 'hsvm'");
  TrainOptions options;
  options.text = {{"stemer", "english"}};
  expect_error([&] { train(texts_of(documents(9, 1)), goods(), *make_method("svm"), options); },
               ErrorKind::usage, "did you mean 'stemmer'");
}

TEST_F(Api, RefusesExamplesThatCannotBeUsed) {
  TextExamples texts;
  expect_error([&] { texts.add("x", {""}); }, ErrorKind::input, "examples:1: expected a label");
  texts.add("x", {"a"});
  expect_error([&] { texts.add("x", {"a\nb"}); }, ErrorKind::input, "examples:2: ");
  expect_error([&] { texts.add("x", {"a"}, {0.0, ""}); }, ErrorKind::input, "weight above 0");
  EXPECT_EQ(texts.size(), 1U) << "a refused example is not added";
  texts.add("x", {"a"});
  expect_error([&] { train(texts, goods(), *make_method("svm")); }, ErrorKind::input,
               "examples:1:1: label 'a' is not in the taxonomy");
  expect_error([&] { train(texts, no_taxonomy(), *make_method("svm")); }, ErrorKind::input,
               "only one class");
  expect_error([&] { train(TextExamples(), goods(), *make_method("svm")); }, ErrorKind::input,
               "expected labelled instances");

  VectorExamples vectors;
  using Row = std::vector<BasicFeature<double>>;
  expect_error([&] { vectors.add(Row{{0, 1}}); }, ErrorKind::input, "feature number from 1");
  expect_error([&] { vectors.add(std::vector<double>{1, INFINITY}); }, ErrorKind::input, "finite");
  EXPECT_EQ(vectors.size(), 0U);
  vectors.add(Row{{2, 1}, {2, 3}}, {"a"});
  vectors.add(Row{{1, 1}}, {"b"});
  expect_error([&] { train(vectors, no_taxonomy(), *make_method("svm")); }, ErrorKind::input,
               "examples:1: a feature has two values");
  VectorExamples large;
  large.add(Row{{1, 1e300}}, {"a"});
  large.add(Row{{1, 1}}, {"b"});
  expect_error([&] { train(large, no_taxonomy(), *make_method("svm")); }, ErrorKind::input,
               "too large for `precision=single`");
}

TEST_F(Api, RefusesArraysThatDoNotFit) {
  const std::vector<std::int32_t> offsets{0, 2, 1}, columns{0, 1}, negative{0, -1};
  const std::vector<float> values{1, 2};
  using View = CsrView<float, std::int32_t>;
  expect_error(
      [&] {
        VectorExamples::view(View{offsets, columns, values});
      },
      ErrorKind::input, "offsets");
  const std::vector<std::int32_t> right{0, 1, 2};
  expect_error(
      [&] {
        VectorExamples::view(View{right, negative, values});
      },
      ErrorKind::input, "column");
  expect_error(
      [&] {
        VectorExamples::view(View{right, columns, values}, {{"a"}});
      },
      ErrorKind::input, "labels for 2 rows, got 1");
  expect_error(
      [&] {
        VectorExamples::view(DenseView<float>{values.data(), 1, 2, 1});
      },
      ErrorKind::input, "stride");
}

TEST_F(Api, RefusesCodesThatAreNoLabels) {
  const std::vector<std::int64_t> codes{0, 1, 1}, wrong{0, 2, 1}, negative{0, -1, 1};
  const std::vector<std::int64_t> offsets{0, 2, 3}, gap{1, 2, 3}, falling{0, 2, 1, 3};
  TextExamples two = TextExamples::view({"x", "y"}), three = TextExamples::view({"x", "y", "z"});
  const auto refuses = [](TextExamples& examples, LabelCodes labels, const char* why) {
    expect_error([&] { examples.set_labels(std::move(labels)); }, ErrorKind::input, why);
  };
  refuses(two, {{"a", "b"}, codes}, "labels for 2 rows, got 3");
  refuses(two, {{"a", "b"}, codes, gap}, "offsets of labels");
  refuses(three, {{"a", "b"}, codes, falling}, "offsets of labels");
  refuses(three, {{"a", "b"}, wrong}, "examples:2: expected the number of one of 2 labels, got 2");
  refuses(three, {{"a", "b"}, negative}, "examples:2: ");
  refuses(two, {{"a", ""}, codes, offsets}, "examples:1: expected a label, got an empty one");
  refuses(three, {{"a", "b\t"}, codes}, "examples:2: expected a label without control");
  EXPECT_THROW(TextExamples::view({"x"}, {0.0}), Error);
  EXPECT_THROW(TextExamples::view({"x"}, {1, 1}), Error);
}

TEST_F(Api, RefusesEdgesThatAreNoTaxonomy) {
  expect_error([] { Taxonomy::from_edges({{"a", ""}}); }, ErrorKind::input, "edges:1");
  expect_error([] { Taxonomy::from_edges({}); }, ErrorKind::input, "got none");
  expect_error([] { Taxonomy::from_edges({{"a", "b"}, {"b", "a"}}); }, ErrorKind::input, "a -> b");
}

TEST_F(Api, WritesALossOfItsOwn) {
  const std::vector<std::string> classes{"apple", "pear", "hammer", "saw"};
  const std::string option = save_loss(path("costs.tsv"), classes, [](auto truth, auto guess) {
    return truth == guess ? 0.0 : truth == "saw" ? 5.0 : 1.0;
  });
  const auto examples = texts_of(documents(300, 14));
  const Model costly = train(examples, goods(), *make_method("hsvm", {{"loss", option}})).model;
  const Model usual = train(examples, goods(), *make_method("hsvm")).model;
  EXPECT_NE(saved(costly), saved(usual));
  expect_error([&] { save_loss(path("x.tsv"), classes, [](auto, auto) { return 1.0; }); },
               ErrorKind::input, "expected 0, got 1");
  EXPECT_FALSE(std::filesystem::exists(path("x.tsv")));
}

TEST_F(Api, FilesAreReadByTheirSplit) {
  std::string lines;
  for (const auto& [text, label] : documents(100, 15)) {
    lines += R"({"split":"train","text":")" + text + R"(","label":")" + label + "\"}\n";
    lines += R"({"split":"test","text":")" + text +
             R"(","label":"saw"})"
             "\n";
  }
  const FileExamples examples({folder_.write("split.jsonl", lines)});
  const auto [model, summary] = train(examples, goods(), *make_method("hsvm"));
  EXPECT_LT(*evaluate(model, examples).evaluation.find("accuracy"), 0.5) << "of the test part";
  expect_error(
      [&] {
        FileExamples({"x.svm"}, {{"splits", "a"}});
      },
      ErrorKind::usage, "did you mean 'split'");
}

}  // namespace
}  // namespace clade::detail
