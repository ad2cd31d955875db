// Large batches: a document a line, answered while they come, in bounded memory.
#include <fmt/format.h>

#include "base/memory.h"
#include "base/text.h"
#include "tests/serve/http/http_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;

class Stream : public HttpTest {
 protected:
  std::string head(const std::string& query, const std::string& lines) {
    return request("POST " + std::string(predict_path) + query,
                   "Content-Type: application/x-ndjson\r\n" + lines);
  }
  static std::string line(int i) {
    return fmt::format("{{\"id\":\"d{}\",\"text\":\"apple{} saw{}\"}}\n", i, i % 9, i % 7);
  }
  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (const auto part : split(text, '\n')) lines.emplace_back(part);
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
  }
};

TEST_F(Stream, AnswersEachLineInOrder) {
  std::string body;
  for (int i = 0; i < 3000; ++i) body += i % 100 == 7 ? "nonsense\n" : line(i);
  body.pop_back();  // the last line needs no end
  RawClient client = HttpTest::client();
  const RawAnswer answer =
      client.ask(head("?top=1", "Content-Length: " + std::to_string(body.size()) + "\r\n") + body);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.fields.at("content-type"), "application/x-ndjson");
  EXPECT_TRUE(answer.is_whole);
  const auto lines = lines_of(answer.body);
  ASSERT_EQ(lines.size(), 3000U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json json = Json::parse(lines[i]);
    EXPECT_EQ(json["id"], i % 100 == 7 ? std::to_string(i) : "d" + std::to_string(i));
    EXPECT_EQ(json.contains("error"), i % 100 == 7);
  }
  EXPECT_EQ(client.ask(predict()).status, 200);  // the connection goes on
}

TEST_F(Stream, AnswersBeforeTheBatchHasEnded) {
  RawClient client = HttpTest::client();
  client.send(head("", "Transfer-Encoding: chunked\r\n"));
  const std::string one = line(1);
  client.send(fmt::format("{:x}\r\n{}\r\n", one.size(), one));
  EXPECT_THAT(client.some(5), HasSubstr("\"id\":\"d1\""));
  client.send("0\r\n\r\n");
  EXPECT_THAT(client.some(5), HasSubstr("0\r\n\r\n"));
}

TEST_F(Stream, RefusesWhatItCannotBegin) {
  start();
  EXPECT_EQ(ask(head("?top=x", "Content-Length: 0\r\n")).status, 400);
  EXPECT_EQ(ask(head("?nonsense=1", "Content-Length: 0\r\n")).status, 400);
  EXPECT_EQ(ask(request("POST /v1/models/none/predict",
                        "Content-Type: application/x-ndjson\r\nContent-Length: 0\r\n"))
                .status,
            404);
  const RawAnswer empty = ask(head("", "Content-Length: 0\r\n"));
  EXPECT_EQ(empty.status, 200);
  EXPECT_EQ(empty.body, "");
}

TEST_F(Stream, RefusesALineThatIsTooLong) {
  options_.max_body = 100'000;
  start();
  const std::string size = "Content-Length: 300000\r\n";
  expect_refused(head("", size) + std::string(300'000, 'x'), 413, "size");
  const RawAnswer late = ask(head("", size) + line(1) + std::string(300'000 - line(1).size(), 'x'));
  EXPECT_FALSE(late.status == 200 && late.is_whole);
}

TEST_F(Stream, EndsWithAConnectionOfHttp10) {
  start();
  const std::string body = line(1) + line(2);
  const RawAnswer answer =
      ask("POST " + std::string(predict_path) +
          " HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: " +
          std::to_string(body.size()) + "\r\n\r\n" + body);
  EXPECT_FALSE(answer.fields.contains("transfer-encoding"));
  EXPECT_EQ(lines_of(answer.body).size(), 2U);
}

TEST_F(Stream, StaysWithinBoundsWhereNobodyReads) {
  options_.body_seconds = 0.5;
  start();
  const std::size_t before = own_memory();
  RawClient client(server_->port());
  client.send(head("?top=4", "Content-Length: 1000000000\r\n"));
  std::string part;
  for (int i = 0; i < 1000; ++i) part += line(i);
  std::size_t sent = 0;
  while (sent < 400'000'000 && client.send(part)) sent += part.size();
  EXPECT_LT(sent, 100'000'000U) << "the server takes what nobody reads the answers of";
  EXPECT_LT(own_memory(), before + (std::size_t{64} << 20));
  EXPECT_EQ(ask(predict()).status, 200);
}

TEST_F(Stream, SurvivesClientsThatVanish) {
  start();
  std::string part;
  for (int i = 0; i < 2000; ++i) part += line(i);
  for (int round = 0; round < 20; ++round) {
    RawClient client(server_->port());
    client.send(head("", "Content-Length: 100000000\r\n") + part);
    if (round % 2 == 0) client.some(5);
    client.vanish();
  }
  EXPECT_EQ(ask(predict()).status, 200);
}

}  // namespace
}  // namespace clade::detail::serve
