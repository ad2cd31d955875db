// Limits of size, time and number; clients that are slow, silent, or gone.
#include <chrono>
#include <thread>

#include "tests/serve/http/http_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;

class Limits : public HttpTest {
 protected:
  static void wait(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

TEST_F(Limits, OfTheHeader) {
  options_.max_header = 1000;
  start();
  EXPECT_EQ(ask(request("GET /healthz", "A: " + std::string(800, 'x') + "\r\n")).status, 200);
  expect_refused(request("GET /healthz", "A: " + std::string(1000, 'x') + "\r\n"), 431, "size");
  expect_refused("GET /" + std::string(5000, 'x'), 431, "size");
}

TEST_F(Limits, OfTheBody) {
  options_.max_body = 1024;
  start();
  const std::string fits = document + std::string(900, ' '),
                    large = document + std::string(1100, ' ');
  EXPECT_EQ(ask(post(predict_path, fits)).status, 200);
  RawClient client(server_->port());
  EXPECT_EQ(kind_of(client.ask(post(predict_path, large))), "size");
  EXPECT_TRUE(client.is_closed_within(5));
  const std::string chunked =
      request(std::string("POST ") + predict_path,
              "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n");
  expect_refused(chunked + "800\r\n" + std::string(0x800, ' ') + "\r\n0\r\n\r\n", 413, "size");
  expect_refused(chunked + std::string(200'000, '1'), 400, "usage");
  RawClient huge(server_->port());
  const RawAnswer answer = huge.ask(request(
      std::string("POST ") + predict_path,
      "Content-Type: application/json\r\nContent-Length: 99999999999\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(answer.status, 413);
}

TEST_F(Limits, OfABatch) {
  std::string body = R"({"documents":[{"text":"a"})";
  for (int i = 0; i < 100; ++i) body += R"(,{"text":"a"})";
  expect_refused(post(predict_path, body + "]}"), 413, "size");
}

TEST_F(Limits, OfTimeForAHeader) {
  options_.header_seconds = 0.3;
  start();
  RawClient slow(server_->port());
  slow.send("GET /hea");
  const RawAnswer answer = slow.receive();
  EXPECT_EQ(answer.status, 408);
  EXPECT_EQ(kind_of(answer), "time");
  EXPECT_TRUE(slow.is_closed_within(5));
  // Byte for byte does not help.
  RawClient drip(server_->port());
  for (int i = 0; i < 12 && drip.send("A"); ++i) wait(0.05);
  EXPECT_EQ(drip.receive().status, 408);
}

TEST_F(Limits, OfTimeForABody) {
  options_.body_seconds = 0.3;
  start();
  RawClient slow(server_->port());
  slow.send(request(std::string("POST ") + predict_path,
                    "Content-Type: application/json\r\nContent-Length: 100\r\n") +
            "{");
  const RawAnswer answer = slow.receive();
  EXPECT_EQ(answer.status, 408);
  EXPECT_EQ(kind_of(answer), "time");
  // 64 KB at a time may go on for longer than the limit.
  RawClient steady(server_->port());
  const std::string part(std::size_t{70} << 10, ' ');
  steady.send(request(std::string("POST ") + predict_path,
                      "Content-Type: application/json\r\nContent-Length: " +
                          std::to_string(8 * part.size()) + "\r\n"));
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(steady.send(part)) << i;
    wait(0.1);
  }
  EXPECT_EQ(steady.receive().status, 400);  // all of it blank
}

TEST_F(Limits, OfIdleTimeEndWithoutAWord) {
  options_.idle_seconds = 0.3;
  start();
  RawClient fresh(server_->port()), used(server_->port());
  EXPECT_EQ(used.ask(request("GET /healthz")).status, 200);
  EXPECT_TRUE(fresh.is_closed_within(3));
  EXPECT_TRUE(used.is_closed_within(3));
}

TEST_F(Limits, OfConnections) {
  options_.max_connections = 4;
  start();
  {
    std::vector<RawClient> held;
    for (int i = 0; i < 4; ++i) {
      held.emplace_back(server_->port());
      EXPECT_EQ(held.back().ask(request("GET /healthz")).status, 200);
    }
    RawClient surplus(server_->port());
    const RawAnswer answer = surplus.receive();
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(kind_of(answer), "busy");
    EXPECT_TRUE(surplus.is_closed_within(5));
    EXPECT_EQ(held.front().ask(predict()).status, 200);
  }
  for (int i = 0; i < 50 && ask(request("GET /healthz")).status != 200; ++i) wait(0.05);
  EXPECT_EQ(ask(request("GET /healthz")).status, 200);
}

TEST_F(Limits, LetAThousandIdleConnectionsBe) {
  start();
  std::vector<RawClient> idle;
  for (int i = 0; i < 1000; ++i) idle.emplace_back(server_->port());
  EXPECT_EQ(ask(predict()).status, 200);
  EXPECT_THAT(ask(request("GET /metrics")).body, HasSubstr("clade_http_connections_total 1002\n"));
  for (std::size_t i = 0; i < idle.size(); i += 50) {
    EXPECT_EQ(idle[i].ask(request("GET /healthz")).status, 200);
  }
}

TEST_F(Limits, AHalfClosedClientGetsItsAnswer) {
  RawClient half = client();
  half.send(predict());
  half.end_sending();
  EXPECT_EQ(half.receive().status, 200);
  EXPECT_TRUE(half.is_closed_within(5));
  RawClient cut = client();
  cut.send(predict().substr(0, 40));
  cut.end_sending();
  EXPECT_EQ(cut.receive().status, 400);
  RawClient body = client();
  body.send(predict().substr(0, predict().size() - 5));
  body.end_sending();
  EXPECT_EQ(body.receive().status, 400);
}

TEST_F(Limits, AClientThatVanishesHarmsNobody) {
  start();
  for (int i = 0; i < 200; ++i) {
    RawClient gone(server_->port());
    const std::string all = predict() + predict();
    gone.send(std::string_view(all).substr(0, static_cast<std::size_t>(i) * all.size() / 200));
    gone.vanish();
  }
  EXPECT_EQ(ask(predict()).status, 200);
}

}  // namespace
}  // namespace clade::detail::serve
