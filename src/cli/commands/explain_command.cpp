// clade explain: why a model gives its answer.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/explain_text.h"
#include "cli/output/help.h"
#include "pipeline/explained_document.h"
#include "pipeline/read.h"
#include "report/explanation_json.h"
#include "report/explanation_page.h"
#include "report/page.h"

namespace clade::detail::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

struct ExplainOptions {
  std::string id, label, file;
  int first = 1;
  int words = 8;
  bool json = false;
  std::string html;
  DataOptions data;
  bool trust = false;

  static constexpr auto fields() {
    using P = ExplainOptions;
    return std::tuple{
        Field{"id", &P::id, any_text, "the instance to explain; without it the first ones"},
        Field{"label", &P::label, any_text,
              "a label or a node: why it is, or is not, the answer; of a node the best class below "
              "it is explained"},
        Field{"first", &P::first, at_least_one, "how many instances to explain, without --id"},
        Field{"words", &P::words, whole_number,
              "how many words to show for a node, the strongest first; 0: all"},
        Field{"o", &P::file, file_name, result_file_help},
        PlainField{"json", &P::json, "a JSON object per line, with all words"},
        Field{"html", &P::html, file_name,
              "also a page for the browser, with the words of the documents marked"},
        Nested{&P::data},
        PlainField{"trust", &P::trust, "load the model without checking its checksum"}};
  }
};

CommandSpec explain_spec(ExplainOptions& options) {
  CommandSpec spec;
  spec.name = "explain";
  spec.summary = "show which nodes and words make an answer";
  spec.usage = {"MODEL DATA... [--id ID] [--label LABEL] [options]"};
  spec.positionals = {{"MODEL", "a file that 'clade train' wrote", true, false},
                      {"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  remove_option(spec.groups.front().options, "unknown_labels");  // labels are not looked at
  spec.notes =
      "Shows the best class and the one behind it (or --label), what every node adds to their "
      "scores,\n"
      "the words behind that, and which words put the one before the other. The shares of nodes "
      "sum to the\n"
      "score of the class. Methods that go from the root down have the smallest margin of their\n"
      "path as score: there a node is shown with its margin over the best of its siblings.\n";
  spec.examples = {
      {"clade explain model.clade docs.jsonl --id 17", "why document 17 is where it is"},
      {"clade explain model.clade docs.jsonl --id 17 --label Dogs", "why it is not among the dogs"},
      {"clade explain model.clade docs.jsonl --first 20 --html why.html",
       "a page with the words of 20 documents marked"}};
  return spec;
}

// Goes through the data up to the instances that were asked for.
class Explaining {
 public:
  Explaining(const Model& model, const ExplainOptions& options)
      : model_(model),
        options_(options),
        wanted_(options.id.empty() ? static_cast<std::size_t>(options.first) : 1) {
    if (model.calibration() != nullptr) probabilities_.emplace(model);
    if (!options.label.empty()) asked_ = classes_to_explain(model, options.label);
  }

  std::vector<ExplainedDocument> run(const Paths& paths, ThreadPool& pool) {
    stream_for_model(model_, FileSource(paths, options_.data.files, ""), pool,
                     [this](const Records& piece, const TextAnalyzer* analyzer) {
                       explain(piece, analyzer);
                       return found_.size() < wanted_;
                     });
    if (found_.empty()) fail_empty(paths);
    return std::move(found_);
  }

 private:
  void explain(const Records& piece, const TextAnalyzer* analyzer) {
    for (std::size_t i = 0; i < piece.size() && found_.size() < wanted_; ++i) {
      std::string id = piece.ids.empty() ? std::to_string(i) : piece.ids[i];
      if (!options_.id.empty() && id != options_.id) {
        if (others_.size() < 1000) others_.push_back(std::move(id));
        continue;
      }
      const std::string text = piece.snippets.empty() ? "" : piece.snippets[i].text;
      DocumentSource source{std::move(id), text, analyzer, asked_};
      if (probabilities_) source.probabilities = &*probabilities_;
      for (const std::uint32_t label : piece.labels_of(i)) {
        source.truth.push_back(piece.label_names[label].name);
      }
      found_.push_back(std::visit(
          [&](const auto& rows) { return explained_document(model_, rows.row(i), source); },
          piece.rows));
    }
  }
  [[noreturn]] void fail_empty(const Paths& paths) const {
    if (options_.id.empty()) {
      fail(ErrorKind::input, "{}: expected instances, got none", paths.front().string());
    }
    fail(ErrorKind::input, "{}: no instance has the id {}{}", paths.front().string(),
         clade::detail::quoted(options_.id), did_you_mean(options_.id, others_));
  }

  const Model& model_;
  const ExplainOptions& options_;
  std::size_t wanted_;
  std::vector<ClassId> asked_;
  std::optional<ProbabilityMap> probabilities_;
  std::vector<ExplainedDocument> found_;
  std::vector<std::string> others_;  // some ids that were seen
};

}  // namespace

int run_explain(const Arguments& words, Output& out) {
  ExplainOptions options;
  const CommandSpec spec = explain_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  Paths used = paths_from(arguments, 0);
  check_result_file("explain: -o", options.file, used);
  used.emplace_back(options.file);
  if (!options.html.empty()) {
    check_output_file("explain: --html", options.html, used);
    check_can_be_written("explain: --html", options.html, "a page");
    report::require_page("explanation");
  }
  const Model model = Model::load(arguments.front(), options.trust);
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const auto documents = Explaining(model, options).run(paths_from(arguments, 1), pool);
  const auto most_words = static_cast<std::size_t>(options.words);
  if (!options.html.empty()) {
    report::write_page(options.html, "explanation",
                       report::explanation_page(documents, most_words));
  }
  ResultOutput result(options.file, out);
  for (const ExplainedDocument& document : documents) {
    if (options.json) {
      result->write(json_text(report::explanation_json(document)));
    } else {
      result->write((&document == documents.data() ? "" : "\n") +
                    explanation_text(document, most_words));
    }
  }
  result->commit();
  return 0;
}

}  // namespace clade::detail::cli
