#include "serve/predict.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "clade/error.h"
#include "serve/json_in.h"
#include "serve/json_out.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

void check_share(std::string_view name, std::optional<double> share) {
  if (share && !(*share > 0 && *share < 1)) refuse_type(name, "a number above 0 and below 1");
}

struct Asked {
  std::optional<std::int64_t> top;
  std::optional<double> confidence, coverage;
  bool probabilities = false;

  AnswerChoice choice() const {
    if (top && *top < 1) refuse_type("top", "a whole number of at least 1");
    check_share("confidence", confidence);
    check_share("coverage", coverage);
    if (int{top.has_value()} + int{confidence.has_value()} + int{coverage.has_value()} > 1) {
      throw Refusal(Fault::usage, "expected one of top, confidence and coverage at most");
    }
    AnswerChoice choice;
    choice.top = static_cast<std::size_t>(top.value_or(0));
    choice.probabilities = probabilities;
    choice.confidence = confidence.value_or(0);
    choice.coverage = coverage.value_or(0);
    return choice;
  }
};

Asked asked_in(Fields& fields) {
  return {fields.whole_number("top"), fields.number("confidence"), fields.number("coverage"),
          fields.boolean("probabilities").value_or(false)};
}

Asked asked_in(const std::map<std::string, std::string>& query) {
  Asked asked;
  for (const auto& [name, value] : query) {
    if (name == "top") {
      asked.top = parse_int(value);
      if (!asked.top) refuse_type(name, "a whole number");
    } else if (name == "confidence" || name == "coverage") {
      auto& share = name == "coverage" ? asked.coverage : asked.confidence;
      share = parse_double(value);
      if (!share) refuse_type(name, "a number");
    } else if (name == "probabilities") {
      if (value != "true" && value != "false") refuse_type(name, "true or false");
      asked.probabilities = value == "true";
    } else {
      static constexpr std::array<std::string_view, 4> known{"top", "confidence", "coverage",
                                                             "probabilities"};
      refuse_unknown_field(name, known);
    }
  }
  return asked;
}

// The error of one document among others says which it is.
Refusal refusal_of(std::size_t number) {
  const Refusal refusal = current_refusal();
  return {refusal.fault(), fmt::format("document {}: {}", number, refusal.what())};
}

// The beginning of an object.
void append_id(std::string& to, const Document& document, std::size_t number) {
  to += R"({"id":)";
  if (document.id) {
    append_json_string(to, *document.id);
  } else {
    to += '"' + std::to_string(number) + '"';
  }
}

void append_prediction(std::string& to, const Generation& generation, const Predictor& predictor,
                       const Document& document, std::size_t number) {
  append_id(to, document, number);
  to += R"(,"labels":)";
  append_answers(to, generation.answers(predictor, document.content()));
  to += '}';
}

std::vector<JsonValue> documents_in(Fields& fields, std::size_t most) {
  const auto one = fields.find("document");
  const auto several = fields.find("documents");
  if (one.has_value() == several.has_value()) {
    throw Refusal(Fault::usage, "expected one of the fields document and documents");
  }
  if (one) return {*one};
  simdjson::dom::array list;
  if (several->get(list) != simdjson::SUCCESS) refuse_type("documents", "an array of documents");
  if (list.size() > most) {
    throw Refusal(Fault::size, fmt::format("{} documents are too many for a request, expected {} "
                                           "at most; application/x-ndjson takes any number",
                                           list.size(), most));
  }
  return {list.begin(), list.end()};
}

}  // namespace

std::string predict(const PredictCall& call, std::string_view body, std::size_t& documents) {
  Fields fields(parse_object(body));
  const std::vector<JsonValue> list = documents_in(fields, call.max_batch);
  const Asked asked = asked_in(fields);
  fields.finish();
  const Predictor predictor = call.generation->asked(asked.choice());
  documents = list.size();

  std::string answer = R"({"model":)";
  append_json_string(answer, call.model);
  answer += fmt::format(R"(,"generation":{},"predictions":[)", call.generation->number());
  const auto append = [&](std::size_t i, std::string& to) {
    try {
      if (i > 0) to += ',';
      Document document;
      parse_document(list[i], document);
      append_prediction(to, *call.generation, predictor, document, i);
    } catch (...) {
      throw refusal_of(i);
    }
  };
  call.workers->append_each(list.size(), append, answer);
  answer += "]}";
  return answer;
}

namespace {

class PredictedLines final : public LineBatch {
 public:
  PredictedLines(const PredictCall& call, Predictor predictor,
                 std::function<void(std::size_t)> count)
      : generation_(call.generation),
        workers_(*call.workers),
        predictor_(std::move(predictor)),
        count_(std::move(count)) {}

  std::string answer(std::span<const std::string_view> lines) override {
    std::vector<std::string_view> documents;
    for (const std::string_view line : lines) {
      if (!trim(line).empty()) documents.push_back(line);
    }
    std::string text;
    workers_.append_each(
        documents.size(),
        [&](std::size_t i, std::string& to) { append_line(documents[i], next_ + i, to); }, text);
    next_ += documents.size();
    count_(documents.size());
    return text;
  }

 private:
  // What went wrong takes the place of the answer.
  void append_line(std::string_view line, std::size_t number, std::string& to) const {
    const std::size_t begin = to.size();
    Document document;
    try {
      parse_document(parse_object(line), document);
      append_prediction(to, *generation_, predictor_, document, number);
    } catch (...) {
      const Refusal refusal = current_refusal();
      to.resize(begin);
      append_id(to, document, number);
      to += R"(,"error":)" + error_object(kind_of(refusal.fault()), refusal.what()) + '}';
    }
    to += '\n';
  }

  std::shared_ptr<const Generation> generation_;
  Workers& workers_;
  Predictor predictor_;
  std::function<void(std::size_t)> count_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<LineBatch> make_line_batch(const PredictCall& call,
                                           const std::map<std::string, std::string>& query,
                                           std::function<void(std::size_t documents)> count) {
  Predictor predictor = call.generation->asked(asked_in(query).choice());
  return std::make_unique<PredictedLines>(call, std::move(predictor), std::move(count));
}

}  // namespace clade::detail::serve
