// What is and what is not a request: borders that could be seen in two ways are refused.
#include <fmt/format.h>

#include "tests/serve/http/http_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;

class Message : public HttpTest {};

TEST_F(Message, IsAnswered) {
  const RawAnswer answer = ask(predict());
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.fields.at("content-type"), "application/json");
  EXPECT_EQ(Json::parse(answer.body)["predictions"][0]["labels"][0]["label"], "apple");
}

TEST_F(Message, WithTwoLengthsIsRefused) {
  const std::string path = std::string("POST ") + predict_path;
  const std::string json = "Content-Type: application/json\r\n";
  expect_refused(request(path, json + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n") + "{}",
                 400, "usage");
  expect_refused(request(path, json + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n") + "{}",
                 400, "usage");
  for (const std::string lengths :
       {"Content-Length: 2\r\nContent-Length: 3\r\n", "Content-Length: 2\r\nContent-Length: 2\r\n",
        "Content-Length: 2, 2\r\n", "Content-Length: +2\r\n", "Content-Length: -2\r\n",
        "Content-Length: 0x2\r\n", "Content-Length: 99999999999999999999999\r\n",
        "Content-Length:\r\n"}) {
    expect_refused(request(path, json + lengths) + "{}", 400, "usage");
  }
  for (const std::string encoding : {"gzip", "gzip, chunked", "chunked, identity", "identity",
                                     "xchunked", "chunked, chunked", "\"chunked\""}) {
    expect_refused(request(path, json + "Transfer-Encoding: " + encoding + "\r\n") + "0\r\n\r\n",
                   400, "usage");
  }
  expect_refused(
      request(path, json + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400,
      "usage");
}

TEST_F(Message, WithBrokenLinesIsRefused) {
  client();
  const std::string host_line = "Host: " + host() + "\r\n";
  const std::string begin = "GET /healthz HTTP/1.1\r\n";
  for (const std::string& bytes : std::vector<std::string>{
           begin + host_line + "A: b\r\n folded\r\n\r\n", begin + " A: b\r\n" + host_line + "\r\n",
           begin + "A : b\r\n" + host_line + "\r\n", "GET /healthz HTTP/1.1\nHost: x\n\n",
           begin + host_line + "A: b\n\r\n", begin + host_line + "A: b\rc\r\n\r\n",
           begin + host_line + std::string("A: b\0c\r\n\r\n", 10),
           begin + host_line + ": b\r\n\r\n", begin + host_line + "no colon\r\n\r\n",
           std::string("GET /health\0z HTTP/1.1\r\n", 24) + host_line + "\r\n",
           "GET  /healthz HTTP/1.1\r\n" + host_line + "\r\n",
           "GET /healthz HTTP/2.0\r\n" + host_line + "\r\n",
           "GET /healthz HTTP/1.2\r\n" + host_line + "\r\n", "GET /healthz\r\n\r\n",
           "GET /healthz http/1.1\r\n" + host_line + "\r\n",
           "\r\n\r\n" + begin + host_line + "\r\n", std::string("\x16\x03\x01\x02\x00", 5)}) {
    RawClient client(server_->port());
    const RawAnswer answer = client.ask(bytes);
    EXPECT_EQ(answer.status, 400) << bytes;
    EXPECT_EQ(kind_of(answer), "usage") << bytes;
    EXPECT_EQ(answer.fields.at("connection"), "close");
    EXPECT_TRUE(client.is_closed_within(5)) << bytes;
  }
  EXPECT_EQ(ask("\r\n" + begin + host_line + "\r\n").status, 200);
}

TEST_F(Message, InChunksIsReadHoweverItIsCut) {
  const std::string head =
      request(std::string("POST ") + predict_path,
              "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n");
  const std::string text = document;
  const std::string whole = head + "5;note=x\r\n" + text.substr(0, 5) + "\r\n" + "1\r\n" + text[5] +
                            "\r\n" + fmt::format("{:X}", text.size() - 6) + "\r\n" +
                            text.substr(6) + "\r\n0\r\nTrailer: x\r\n\r\n";
  EXPECT_EQ(ask(whole).status, 200);
  RawClient slow = client();
  for (const char c : whole) slow.send(std::string(1, c));
  EXPECT_EQ(slow.receive().status, 200);
  for (const std::string body :
       {"x\r\n{}\r\n0\r\n\r\n", "2\r\n{}0\r\n\r\n", "2\n{}\r\n0\r\n\r\n", "-2\r\n{}\r\n0\r\n\r\n",
        "ffffffffffffffffff\r\n{}", "2 \r\n{}\r\n0\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n", "\r\n\r\n",
        "2;a\nb\r\n{}\r\n0\r\n\r\n"}) {
    expect_refused(head + body, 400, "usage");
  }
}

TEST_F(Message, WithATrickyTargetIsRefused) {
  client();
  for (const std::string target :
       {"/v1/models/../models", "/v1/models/%2e%2e/models", "/v1/%2E/models", "/%00", "/%0a",
        "/v1/models/%c0%ae", "/v1/models/%ff", "/v1/models/%ed%a0%80", "/%", "/%4", "/%zz",
        "/healthz#x", "healthz", "ftp://x/", "http://", "/v1/models?a=%ff", "/v1/models?a=1&a=2",
        "/caf\xc3\xa9"}) {
    expect_refused(request("GET " + target), 400, "usage");
  }
  for (const std::string target :
       {"//healthz", "/healthz/", "/v1%2fmodels", "/v1//models", "/HEALTHZ",
        "/v1/models/%2fetc%2fpasswd", "/v1/models/goods.clade"}) {
    expect_refused(request("GET " + target), 404, "path");
  }
  EXPECT_EQ(ask(request("GET /%68ealthz")).status, 200);
  EXPECT_EQ(ask(request("GET http://" + host() + "/healthz")).status, 200);
  expect_refused(request("GET http://localhost/healthz"), 400, "usage");
}

TEST_F(Message, HasMethodsAsHttpSays) {
  RawClient head = client();
  head.send(request("HEAD /healthz"));
  const RawAnswer answer = head.receive(false);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.fields.at("content-length"), "15");
  EXPECT_EQ(head.ask(request("GET /healthz")).body, R"({"status":"ok"})");
  const RawAnswer options = ask(request("OPTIONS /v1/models/goods/predict"));
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.fields.at("allow"), "POST, OPTIONS");
  EXPECT_EQ(ask(request("OPTIONS *")).status, 204);
  for (const std::string method : {"PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "POST", "XYZ"}) {
    const RawAnswer refused = ask(request(method + " /healthz"));
    EXPECT_EQ(refused.status, 405) << method;
    EXPECT_EQ(kind_of(refused), "path");
    EXPECT_EQ(refused.fields.at("allow"), "GET, HEAD, OPTIONS");
  }
  expect_refused(request("OPTIONS /nowhere"), 404, "path");
}

TEST_F(Message, OfHttp10AndOnesInARow) {
  client();
  RawClient old(server_->port());
  const RawAnswer answer = old.ask("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(old.is_closed_within(5));
  RawClient kept(server_->port());
  const std::string again =
      "GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n";
  EXPECT_EQ(kept.ask(again).fields.at("connection"), "keep-alive");
  EXPECT_EQ(kept.ask(again).status, 200);
  RawClient row(server_->port());
  std::string many;
  for (int i = 0; i < 300; ++i) many += i % 2 == 0 ? predict() : request("GET /v1/models");
  row.send(many);
  for (int i = 0; i < 300; ++i) {
    const RawAnswer next = row.receive();
    ASSERT_EQ(next.status, 200) << i;
    EXPECT_THAT(next.body, HasSubstr(i % 2 == 0 ? "predictions" : "models"));
  }
}

TEST_F(Message, MayWaitForLeaveToSendItsBody) {
  const std::string text = document;
  RawClient polite = client();
  const std::string all = post(predict_path, text, "Expect: 100-continue\r\n");
  polite.send(all.substr(0, all.size() - text.size()));
  EXPECT_EQ(polite.receive().status, 100);
  polite.send(text);
  EXPECT_EQ(polite.receive().status, 200);
  RawClient refused = client();
  refused.send(
      request(std::string("POST ") + predict_path,
              "Expect: 100-continue\r\nContent-Length: 9\r\nContent-Type: text/plain\r\n"));
  EXPECT_EQ(refused.receive().status, 415);
  EXPECT_TRUE(refused.is_closed_within(5));
}

TEST_F(Message, NeedsTheTypeOfJson) {
  const std::string head = std::string("POST ") + predict_path;
  const std::string length =
      "Content-Length: " + std::to_string(std::string(document).size()) + "\r\n";
  for (const std::string type :
       {"", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonx\r\n", "Content-Type: application/json; charset=latin1\r\n",
        "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"}) {
    expect_refused(request(head, length + type) + document, 415, "type");
  }
  EXPECT_EQ(
      ask(request(head, length + "Content-Type: Application/JSON; charset=UTF-8\r\n") + document)
          .status,
      200);
  expect_refused(request("POST /v1/models/goods/explain",
                         "Content-Length: 2\r\nContent-Type: application/x-ndjson\r\n") +
                     "{}",
                 415, "type");
}

TEST_F(Message, RefusedKeepsTheConnectionWhereItsBodyIsSmall) {
  RawClient one = client();
  EXPECT_EQ(one.ask(request("POST /v1/models/goods/predict",
                            "Content-Length: 5\r\nContent-Type: text/plain\r\n") +
                    "hello")
                .status,
            415);
  EXPECT_EQ(one.ask(predict()).status, 200);
}

}  // namespace
}  // namespace clade::detail::serve
