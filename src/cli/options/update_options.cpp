#include "cli/options/update_options.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/fail.h"
#include "base/text.h"
#include "cli/options/train_options.h"

namespace clade::detail::cli {

namespace {

struct UpdateOption {
  Parameter parameter;
  std::vector<std::string> owners;  // methods
};

// Of all methods, each name once.
std::vector<UpdateOption> update_options() {
  std::vector<UpdateOption> all;
  for (const MethodEntry& entry : methods()) {
    const std::unique_ptr<Method> method = entry.make();
    for (Parameter& p : method->update_parameters()) {
      auto found = std::find_if(all.begin(), all.end(), [&p](const UpdateOption& option) {
        return option.parameter.name == p.name;
      });
      if (found == all.end()) found = all.insert(found, {std::move(p), {}});
      found->owners.emplace_back(entry.name);
    }
  }
  return all;
}

// Options that keep the text that they are set to, until there is a method.
std::vector<Parameter> kept_as_text(UpdateOptions& options) {
  std::vector<Parameter> parameters;
  for (UpdateOption& option : update_options()) {
    Parameter p = std::move(option.parameter);
    p.help += fmt::format(" ({})", join(option.owners, ", "));
    p.default_value.clear();
    p.set = [&options, name = p.name](std::string_view text) {
      options.given.emplace_back(name, text);
    };
    p.get = [] { return std::string(); };
    p.idle = nullptr;
    parameters.push_back(std::move(p));
  }
  return parameters;
}

bool is_among(const std::vector<Parameter>& parameters, std::string_view flag) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [flag](const Parameter& p) { return flag_of(p.name) == flag; });
}

bool is_option_of_train(std::string_view flag) {
  TrainOptions train;
  if (is_among(parameters_of(train), flag) || is_among(parameters_of(train.text), flag))
    return true;
  return std::any_of(methods().begin(), methods().end(), [flag](const MethodEntry& entry) {
    const std::unique_ptr<Method> method = entry.make();
    return is_among(method->parameters(), flag);
  });
}

}  // namespace

CommandSpec update_spec(UpdateOptions& options) {
  CommandSpec spec;
  spec.name = "update";
  spec.summary = "let a model learn from more data";
  spec.usage = {"MODEL DATA... -o MODEL2 [options]"};
  spec.positionals = {{"MODEL", "a file that 'clade train' or 'clade update' wrote", true, false},
                      {"DATA...", data_help, true, true}};
  std::vector<Parameter> own = parameters_of(options);
  hide_default(own, "max_seconds");
  spec.groups = {{"Options", std::move(own)},
                 {"Options of the method, for this update alone", kept_as_text(options)}};
  spec.notes =
      "Method, taxonomy, options and the treatment of text are those of the model. An online\n"
      "method makes one pass over DATA, in its order, unless told otherwise; a batch method is\n"
      "held to the old weights, the more the smaller C is, which must be a number here. New words\n"
      "and features are added. --loss is for losses that came from a file: the model does not\n"
      "hold them.\n";
  spec.examples = {
      {"clade update model.clade more.jsonl -o model.clade", "learn from more documents, in place"},
      {"zcat log.svm.gz | clade update model.clade - -o next.clade --progressive",
       "an online method: learn from a stream of any length, and see how well it does"}};
  spec.explain_unknown = [](std::string_view flag) {
    if (!is_option_of_train(flag)) return std::string();
    return fmt::format("{} is up to 'clade train': an update keeps what the model has", flag);
  };
  return spec;
}

void set_given_options(const UpdateOptions& options, Method& method) {
  const std::vector<Parameter> parameters = method.update_parameters();
  for (const auto& option : options.given) {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(),
                     [&option](const Parameter& p) { return p.name == option.first; });
    if (found != parameters.end()) {
      found->set(option.second);
      continue;
    }
    for (const UpdateOption& known : update_options()) {
      if (known.parameter.name != option.first) continue;
      fail(ErrorKind::usage,
           "update: {}: method '{}', which made the model, has no such option (it belongs to {})",
           flag_of(known.parameter.name), method.name(), join(known.owners, ", "));
    }
  }
}

}  // namespace clade::detail::cli
