// clade serve: models behind a URL.
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#ifdef CLADE_HAS_SERVICE
#include "serve/http/server.h"
#endif

namespace clade::detail::cli {

namespace {

constexpr std::size_t least_size = 1024;
constexpr const char* size_words = "a size such as 512K, 16M or 1G, of at least 1K";
constexpr TextRule size_rule{[](std::string_view text) {
                               return std::string(parse_size(text).value_or(0) < least_size
                                                      ? "expected " + std::string(size_words)
                                                      : "");
                             },
                             size_words};
constexpr NumberRule port_rule{[](double v) { return v >= 0 && v <= 65535; },
                               "a whole number from 0 to 65535"};
constexpr NumberRule seconds_rule{[](double v) { return v >= 0.1 && v <= 86400; },
                                  "a number of seconds from 0.1 to 86400"};
constexpr NumberRule connections_rule{[](double v) { return v >= 1 && v <= 1000000; },
                                      "a whole number from 1 to 1000000"};

struct ServeOptions {
  std::string listen = "127.0.0.1";
  int port = 8080;
  std::string journal, token_file, tls_certificate, tls_key, hosts, cors, calibration;
  int threads = 0;
  std::string max_body = "16M", max_header = "16K";
  int max_batch = 10000, max_connections = 4096;
  double header_seconds = 10, body_seconds = 30, idle_seconds = 60, rate = 0;
  std::string access_log;
  bool log_texts = false;

  static constexpr auto fields() {
    using P = ServeOptions;
    return std::tuple{
        Field{"listen", &P::listen, any_text,
              "the IP address to listen on; others than those of this machine alone (127.0.0.1, "
              "::1) need `token_file`"},
        Field{"port", &P::port, port_rule, "0: any free one, which is in the line that is printed"},
        Field{"journal", &P::journal, file_name,
              "where feedback is kept (SQLite); without it feedback and updates are refused"},
        Field{"token_file", &P::token_file, file_name,
              "who may do what: a line is a token and its role, read, feedback or admin; without "
              "it nobody is asked"},
        Field{"tls_certificate", &P::tls_certificate, file_name,
              "the chain of certificates, as PEM, for https"},
        Field{"tls_key", &P::tls_key, file_name, "its key, as PEM"},
        Field{"hosts", &P::hosts, any_text,
              "further names by which the service may be called, separated by commas"},
        Field{"cors", &P::cors, any_text,
              "web sites whose pages may call the service, separated by commas: "
              "https://example.org"},
        Field{"calibration", &P::calibration, file_name,
              "after an update of a batch method probabilities are learned anew from these data; "
              "without it the old ones are kept"},
        Field{"threads", &P::threads, thread_count, "how many threads answer requests"},
        Field{"max_body", &P::max_body, size_rule, "of a request, or of a line of a large batch"},
        Field{"max_batch", &P::max_batch, at_least_one, "documents in a request"},
        Field{"max_header", &P::max_header, size_rule, "of the request line and the header"},
        Field{"header_seconds", &P::header_seconds, seconds_rule,
              "a client has to send its header"},
        Field{
            "body_seconds", &P::body_seconds, seconds_rule,
            "a client has to send each further 64 KB of its body, and to take 64 KB of an answer"},
        Field{"idle_seconds", &P::idle_seconds, seconds_rule, "an unused connection is kept"},
        Field{"max_connections", &P::max_connections, connections_rule,
              "at a time; further ones are answered 503"},
        Field{"rate", &P::rate, at_least_zero,
              "requests a second for each token, without tokens for each address, with bursts of "
              "twice as many; 0: no limit"},
        Field{"access_log", &P::access_log, any_text,
              "a JSON object a line for each request; '-' is standard error"},
        PlainField{"log_texts", &P::log_texts,
                   "the access log has the bodies of requests, too, up to 64 KB of each"}};
  }
};

CommandSpec serve_spec(ServeOptions& options) {
  CommandSpec spec;
  spec.name = "serve";
  spec.summary = "answer over HTTP, and learn from corrections";
  spec.usage = {"MODEL... [options]"};
  spec.positionals = {{"MODEL...",
                       "files that 'clade train' wrote; the name of each is that of its file "
                       "without .clade",
                       true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  for (const char* name : {"cors", "hosts", "access_log"}) {
    hide_default(spec.groups.front().options, name);
  }
  spec.notes =
      "Prints the address and answers there until it is interrupted: open it in a browser, or ask\n"
      "with any HTTP client (docs/SERVICE.md has all requests). The first Ctrl-C finishes what "
      "was\n"
      "begun, the second ends at once. A model file that is replaced is loaded anew; SIGHUP does "
      "so "
      "at\nonce, and reads tokens and certificates and begins the access log again. Model files "
      "are "
      "never\nwritten to: what is learned from feedback is kept beside the journal.\n";
  spec.examples = {
      {"clade serve topics.clade", "on http://127.0.0.1:8080/, for this machine alone"},
      {"clade serve topics.clade genes.clade --journal feedback.db",
       "two models, with corrections that they learn from"},
      {"clade serve topics.clade --listen 0.0.0.0 --token-file tokens --tls-certificate cert.pem "
       "--tls-key key.pem",
       "for others, who need a token"}};
  return spec;
}

#ifdef CLADE_HAS_SERVICE

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  for (const std::string_view word : split(list, ',')) {
    if (!trim(word).empty()) words.emplace_back(trim(word));
  }
  return words;
}

void warn(std::string_view text) { write_warning(text); }

std::unique_ptr<serve::Service> load_service(const ServeOptions& options, const Arguments& models) {
  serve::ServiceOptions service;
  service.models = paths_from(models, 0);
  service.journal = options.journal;
  if (!options.calibration.empty()) service.calibration = {options.calibration};
  service.max_batch = static_cast<std::size_t>(options.max_batch);
  service.notice = warn;
  return std::make_unique<serve::Service>(std::move(service));
}

serve::HttpOptions http_options(const ServeOptions& options) {
  serve::HttpOptions http;
  http.listen = options.listen;
  http.port = static_cast<std::uint16_t>(options.port);
  http.token_file = options.token_file;
  http.tls_certificate = options.tls_certificate;
  http.tls_key = options.tls_key;
  http.hosts = words_of(options.hosts);
  http.cors = words_of(options.cors);
  http.threads = static_cast<unsigned>(options.threads);
  http.max_body = *parse_size(options.max_body);
  http.max_header = *parse_size(options.max_header);
  http.header_seconds = options.header_seconds;
  http.body_seconds = options.body_seconds;
  http.idle_seconds = options.idle_seconds;
  http.max_connections = static_cast<std::size_t>(options.max_connections);
  http.rate = options.rate;
  http.access_log = options.access_log;
  http.log_texts = options.log_texts;
  http.notice = warn;
  return http;
}

constexpr double stop_seconds = 30;

void answer_until_stopped(serve::Server& server) {
  constexpr int looks_at_files = 10;  // every so many turns
  for (int turn = 1; !stop_was_requested(); ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (take_reload_request()) {
      server.reload();
    } else if (turn % looks_at_files == 0) {
      server.look_for_new_files();
    }
  }
}

int serve_models(const ServeOptions& options, const Arguments& models, Output& out) {
  const serve::HttpOptions http = http_options(options);
  serve::check_options(http);
  const ReloadSignal reload;
  serve::Server server(load_service(options, models), http);
  const GracefulStop stop;
  out.print("{}\n", server.url());
  out.flush();
  answer_until_stopped(server);
  server.stop(stop_seconds);
  return 0;
}

#else

int serve_models(const ServeOptions&, const Arguments&, Output&) {
  fail(ErrorKind::environment,
       "this clade was built without the service: build it again where Boost, OpenSSL and SQLite "
       "are installed (Debian: libboost-dev libssl-dev libsqlite3-dev)");
}

#endif

}  // namespace

int run_serve(const Arguments& words, Output& out) {
  ServeOptions options;
  const CommandSpec spec = serve_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  return serve_models(options, parse_arguments(spec, words), out);
}

}  // namespace clade::detail::cli
