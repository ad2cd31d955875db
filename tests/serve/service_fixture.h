// A service over small models, asked without HTTP.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <future>
#include <iterator>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/text.h"
#include "clade/clade.h"
#include "serve/service.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::serve {

using Json = nlohmann::json;

struct LabelledText {
  std::string text, label;
};

// Documents of four classes: words of the class among words of all.
inline std::vector<LabelledText> labelled_texts(std::size_t count, unsigned seed) {
  const std::vector<std::string> classes{"apple", "pear", "hammer", "saw"};
  std::mt19937 random(seed);
  std::vector<LabelledText> result;
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

inline Taxonomy goods() {
  return Taxonomy::from_edges({{"goods", "fruit"},
                               {"goods", "tools"},
                               {"fruit", "apple"},
                               {"fruit", "pear"},
                               {"tools", "hammer"},
                               {"tools", "saw"}});
}

// Trained by the method; with calibration folds above 0 it has probabilities.
inline Model goods_model(const std::string& method, std::size_t folds = 0, unsigned seed = 1) {
  TextExamples examples;
  for (const auto& [text, label] : labelled_texts(200, seed)) examples.add(text, {label});
  TrainOptions options;
  options.calibration_folds = folds;
  options.threads = 1;
  const auto made = make_method(method);
  return train(examples, goods(), *made, options).model;
}

class ServiceTest : public testing::Test {
 protected:
  struct Answer {
    int status = 0;
    Json body;
    std::string text;
  };

  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  std::filesystem::path save(const Model& model, const std::string& name) const {
    model.save(path(name + ".clade"));
    return path(name + ".clade");
  }
  ServiceOptions options_for(const std::vector<std::string>& names, bool journal = true) {
    ServiceOptions options;
    for (const std::string& name : names) options.models.push_back(path(name + ".clade"));
    if (journal) options.journal = path("feedback.db");
    options.notice = [this](std::string_view text) {
      const std::lock_guard lock(mutex_);
      notices_.emplace_back(text);
    };
    return options;
  }
  void start(const std::vector<std::string>& names, bool journal = true) {
    service_.reset();
    service_ = std::make_unique<Service>(options_for(names, journal));
  }
  void stop() { service_.reset(); }
  Service& service() { return *service_; }

  static Request request(const std::string& method, const std::string& target,
                         const std::string& body = "") {
    Request made;
    made.method = method;
    const std::size_t question = std::min(target.find('?'), target.size());
    for (const auto part : split(std::string_view(target).substr(1, question - 1), '/')) {
      made.path.emplace_back(part);
    }
    if (question < target.size()) {
      for (const auto field : split(std::string_view(target).substr(question + 1), '&')) {
        const std::size_t equals = field.find('=');
        made.query.emplace(field.substr(0, equals), field.substr(equals + 1));
      }
    }
    made.body = body;
    return made;
  }
  Answer ask(const std::string& method, const std::string& target, const std::string& body = "") {
    std::promise<Response> promise;
    service_->handle(request(method, target, body),
                     [&](Response response) { promise.set_value(std::move(response)); });
    const Response response = promise.get_future().get();
    EXPECT_EQ(response.type, "application/json");
    return {response.status, Json::parse(response.body), response.body};
  }
  Answer get(const std::string& target) { return ask("GET", target); }
  Answer post(const std::string& target, const Json& body) {
    return ask("POST", target, body.dump());
  }
  // A correction that has to be taken; its sequence number.
  std::int64_t correct(const std::string& model, const std::string& id, const std::string& text,
                       const std::vector<std::string>& labels) {
    const Answer answer = post("/v1/models/" + model + "/feedback",
                               {{"document", {{"id", id}, {"text", text}}}, {"labels", labels}});
    EXPECT_EQ(answer.status, 200) << answer.text;
    return answer.body.value("sequence", std::int64_t{0});
  }
  // The update when it has ended.
  Json ended(const std::string& model, std::int64_t update) {
    for (int i = 0; i < 12000; ++i) {
      Json body = get("/v1/models/" + model + "/updates/" + std::to_string(update)).body;
      if (body.value("state", "") != "running") return body;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the update does not end";
    return {};
  }
  std::vector<std::string> notices() {
    const std::lock_guard lock(mutex_);
    return notices_;
  }

  static void expect_error(const Answer& answer, int status, const std::string& kind,
                           const std::string& part) {
    EXPECT_EQ(answer.status, status) << answer.text;
    if (!answer.body.contains("error")) {
      ADD_FAILURE() << answer.text;
      return;
    }
    EXPECT_EQ(answer.body["error"]["kind"], kind) << answer.text;
    EXPECT_THAT(answer.body["error"]["message"].get<std::string>(), testing::HasSubstr(part));
  }

  test::TempFolder folder_;

 private:
  std::mutex mutex_;
  std::vector<std::string> notices_;
  std::unique_ptr<Service> service_;
};

}  // namespace clade::detail::serve
