#include "cli/options/train_options.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/options/arguments.h"
#include "cli/output/help.h"
#include "pipeline/choose_label_nodes.h"

namespace clade::detail::cli {

namespace {

// The first of the list is the default.
std::string default_method() { return std::string(methods().front().name); }

std::string method_list() {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const MethodEntry& entry : methods()) {
    const bool is_default = entry.name == default_method();
    rows.emplace_back(std::string(entry.name),
                      with_flags(entry.summary) + (is_default ? " (default)" : ""));
  }
  return "Methods:\n" + two_columns(rows) +
         "  'clade train --help --method NAME' shows the options of one.\n";
}

bool has_option(const MethodEntry& entry, std::string_view flag) {
  const std::unique_ptr<Method> method = entry.make();
  const std::vector<Parameter> parameters = method->parameters();
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& p) { return flag_of(p.name) == flag; });
}

std::string unknown_option_hint(const std::string& method, std::string_view flag) {
  std::vector<std::string> owners;
  for (const MethodEntry& entry : methods()) {
    if (has_option(entry, flag)) owners.emplace_back(entry.name);
  }
  if (owners.empty()) return "";
  return fmt::format("{}: method '{}' has no such option (it belongs to {})", flag, method,
                     join(owners, ", "));
}

// Of options that only go with others of another struct.
void set_conditions(TrainCall& call, std::vector<Parameter>& parameters) {
  for (const Parameter& p : parameters_of(call.options.taxonomy_file)) {
    set_condition(parameters, p.name, [&call] {
      return std::string(call.options.taxonomy.empty() ? "without `taxonomy`" : "");
    });
  }
  set_condition(parameters, "for", [&call] {
    const auto C = call.method->traits().C;
    const bool decides = !call.options.budget.empty() || (C && !C->value);
    return std::string(decides ? "" : "without `budget` or `C=auto`");
  });
}

}  // namespace

std::unique_ptr<TrainCall> make_train_call(const Arguments& words) {
  auto call = std::make_unique<TrainCall>();
  call->options.method = default_method();
  call->method = make_method(peek_value(words, "--method").value_or(call->options.method));
  call->options.label_nodes = usual_label_nodes(call->method->traits());
  return call;
}

CommandSpec train_spec(TrainCall& call) {
  const std::string name(call.method->name());
  CommandSpec spec;
  spec.name = "train";
  spec.summary = "learn a model from labelled data";
  spec.usage = {"DATA... [--taxonomy T] [--method M] -o MODEL [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  std::vector<Parameter> own = parameters_of(call.options);
  hide_default(own, "max_seconds");
  set_conditions(call, own);
  spec.groups = {{"Options", std::move(own)},
                 {"Options for text and counts", parameters_of(call.options.text)},
                 {fmt::format("Options of method '{}'", name), call.method->parameters()}};
  hide_default(spec.groups.front().options, "test_fraction");
  keep_options(spec.groups[1].options, call.text_options);
  keep_options(spec.groups[2].options, call.method_options);
  spec.notes = method_list();
  spec.examples = {
      {"clade train docs.jsonl --taxonomy topics.tsv -o model.clade",
       "learn from documents with the default method"},
      {"clade train train.svm --taxonomy topics.tsv --normalize unit -o model.clade",
       "learn from vectors, each scaled to length 1"},
      {"clade train docs.jsonl --taxonomy topics.tsv --test-fraction 0.2 -o model.clade",
       "and see how good a model of four fifths of the documents is on the others"},
      {"clade train docs.jsonl --taxonomy topics.tsv --budget 5m -o model.clade",
       "search five minutes for better options, and see which were found"},
      {"clade train train.svm.gz --taxonomy topics.tsv --dry-run", "see what would be learned"}};
  spec.explain_unknown = [name](std::string_view flag) { return unknown_option_hint(name, flag); };
  return spec;
}

}  // namespace clade::detail::cli
