// What the service reads: bytes of HTTP, and the file of feedback.
#include "serve/http/head_scanner.h"
#include "serve/http/line_feed.h"
#include "serve/http/names.h"
#include "serve/http/request_parser.h"
#include "serve/http/target.h"
#include "serve/journal/journal_tools.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/serve/service_fixture.h"

namespace clade::detail::fuzz {

using namespace serve;

namespace {

Service& service() {
  static const test::TempFolder folder;
  static const auto made = [] {
    goods_model("perceptron").save(folder.path() / "goods.clade");
    ServiceOptions options;
    options.models = {folder.path() / "goods.clade"};
    return std::make_unique<Service>(options);
  }();
  return *made;
}

void check_answer(const Response& response) {
  expect(response.status >= 200 && response.status < 600, "a status is one of HTTP");
  expect(response.status != 500, "a request is no defect of clade");
  if (response.type == "application/json") {
    expect(Json::accept(response.body), "an answer is JSON");
  }
}

void answer_lines(const Request& request) {
  Response refused;
  const auto batch = service().line_batch(request, refused);
  if (!batch) return check_answer(refused);
  LineFeed feed(1 << 16);
  for (const char byte : request.body) {
    feed.text() += byte;
    if (feed.has_lines()) feed.answer(*batch);
  }
  feed.end();
  while (!feed.is_empty()) {
    const std::string answer = feed.answer(*batch);
    for (const auto line : split(answer, '\n')) {
      expect(line.empty() || Json::accept(line), "an answer is a line of JSON");
    }
  }
}

// One request as the session reads it; the bytes behind it, or none where it cannot go on.
std::string_view answer_one(std::string_view bytes) {
  HeadScanner scanner, at_once;
  auto found = HeadScanner::Found::part;
  for (std::size_t seen = 0; seen < bytes.size() && found == HeadScanner::Found::part;) {
    seen = std::min(bytes.size(), seen + 7);
    found = scanner.scan(bytes.substr(0, seen));
  }
  expect(found == at_once.scan(bytes), "pieces make no difference to what a header is");
  expect(found != HeadScanner::Found::whole || scanner.end() == at_once.end(),
         "pieces make no difference to where a header ends");
  if (found != HeadScanner::Found::whole) return {};
  RequestParser parser;
  const auto head = bytes.substr(scanner.begin(), scanner.end() - scanner.begin());
  if (!parser.parse_head(head).empty()) return {};
  Target target;
  const bool is_good_target = parse_target(parser.head().target, target).empty();
  if (parser.head().host) parse_authority(*parser.head().host);
  Request request;
  request.method = parser.head().method;
  const bool is_lines = parser.head().content_type == "application/x-ndjson";
  bytes.remove_prefix(scanner.end());
  while (!parser.is_done() && !bytes.empty()) {
    const auto taken = parser.parse_body(bytes, request.body);
    if (!taken) return {};
    expect(*taken <= bytes.size(), "no more is taken than there is");
    if (*taken == 0) return {};
    bytes.remove_prefix(*taken);
  }
  if (!is_good_target) return {};
  request.path = target.path;
  request.query = target.query;
  const Admission admission = service().admit(request.method, request.path);
  if (admission.status != 200) return bytes;
  if (is_lines && admission.takes_lines) {
    answer_lines(request);
  } else {
    std::promise<Response> promise;
    service().handle(request, [&](Response response) { promise.set_value(std::move(response)); });
    check_answer(promise.get_future().get());
  }
  return bytes;
}

void read_http(std::string_view bytes) {
  for (int requests = 0; requests < 8 && !bytes.empty(); ++requests) bytes = answer_one(bytes);
}

std::string post(const std::string& path, const std::string& body, const std::string& more = "") {
  return "POST " + path +
         " HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n" + more +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::vector<std::string> http_seeds() {
  const std::string lines = "{\"text\":\"apple1\"}\n{\"id\":\"a\",\"text\":\"saw2\"}\n";
  return {
      "GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1/models/goods?x=%41 "
      "HTTP/1.0\r\n\r\n",
      post("/v1/models/goods/predict",
           R"({"documents":[{"id":"d","text":"apple1 common2"}],"top":2,"scores":true})"),
      post("/v1/models/goods/predict", R"({"document":{"features":{"x":1e3}},"labels":"sign"})"),
      post("/v1/models/goods/explain", R"({"document":{"text":"apple1 \u00e9"},"top":3})"),
      post("/v1/models/goods/feedback", R"({"document":{"text":"a"},"labels":["apple"]})"),
      "POST /v1/models/goods/predict HTTP/1.1\r\nHost: [::1]:8080\r\nContent-Type: "
      "application/x-ndjson\r\nContent-Length: " +
          std::to_string(lines.size()) + "\r\n\r\n" + lines,
      "POST http://localhost/v1/models/goods/predict HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
      "Expect: 100-continue\r\nOrigin: http://localhost\r\n\r\n"
      "5;x=y\r\n{\"doc\r\n12\r\nument\":{\"text\":\"\"}\r\n1\r\n}\r\n0\r\nA: b\r\n\r\n",
      "DELETE /v1/models/goods/documents/a%2Fb HTTP/1.1\r\n\r\n",
      "GET /v1/models/goods/taxonomy?parent=fruit&limit=1 HTTP/1.1\r\nA: b\r\n\r\n"};
}

// ---- The journal

void read_journal(std::string_view bytes) {
  const test::TempFolder folder;
  const auto file = folder.write("feedback.db", bytes);
  answer_or_error([&] {
    for (const JournalSummary& model : summarise_journal(file)) {
      expect(model.model.size() <= bytes.size(), "a name is of the file");
    }
  });
  answer_or_error([&] {
    export_journal(file, ExportChoice{{}, true},
                   [](std::string_view line) { expect(Json::accept(line), "a line is JSON"); });
  });
}

std::vector<std::string> journal_seeds() {
  const test::TempFolder folder;
  goods_model("perceptron").save(folder.path() / "goods.clade");
  {
    ServiceOptions options;
    options.models = {folder.path() / "goods.clade"};
    options.journal = folder.path() / "feedback.db";
    Service made(options);
    Request request{"POST", {"v1", "models", "goods", "feedback"}, {}, {}};
    for (const std::string label : {"apple", "saw"}) {
      request.body = R"({"document":{"id":"d","text":"pear1"},"labels":[")" + label + "\"]}";
      std::promise<Response> promise;
      made.handle(request, [&](Response response) { promise.set_value(std::move(response)); });
      expect(promise.get_future().get().status == 200, "feedback is taken");
    }
  }
  compact_journal(folder.path() / "feedback.db");
  std::ifstream in(folder.path() / "feedback.db", std::ios::binary);
  return {std::string(std::istreambuf_iterator<char>(in), {}), std::string()};
}

constexpr FuzzTarget targets[]{{"http", &read_http, &http_seeds},
                               {"journal", &read_journal, &journal_seeds}};

}  // namespace

std::span<const FuzzTarget> service_targets() { return targets; }

}  // namespace clade::detail::fuzz
