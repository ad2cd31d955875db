// Who may do what, from where, and how often.
#include <sys/stat.h>

#include <chrono>
#include <functional>
#include <vector>

#include "tests/serve/http/http_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class Security : public HttpTest {
 protected:
  void use_tokens(const std::string& text =
                      "# who\nreader-0123456789 read\nwriter-0123456789 feedback # them\n"
                      "master-0123456789\n") {
    options_.token_file = folder_.write("tokens", text);
    ::chmod(options_.token_file.c_str(), 0600);
  }
  static std::string token(const std::string& name) {
    return "Authorization: Bearer " + name + "-0123456789\r\n";
  }
};

TEST_F(Security, AsksForTheNameOfTheService) {
  options_.hosts = {"models.example.org"};
  start();
  const std::string port = ":" + std::to_string(server_->port());
  const auto get = [&](const std::string& hosts) {
    return "GET /healthz HTTP/1.1\r\n" + hosts + "\r\n";
  };
  for (const std::string& name : {std::string("localhost"), "localhost" + port, "127.0.0.1" + port,
                                  std::string("Models.Example.ORG"), "models.example.org" + port}) {
    EXPECT_EQ(ask(get("Host: " + name + "\r\n")).status, 200) << name;
  }
  for (const std::string& name :
       {std::string("evil.example.com"), "evil.example.com" + port, std::string("127.0.0.1:1"),
        std::string("localhost.evil.com"), std::string(""), "localhost" + port + "x",
        std::string("0x7f000001"), std::string("a@localhost"), std::string("[::1]")}) {
    expect_refused(get("Host: " + name + "\r\n"), 403, "host");
  }
  expect_refused(get(""), 400, "usage");
  expect_refused(get("Host: localhost\r\nHost: localhost\r\n"), 400, "usage");
}

TEST_F(Security, RefusesOtherWebSites) {
  options_.cors = {"https://friend.example"};
  start();
  const std::string own = "http://" + host();
  EXPECT_EQ(ask(predict("Origin: " + own + "\r\n")).status, 200);
  for (const std::string& origin :
       {std::string("http://localhost"), std::string("null"), std::string("https://evil.example"),
        own + "0", own + "/", std::string("http://friend.example"), std::string("")}) {
    expect_refused(predict("Origin: " + origin + "\r\n"), 403, "origin");
  }
  const RawAnswer listed = ask(predict("Origin: https://friend.example\r\n"));
  EXPECT_EQ(listed.status, 200);
  EXPECT_EQ(listed.fields.at("access-control-allow-origin"), "https://friend.example");
  EXPECT_EQ(listed.fields.at("vary"), "Origin");
  const std::string preflight = "Access-Control-Request-Method: POST\r\n";
  const RawAnswer may = ask(request("OPTIONS /v1/models/goods/predict",
                                    "Origin: https://friend.example\r\n" + preflight));
  EXPECT_EQ(may.status, 204);
  EXPECT_THAT(may.fields.at("access-control-allow-headers"), HasSubstr("Authorization"));
  expect_refused(
      request("OPTIONS /v1/models/goods/predict", "Origin: https://evil.example\r\n" + preflight),
      403, "origin");
  EXPECT_FALSE(ask(predict()).fields.contains("access-control-allow-origin"));
}

TEST_F(Security, AsksForTokensAndRoles) {
  use_tokens();
  start();
  for (const std::string path : {"/healthz", "/readyz", "/", "/openapi.json"}) {
    EXPECT_EQ(ask(request("GET " + path)).status, 200) << path;
  }
  const RawAnswer none = ask(predict());
  EXPECT_EQ(none.status, 401);
  EXPECT_EQ(kind_of(none), "token");
  EXPECT_EQ(none.fields.at("www-authenticate"), "Bearer");
  for (const std::string field :
       {"Bearer wrong-0123456789", "Bearer reader-012345678", "Bearer reader-01234567890",
        "Bearer ", "Basic cmVhZGVyOg==", "reader-0123456789", "Bearer READER-0123456789"}) {
    expect_refused(predict("Authorization: " + field + "\r\n"), 401, "token");
  }
  expect_refused(request("GET /nowhere"), 401, "token");
  expect_refused(request("GET /metrics"), 401, "token");
  EXPECT_EQ(ask(predict(token("reader"))).status, 200);
  EXPECT_EQ(ask(predict("authorization: bearer   master-0123456789 \r\n")).status, 200);
  expect_refused(predict(token("reader") + token("reader")), 400, "usage");
  expect_refused(request("GET /metrics", token("writer")), 403, "role");
  EXPECT_EQ(ask(request("GET /metrics", token("master"))).status, 200);
  const std::string feedback = R"({"document":{"text":"x"},"labels":["saw"]})";
  expect_refused(post("/v1/models/goods/feedback", feedback, token("reader")), 403, "role");
  expect_refused(post("/v1/models/goods/feedback", feedback, token("writer")), 409, "conflict");
  expect_refused(post("/v1/models/goods/update", "{}", token("writer")), 403, "role");
}

double seconds_of(const std::function<void()>& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_F(Security, LetsThoseWaitWhoGuessTokens) {
  use_tokens();
  start();
  RawClient guesser = client();
  const std::string wrong = predict("Authorization: Bearer wrong-0123456789\r\n");
  // Nobody waits for a few answers.
  EXPECT_LT(seconds_of([&] {
              for (int i = 0; i < 5; ++i) EXPECT_EQ(guesser.ask(wrong).status, 401);
            }),
            1);
  std::string many;
  for (int i = 0; i < 200; ++i) many += wrong;
  guesser.send(many);
  for (int i = 0; i < 15; ++i) EXPECT_EQ(guesser.receive().status, 401);
  EXPECT_GT(seconds_of([&] {
              for (int i = 0; i < 20; ++i) EXPECT_EQ(guesser.receive().status, 401);
            }),
            1.5);
  // From the same address, meanwhile.
  EXPECT_LT(seconds_of([&] { EXPECT_EQ(ask(predict(token("reader"))).status, 200); }), 0.9);
  guesser.vanish();
}

TEST_F(Security, KeepsRoomForOthersBesideThoseWhoGuess) {
  use_tokens();
  options_.max_connections = 20;
  start();
  const std::string wrong = request("GET /metrics");
  std::vector<RawClient> guessers;
  for (int i = 0; i < 15; ++i) guessers.push_back(client());
  for (int i = 0; i < 3; ++i) {
    for (RawClient& guesser : guessers) guesser.send(wrong);
    EXPECT_EQ(ask(predict(token("reader"))).status, 200);
  }
  // No more than five may wait: the others are closed.
  int closing = 0;
  for (RawClient& guesser : guessers) {
    for (int i = 0; i < 3; ++i) {
      const RawAnswer answer = guesser.receive();
      EXPECT_EQ(answer.status, 401);
      closing += static_cast<int>(answer.fields.contains("connection"));
      if (answer.fields.contains("connection")) break;
    }
  }
  EXPECT_GE(closing, 5);
}

TEST_F(Security, EndsWhileGuessesWait) {
  use_tokens();
  start();
  std::vector<RawClient> guessers;
  for (int i = 0; i < 40; ++i) guessers.push_back(client());
  for (RawClient& guesser : guessers) guesser.send(request("GET /metrics"));
  EXPECT_EQ(ask(predict(token("reader"))).status, 200);
  EXPECT_LT(seconds_of([&] { server_->stop(0); }), 0.9);
}

TEST_F(Security, ReadsTokensAgain) {
  use_tokens();
  std::string notice;
  options_.notice = [&](std::string_view text) { notice = text; };
  start();
  RawClient kept = client();
  EXPECT_EQ(kept.ask(predict(token("reader"))).status, 200);
  folder_.write("tokens", "second-0123456789 read\n");
  server_->reload();
  EXPECT_EQ(kept.ask(predict(token("reader"))).status, 401);
  EXPECT_EQ(kept.ask(predict(token("second"))).status, 200);
  EXPECT_EQ(notice, "");
  folder_.write("tokens", "short read\n");
  server_->reload();
  EXPECT_THAT(notice, HasSubstr("tokens:1: expected a token of at least 16"));
  EXPECT_EQ(kept.ask(predict(token("second"))).status, 200);
}

TEST_F(Security, RefusesFilesOfTokensThatSayTooMuchOrTooLittle) {
  const auto refused = [&](const std::string& text, ErrorKind kind, const std::string& part) {
    use_tokens(text);
    test::expect_error([&] { check_options(options_); }, kind, part);
  };
  refused("", ErrorKind::input, "found none");
  refused("# nothing\n", ErrorKind::input, "found none");
  refused("abcdefghijklmno read\n", ErrorKind::input, ":1: expected a token of at least 16");
  refused("abcdefghijklmnop reader\n", ErrorKind::input,
          "expected the role read, feedback or admin");
  refused("abcdefghijklmnop\nabcdefghijklmnop read\n", ErrorKind::input,
          ":2: this token is there twice");
  use_tokens();
  ::chmod(options_.token_file.c_str(), 0640);
  test::expect_error([&] { check_options(options_); }, ErrorKind::environment, "chmod 600");
  options_.token_file = folder_.path() / "none";
  test::expect_error([&] { check_options(options_); }, ErrorKind::environment, "cannot be read");
  options_.token_file.clear();
  options_.listen = "0.0.0.0";
  test::expect_error([&] { check_options(options_); }, ErrorKind::usage, "`token_file`");
  options_.listen = "somewhere";
  test::expect_error([&] { check_options(options_); }, ErrorKind::usage, "expected an IP address");
  options_.listen = "127.0.0.1";
  options_.cors = {"example.org"};
  test::expect_error([&] { check_options(options_); }, ErrorKind::usage, "expected origins");
  options_.cors = {};
  options_.tls_key = "key";
  test::expect_error([&] { check_options(options_); }, ErrorKind::usage, "need each other");
}

TEST_F(Security, LimitsTheRateOfEachToken) {
  use_tokens();
  options_.rate = 2;
  start();
  RawClient one = client();
  int good = 0, refused = 0;
  for (int i = 0; i < 12; ++i) {
    const RawAnswer answer = one.ask(predict(token("reader")));
    if (answer.status == 200) ++good;
    if (answer.status != 429) continue;
    ++refused;
    EXPECT_EQ(kind_of(answer), "rate");
    EXPECT_EQ(answer.fields.at("retry-after"), "1");
  }
  EXPECT_GE(good, 4);
  EXPECT_GE(refused, 4);
  EXPECT_EQ(one.ask(predict(token("writer"))).status, 200);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(one.ask(request("GET /healthz")).status, 200);
}

TEST_F(Security, LimitsTheRateOfAnAddressWithoutTokens) {
  options_.rate = 1;
  start();
  std::map<int, int> statuses;
  for (int i = 0; i < 10; ++i) ++statuses[ask(predict()).status];
  EXPECT_GE(statuses[200], 2);
  EXPECT_GE(statuses[429], 5);
}

TEST_F(Security, TellsNothingOfItsInside) {
  const RawAnswer answer = ask(post(predict_path, R"({"document":{"text":5}})"));
  EXPECT_GE(answer.status, 400);
  EXPECT_LT(answer.status, 500);
  EXPECT_THAT(answer.body, Not(HasSubstr("/work")));
  EXPECT_THAT(answer.body, Not(HasSubstr(folder_.path().string())));
}

TEST_F(Security, SendsThePageWithAStrictPolicy) {
  const RawAnswer page = ask(request("GET /"));
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.fields.at("content-type"), HasSubstr("text/html"));
  EXPECT_THAT(page.fields.at("content-security-policy"), HasSubstr("default-src 'none'"));
  EXPECT_THAT(page.fields.at("content-security-policy"), HasSubstr("connect-src 'self'"));
  EXPECT_THAT(page.fields.at("content-security-policy"), HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(page.fields.at("content-security-policy"), Not(HasSubstr("unsafe")));
  EXPECT_EQ(page.fields.at("x-content-type-options"), "nosniff");
  EXPECT_TRUE(Json::parse(ask(request("GET /openapi.json")).body).contains("paths"));
}

}  // namespace
}  // namespace clade::detail::serve
