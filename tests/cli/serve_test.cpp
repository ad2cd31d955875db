// clade serve as a person runs it: from its first line to its end.
#ifdef CLADE_HAS_SERVICE
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Serve : public SmallProblem {
 protected:
  // A running one; killed at the end of the test if it still runs.
  struct Running {
    pid_t process = 0;
    std::string url;
  };

  ~Serve() override {
    if (running_.process > 0) send_signal(running_.process, SIGKILL);
  }

  static bool holds_within(double seconds, const std::function<bool()>& condition) {
    for (int i = 0; i < seconds * 50; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }

  void start(const Words& more = {}) {
    Words words{"serve", model({"--method", "perceptron"}), "--port", "0"};
    words.insert(words.end(), more.begin(), more.end());
    running_.process = start_clade(words, {"", path("out"), path("err")});
    ASSERT_TRUE(holds_within(20, [&] { return read_file(path("out")).ends_with('\n'); }))
        << read_file(path("err"));
    running_.url = read_file(path("out"));
    running_.url.pop_back();
  }
  int end(int signal) {
    send_signal(running_.process, signal);
    const int code = wait_for(running_.process);
    running_.process = 0;
    return code;
  }
  // What curl prints, the status behind it.
  std::string ask(const std::string& target, const std::string& more = "") const {
    const std::string file = path("answer");
    static_cast<void>(std::system(("curl -s -m 10 --noproxy '*' -w ' %{http_code}' " + more + " '" +
                                   running_.url + target + "' > " + file)
                                      .c_str()));
    return read_file(file);
  }

  Running running_;
};

TEST_F(Serve, PrintsItsAddressAnswersAndEnds) {
  start();
  EXPECT_THAT(running_.url, StartsWith("http://127.0.0.1:"));
  EXPECT_EQ(ask("healthz"), "{\"status\":\"ok\"} 200");
  EXPECT_THAT(ask("v1/models"), HasSubstr("\"models\""));
  EXPECT_EQ(end(SIGTERM), 0);
  EXPECT_EQ(read_file(path("err")), "");
}

TEST_F(Serve, EndsAtTheSecondInterruptAtOnce) {
  start({"--body-seconds", "60"});
  // A request whose body does not come holds the end up.
  const std::string port = running_.url.substr(17, running_.url.size() - 18);
  const std::string slow =
      "bash -c \"exec 3<>/dev/tcp/127.0.0.1/" + port +
      "; printf 'POST /v1/models/model/predict HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: "
      "application/json\\r\\nContent-Length: 9\\r\\n\\r\\n' >&3; sleep 4\" > /dev/null 2>&1 &";
  static_cast<void>(std::system(slow.c_str()));
  ASSERT_TRUE(holds_within(
      5, [&] { return ask("metrics").find("clade_http_connections 2\n") != std::string::npos; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // for its header
  send_signal(running_.process, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_EQ(end(SIGINT), 130);
  EXPECT_THAT(read_file(path("err")), HasSubstr("interrupted"));
}

TEST_F(Serve, ReadsTokensAgainWhenItIsTold) {
  const std::string tokens = write("tokens", "first-token-0123456 admin\n");
  ::chmod(tokens.c_str(), 0600);
  start({"--token-file", tokens});
  const std::string first = "-H 'Authorization: Bearer first-token-0123456'";
  const std::string second = "-H 'Authorization: Bearer second-token-123456'";
  EXPECT_THAT(ask("v1/models"), HasSubstr(" 401"));
  EXPECT_THAT(ask("v1/models", first), HasSubstr(" 200"));
  write("tokens", "second-token-123456 read\n");
  send_signal(running_.process, SIGHUP);
  EXPECT_TRUE(holds_within(5, [&] { return ask("v1/models", second).ends_with(" 200"); }));
  EXPECT_THAT(ask("v1/models", first), HasSubstr(" 401"));
  EXPECT_EQ(end(SIGINT), 0);
}

TEST_F(Serve, RefusesWhatMakesNoSense) {
  const std::string file = model({"--method", "perceptron"});
  const auto refused = [&](const Words& more, int code, const char* what) {
    Words words{"serve", file};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, code) << what;
    EXPECT_THAT(answer.err, HasSubstr(what));
  };
  refused({"--listen", "0.0.0.0"}, 2, "needs --token-file");
  refused({"--listen", "localhost"}, 2, "--listen: expected an IP address");
  refused({"--port", "65536"}, 2, "--port: expected a whole number from 0 to 65535");
  refused({"--max-body", "16X"}, 2, "--max-body: expected a size");
  refused({"--max-header", "0"}, 2, "--max-header: expected a size");
  refused({"--tls-key", "key.pem"}, 2, "--tls-certificate and --tls-key need each other");
  refused({"--log-texts"}, 2, "--log-texts needs --access-log");
  refused({"--cors", "example.org"}, 2, "--cors: expected origins");
  refused({"--hosts", "a:80"}, 2, "--hosts: expected names");
  refused({"--token-file", path("none")}, 5, "cannot be read");
  const std::string open = write("open", "first-token-0123456\n");
  ::chmod(open.c_str(), 0644);
  refused({"--token-file", open}, 5, "chmod 600");
  refused({file, "--port", "0"}, 2, "two models have the name");
  EXPECT_THAT(run_clade({"serve"}).err, HasSubstr("MODEL is missing"));
  EXPECT_EQ(run_clade({"serve", data()}).code, 4);
}

}  // namespace
}  // namespace clade::detail::test
#endif
