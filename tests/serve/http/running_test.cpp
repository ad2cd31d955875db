// What a person who runs the service sees: counts, the log, TLS, the end.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "base/file.h"
#include "tests/serve/http/http_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class Running : public HttpTest {
 protected:
  std::string read(const std::string& name) const { return read_text(folder_.path() / name); }
  int run(const std::string& command) const {
    return std::system(
        ("cd " + folder_.path().string() + " && " + command + " 2>/dev/null").c_str());
  }
  void make_certificate(const std::string& name) const {
    ASSERT_EQ(run("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "
                  "subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout " +
                  name + ".key -out " + name + ".pem"),
              0);
  }
};

TEST_F(Running, CountsRequests) {
  start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(predict()).status, 200);
  ask(post(predict_path, "{"));
  EXPECT_EQ(ask(request("GET /nowhere")).status, 404);
  // A request counts when its answer is sent, which is a moment after it could be read.
  const std::string last =
      "clade_http_requests_total{route=\"other\",method=\"GET\",status=\"404\"} 1\n";
  std::string text;
  int asked = 0;
  while (text.find(last) == std::string::npos && ++asked < 500) {
    text = ask(request("GET /metrics")).body;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_THAT(text, HasSubstr(last));
  const std::string route = "route=\"/v1/models/{m}/predict\"";
  EXPECT_THAT(text, HasSubstr("clade_http_requests_total{" + route +
                              ",method=\"POST\",status=\"200\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("clade_http_requests_total{" + route +
                              ",method=\"POST\",status=\"400\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("clade_http_request_seconds_bucket{" + route + ",le=\"+Inf\"} 4\n"));
  EXPECT_THAT(text, HasSubstr(fmt::format("clade_http_connections_total {}\n", 5 + asked)));
}

TEST_F(Running, LogsRequestsWithoutTheirTexts) {
  options_.access_log = folder_.path() / "log";
  start();
  ask(predict());
  ask(request("GET /healthz?secret=1"));
  server_->stop(5);
  server_.reset();
  const std::string log = read("log");
  EXPECT_THAT(log, Not(HasSubstr("apple")));
  EXPECT_THAT(log, Not(HasSubstr("secret")));
  const Json line = Json::parse(log.substr(0, log.find('\n')));
  EXPECT_EQ(line["path"], predict_path);
  EXPECT_EQ(line["status"], 200);
  EXPECT_EQ(line["address"], "127.0.0.1");
  EXPECT_GT(line["bytes"], 100);
  EXPECT_EQ(line.size(), 8U);
}

TEST_F(Running, LogsTextsWhereAsked) {
  options_.access_log = folder_.path() / "log";
  options_.log_texts = true;
  start();
  ask(predict());
  server_->stop(5);
  EXPECT_THAT(read("log"), HasSubstr("apple1 apple2"));
}

TEST_F(Running, BeginsTheLogAgain) {
  options_.access_log = folder_.path() / "log";
  start();
  ask(request("GET /healthz"));
  for (int i = 0; i < 50 && read("log").empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::filesystem::rename(folder_.path() / "log", folder_.path() / "old");
  server_->reload();
  for (int i = 0; i < 50 && !std::filesystem::exists(folder_.path() / "log"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ask(request("GET /readyz"));
  server_->stop(5);
  EXPECT_THAT(read("old"), HasSubstr("/healthz"));
  EXPECT_THAT(read("log"), HasSubstr("/readyz"));
}

TEST_F(Running, EndsWithTheRequestsThatWereTaken) {
  start();
  RawClient idle(server_->port()), busy(server_->port());
  EXPECT_EQ(idle.ask(request("GET /healthz")).status, 200);
  const std::string all = predict();
  busy.send(all.substr(0, all.size() - 10));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::thread stopping([&] { server_->stop(20); });
  EXPECT_TRUE(idle.is_closed_within(5));
  busy.send(all.substr(all.size() - 10));
  const RawAnswer answer = busy.receive();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.fields.at("connection"), "close");
  { const RawClient gone = std::move(busy); }
  stopping.join();
  EXPECT_THROW(RawClient(server_->port()), std::runtime_error);
}

TEST_F(Running, EndsInTimeThoughAClientDoesNot) {
  start();
  RawClient busy(server_->port());
  busy.send(predict().substr(0, 50));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto begin = std::chrono::steady_clock::now();
  server_->stop(0.5);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(Running, RefusesAPortThatIsTaken) {
  start();
  options_.port = server_->port();
  const auto first = std::move(server_);
  test::expect_error([&] { start(); }, ErrorKind::environment, "cannot listen there");
}

TEST_F(Running, SpeaksTls) {
  make_certificate("own");
  options_.tls_certificate = folder_.path() / "own.pem";
  options_.tls_key = folder_.path() / "own.key";
  start();
  EXPECT_THAT(server_->url(), HasSubstr("https://"));
  const std::string url = "https://localhost:" + std::to_string(server_->port());
  const std::string curl = "curl -sf -m 10 --noproxy '*' --cacert own.pem ";
  EXPECT_EQ(run(curl + url + "/healthz > out"), 0);
  EXPECT_EQ(read("out"), R"({"status":"ok"})");
  EXPECT_EQ(run(curl + "-H 'Content-Type: application/json' -d '" + document + "' " + url +
                predict_path + " > out"),
            0);
  EXPECT_THAT(read("out"), HasSubstr("predictions"));
  EXPECT_EQ(run("curl -sf -m 10 --noproxy '*' --cacert own.pem " + url + "/ > out"), 0);
  EXPECT_THAT(read("out"), HasSubstr("</html>"));
  EXPECT_NE(run(curl + "--tls-max 1.1 " + url + "/healthz > out"), 0);
  EXPECT_NE(run("curl -sf -m 10 --noproxy '*' " + url + "/healthz > out"), 0) << "nobody signed it";
  // Plain HTTP, and somebody who never shakes hands.
  EXPECT_EQ(ask(request("GET /healthz")).status, 0);
  const RawClient silent = client();
  EXPECT_EQ(run(curl + url + "/healthz > out"), 0);
}

TEST_F(Running, RefusesCertificatesThatCannotBeUsed) {
  make_certificate("own");
  make_certificate("other");
  folder_.write("nonsense.pem", "nonsense");
  const auto refused = [&](const char* certificate, const char* key, ErrorKind kind,
                           const char* part) {
    options_.tls_certificate = folder_.path() / certificate;
    options_.tls_key = folder_.path() / key;
    test::expect_error([&] { check_options(options_); }, kind, part);
  };
  refused("own.pem", "other.key", ErrorKind::input, "does not belong to the certificate");
  refused("nonsense.pem", "own.key", ErrorKind::input, "expected a certificate");
  refused("own.pem", "nonsense.pem", ErrorKind::input, "expected a private key");
  refused("none.pem", "own.key", ErrorKind::environment, "none.pem");
  ASSERT_EQ(run("openssl rsa -aes128 -passout pass:word -in own.key -out locked.key"), 0);
  refused("own.pem", "locked.key", ErrorKind::input, "without a passphrase");
}

}  // namespace
}  // namespace clade::detail::serve
