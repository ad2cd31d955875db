// A server in this process, on a free port, over one small model.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "clade/clade.h"
#include "serve/http/server.h"
#include "tests/serve/http/raw_client.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::serve {

using Json = nlohmann::json;

// Four classes that are told apart by their words.
inline Model small_model() {
  TextExamples examples;
  for (const std::string label : {"apple", "pear", "hammer", "saw"}) {
    for (int i = 0; i < 9; ++i) {
      examples.add(label + std::to_string(i) + " " + label + std::to_string((i + 1) % 9), {label});
    }
  }
  TrainOptions options;
  options.threads = 1;
  const Taxonomy goods = Taxonomy::from_edges({{"goods", "fruit"},
                                               {"goods", "tools"},
                                               {"fruit", "apple"},
                                               {"fruit", "pear"},
                                               {"tools", "hammer"},
                                               {"tools", "saw"}});
  return train(examples, goods, *make_method("perceptron"), options).model;
}

class HttpTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { model_ = std::make_unique<Model>(small_model()); }
  static void TearDownTestSuite() { model_.reset(); }

  HttpTest() { options_.port = 0; }

  void start() {
    ServiceOptions service;
    const auto file = folder_.path() / "goods.clade";
    model_->save(file);
    service.models = {file};
    service.max_batch = 100;
    options_.threads = 2;
    server_ = std::make_unique<Server>(std::make_unique<Service>(service), options_);
  }

  RawClient client() {
    if (!server_) start();
    return RawClient(server_->port());
  }
  RawAnswer ask(const std::string& bytes) { return client().ask(bytes); }
  std::string host() { return "127.0.0.1:" + std::to_string(server_->port()); }

  // "GET /healthz" with these lines, each with its end.
  std::string request(const std::string& line, const std::string& lines = "") {
    if (!server_) start();
    return line + " HTTP/1.1\r\nHost: " + host() + "\r\n" + lines + "\r\n";
  }
  std::string post(const std::string& path, const std::string& body,
                   const std::string& lines = "") {
    return request("POST " + path, "Content-Type: application/json\r\nContent-Length: " +
                                       std::to_string(body.size()) + "\r\n" + lines) +
           body;
  }
  std::string predict(const std::string& lines = "") { return post(predict_path, document, lines); }

  static std::string kind_of(const RawAnswer& answer) {
    const auto json = Json::parse(answer.body, nullptr, false);
    if (!json.is_object() || !json.contains("error")) return "";
    EXPECT_FALSE(json["error"]["message"].get<std::string>().empty());
    return json["error"]["kind"];
  }
  void expect_refused(const std::string& bytes, int status, const std::string& kind) {
    const RawAnswer answer = ask(bytes);
    EXPECT_EQ(answer.status, status) << bytes.substr(0, 200);
    EXPECT_EQ(kind_of(answer), kind) << bytes.substr(0, 200);
  }

  static constexpr const char* predict_path = "/v1/models/goods/predict";
  static constexpr const char* document = R"({"document":{"text":"apple1 apple2"},"top":1})";
  static inline std::unique_ptr<Model> model_;
  test::TempFolder folder_;
  HttpOptions options_;
  std::unique_ptr<Server> server_;
};

}  // namespace clade::detail::serve
