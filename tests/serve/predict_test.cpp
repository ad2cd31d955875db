#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/serve/service_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;

class Predict : public ServiceTest {
 protected:
  Predict() {
    model_ = goods_model("hsvm");
    save(*model_, "goods");
    save(goods_model("hsvm", 3), "sure");
    start({"goods", "sure"}, false);
  }
  std::optional<Model> model_;
};

TEST_F(Predict, AnswersAsTheLibraryDoes) {
  PredictOptions options;
  options.top = 3;
  for (const auto& [text, label] : labelled_texts(20, 9)) {
    const auto expected = predict(*model_, text, options);
    const Answer answer =
        post("/v1/models/goods/predict", {{"document", {{"text", text}}}, {"top", 3}});
    ASSERT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body["model"], "goods");
    EXPECT_EQ(answer.body["generation"], 1);
    const Json& labels = answer.body["predictions"][0]["labels"];
    ASSERT_EQ(labels.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(labels[k]["label"], expected[k].label);
      EXPECT_EQ(labels[k]["score"].get<double>(), expected[k].score);  // to the last bit
      EXPECT_EQ(labels[k]["path"], Json(expected[k].path));
      EXPECT_FALSE(labels[k].contains("probability"));
    }
  }
}

TEST_F(Predict, NumbersDocumentsWithoutId) {
  const Answer answer =
      post("/v1/models/goods/predict",
           {{"documents",
             {{{"text", "apple1"}}, {{"id", "a \"b\"\n"}, {"text", "saw1"}}, {{"text", ""}}}}});
  ASSERT_EQ(answer.status, 200) << answer.text;
  EXPECT_EQ(answer.body["predictions"][0]["id"], "0");
  EXPECT_EQ(answer.body["predictions"][1]["id"], "a \"b\"\n");
  EXPECT_EQ(answer.body["predictions"][2]["id"], "2");
  EXPECT_EQ(answer.body["predictions"][0]["labels"][0]["label"], "apple");
  EXPECT_EQ(answer.body["predictions"][1]["labels"][0]["path"], (Json{"tools", "saw"}));
  EXPECT_EQ(post("/v1/models/goods/predict", {{"documents", Json::array()}}).body["predictions"],
            Json::array());
}

TEST_F(Predict, GivesProbabilitiesWhereTheModelHasThem) {
  const Json document{{"text", "hammer1 hammer2 hammer3"}};
  const Answer with = post("/v1/models/sure/predict",
                           {{"document", document}, {"probabilities", true}, {"top", 4}});
  double sum = 0;
  for (const Json& label : with.body["predictions"][0]["labels"]) {
    sum += label["probability"].get<double>();
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  const Answer deep =
      post("/v1/models/sure/predict", {{"document", document}, {"confidence", 0.5}});
  EXPECT_GE(deep.body["predictions"][0]["labels"][0]["probability"].get<double>(), 0.5);
  EXPECT_EQ(post("/v1/models/sure/predict", {{"document", document}, {"coverage", 0.9}}).status,
            200);
  for (const Json& wanted : {Json{{"probabilities", true}}, Json{{"confidence", 0.5}}}) {
    Json body = wanted;
    body["document"] = document;
    expect_error(post("/v1/models/goods/predict", body), 400, "usage", "no probabilities");
  }
}

TEST_F(Predict, RefusesWhatItDoesNotUnderstand) {
  const std::string target = "/v1/models/goods/predict";
  const auto refused = [&](const std::string& body, const std::string& kind, int status,
                           const std::string& part) {
    expect_error(ask("POST", target, body), status, kind, part);
  };
  refused("", "usage", 400, "malformed JSON");
  refused("{\"document\":", "usage", 400, "malformed JSON");
  refused("{\"document\":{\"text\":\"\xff\"}}", "usage", 400, "malformed JSON");
  refused("[]", "usage", 400, "object");
  refused("{}", "usage", 400, "document");
  refused(R"({"document":{"text":"a"},"documents":[]})", "usage", 400, "one of");
  refused(R"({"document":{"text":"a"},"topp":3})", "usage", 400,
          "unknown field 'topp' (did you mean 'top'?)");
  refused(R"({"document":{"text":"a","label":"x"}})", "usage", 400, "unknown field 'label'");
  refused(R"({"document":{"text":"a","text":"b"}})", "usage", 400, "twice");
  refused(R"({"document":{"text":7}})", "usage", 400, "a string");
  refused(R"({"document":{"id":7,"text":"a"}})", "usage", 400, "'id'");
  refused(R"({"documents":{"text":"a"}})", "usage", 400, "an array");
  refused(R"({"documents":[{"text":"a"},7]})", "usage", 400, "document 1");
  refused(R"({"document":{"text":"a"},"top":0})", "usage", 400, "at least 1");
  refused(R"({"document":{"text":"a"},"top":1.5})", "usage", 400, "whole number");
  refused(R"({"document":{"text":"a"},"confidence":1})", "usage", 400, "below 1");
  refused(R"({"document":{"text":"a"},"top":1,"coverage":0.5})", "usage", 400, "one of top");
  refused(R"({"document":{}})", "input", 422, "document 0: expected one of text, features");
  refused(R"({"document":{"text":"a","vector":[1]}})", "input", 422, "one of text");
  refused(R"({"document":{"vector":[1]}})", "input", 422, "takes a text");
  expect_error(ask("POST", "/v1/models/good/predict", R"({"document":{"text":"a"}})"), 404, "path",
               "no model 'good'");
  expect_error(ask("POST", target + "?top=3", R"({"document":{"text":"a"}})"), 400, "usage",
               "unknown field 'top'");
}

TEST_F(Predict, TakesSoManyDocumentsOnly) {
  ServiceOptions options = options_for({"goods"}, false);
  options.max_batch = 2;
  Service small(options);
  Json body{{"documents", Json::array()}};
  for (int i = 0; i < 3; ++i) body["documents"].push_back({{"text", "a"}});
  Response response;
  small.handle(request("POST", "/v1/models/goods/predict", body.dump()),
               [&](Response given) { response = std::move(given); });
  EXPECT_EQ(response.status, 413);
  EXPECT_THAT(response.body, HasSubstr("\"size\""));
}

TEST_F(Predict, LargeBatchesAreAnsweredInOrder) {
  const auto texts = labelled_texts(1000, 4);
  Json body{{"documents", Json::array()}};
  for (const auto& [text, label] : texts) body["documents"].push_back({{"text", text}});
  const Answer answer = post("/v1/models/goods/predict", body);
  ASSERT_EQ(answer.body["predictions"].size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(answer.body["predictions"][i]["id"], std::to_string(i));
    EXPECT_EQ(answer.body["predictions"][i]["labels"][0]["label"],
              predict(*model_, texts[i].text).front().label);
  }
}

TEST_F(Predict, LinesAreAnsweredOneByOne) {
  Response refused;
  const auto batch =
      service().line_batch(request("POST", "/v1/models/goods/predict?top=1"), refused);
  ASSERT_NE(batch, nullptr);
  const std::vector<std::string_view> first{R"({"text":"apple1"})", "", "{", R"({"id":"x"})"};
  const std::string lines = batch->answer(first);
  const std::vector<std::string_view> second{R"({"text":"saw1"})"};
  const std::string more = batch->answer(second);
  std::vector<Json> answers;
  for (const auto line : split(trim(lines), '\n')) answers.push_back(Json::parse(line));
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["labels"][0]["label"], "apple");
  EXPECT_EQ(answers[1]["id"], "1");
  EXPECT_EQ(answers[1]["error"]["kind"], "usage");
  EXPECT_EQ(answers[2]["id"], "x");
  EXPECT_EQ(answers[2]["error"]["kind"], "input");
  EXPECT_EQ(Json::parse(more)["id"], "3");
}

TEST_F(Predict, LinesAreRefusedBeforeTheFirst) {
  for (const char* query : {"?topp=1", "?top=0", "?top=x", "?probabilities=yes", "?confidence=2",
                            "?top=1&coverage=0.5", "?probabilities=true"}) {
    Response refused;
    EXPECT_EQ(service().line_batch(request("POST", std::string("/v1/models/goods/predict") + query),
                                   refused),
              nullptr)
        << query;
    EXPECT_EQ(refused.status, 400) << query;
  }
  Response refused;
  EXPECT_EQ(service().line_batch(request("POST", "/v1/models/x/predict"), refused), nullptr);
  EXPECT_EQ(refused.status, 404);
}

TEST_F(Predict, TakesFeaturesAndVectorsAsModelsDo) {
  VectorExamples named, dense;
  for (int i = 0; i < 20; ++i) {
    const double sign = i % 2 == 0 ? 1 : -1;
    const std::vector<std::pair<std::string, double>> row{{"width", sign}, {"height", 0.5}};
    named.add(row, {i % 2 == 0 ? "a" : "b"});
    const std::vector<double> numbers{sign, 0.5};
    dense.add(numbers, {i % 2 == 0 ? "a" : "b"});
  }
  const auto method = make_method("svm");
  save(train(named, no_taxonomy(), *method).model, "named");
  save(train(dense, no_taxonomy(), *method).model, "dense");
  start({"named", "dense"}, false);
  EXPECT_EQ(get("/v1/models/named").body["takes"], "features");
  EXPECT_EQ(get("/v1/models/dense").body["takes"], "vector");
  const auto label = [&](const std::string& model, const Json& document) {
    const Answer answer = post("/v1/models/" + model + "/predict", {{"document", document}});
    return answer.status == 200 ? answer.body["predictions"][0]["labels"][0]["label"] : answer.body;
  };
  EXPECT_EQ(label("named", {{"features", {{"width", 2}, {"height", nullptr}}}}), "a");
  EXPECT_EQ(label("named", {{"features", {{"width", -2}}}}), "b");
  EXPECT_EQ(label("dense", {{"vector", {3, 0}}}), "a");
  EXPECT_EQ(label("dense", {{"vector", {-3, 0}}}), "b");
  const auto refused = [&](const std::string& model, const std::string& document,
                           const std::string& part) {
    expect_error(ask("POST", "/v1/models/" + model + "/predict",
                     fmt::format(R"({{"document":{}}})", document)),
                 422, "input", part);
  };
  refused("named", R"({"features":{"width":1,"width":2}})", "twice");
  refused("named", R"({"text":"a"})", "takes named features");
  refused("dense", R"({"vector":[1e300]})", "too large");
  expect_error(ask("POST", "/v1/models/dense/predict", R"({"document":{"vector":["1"]}})"), 400,
               "usage", "numbers");
}

TEST_F(Predict, ExplainsAnswers) {
  const Answer answer = post("/v1/models/sure/explain",
                             {{"document", {{"id", "7"}, {"text", "the apple1, and saw2"}}}});
  ASSERT_EQ(answer.status, 200) << answer.text;
  EXPECT_EQ(answer.body["id"], "7");
  const Json& why = answer.body["explanation"];
  EXPECT_TRUE(why.contains("runner_up"));
  EXPECT_GT(why["probability"].get<double>(), 0);
  std::string text;
  double apple = 0;
  for (const Json& part : why["text"]) {
    text += part["text"].get<std::string>();
    if (part["text"] == "apple1") apple = part["share"].get<double>();
  }
  EXPECT_EQ(text, "the apple1, and saw2");
  EXPECT_NE(apple, 0);
  const Answer against =
      post("/v1/models/sure/explain", {{"document", {{"text", "apple1"}}}, {"against", "hammer"}});
  EXPECT_EQ(against.body["explanation"]["asked"]["label"], "hammer");
  expect_error(
      post("/v1/models/sure/explain", {{"document", {{"text", "apple1"}}}, {"against", "hamer"}}),
      422, "input", "hammer");
  expect_error(post("/v1/models/sure/explain", Json::object()), 400, "usage", "document");
}

// A document of each of 600 classes: words that it shares with many, together with none.
std::string text_of(int label) {
  return fmt::format("a{0} a{0} b{1} c{2}", label % 25, label / 25, label % 7);
}

Model wide_model() {
  std::vector<std::pair<std::string, std::string>> edges;
  TextExamples examples;
  for (int c = 0; c < 600; ++c) {
    const std::string name = "t" + std::to_string(c), group = "g" + std::to_string(c / 30);
    if (c % 30 == 0) edges.push_back({"all", group});
    edges.push_back({group, name});
    for (int repeat = 0; repeat < 2; ++repeat) examples.add(text_of(c), {name});
  }
  TrainOptions options;
  options.threads = 1;
  return train(examples, Taxonomy::from_edges(edges), *make_method("perceptron"), options).model;
}

// The service keeps a screen for so many classes; the library makes none for one document.
TEST_F(ServiceTest, OfManyClassesTheAnswersAreThoseOfTheLibrary) {
  const Model model = wide_model();
  save(model, "wide");
  start({"wide"}, false);
  EXPECT_THAT(notices(),
              testing::ElementsAre(HasSubstr("MB more in memory, to find the best of its 600")));
  for (const int label : {0, 17, 299, 300, 599}) {
    const std::string text = text_of(label) + " c3 b4";
    for (const int top : {0, 1, 2, 5, 599, 600, 601}) {
      PredictOptions options;
      options.top = static_cast<std::size_t>(top);
      const auto expected = predict(model, text, options);
      Json asked{{"document", {{"text", text}}}};
      if (top > 0) asked["top"] = top;
      const Answer answer = post("/v1/models/wide/predict", asked);
      ASSERT_EQ(answer.status, 200) << answer.text;
      const Json& labels = answer.body["predictions"][0]["labels"];
      ASSERT_EQ(labels.size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(labels[k]["label"], expected[k].label);
        EXPECT_EQ(labels[k]["score"].get<double>(), expected[k].score);
        EXPECT_EQ(labels[k]["path"], Json(expected[k].path));
      }
    }
  }
}

}  // namespace
}  // namespace clade::detail::serve
