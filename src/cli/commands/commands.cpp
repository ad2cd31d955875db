#include "cli/commands/commands.h"

#include <array>

#include "base/fail.h"
#include "base/text.h"
#include "cli/commands/man_pages.h"
#include "cli/output/help.h"

namespace clade::detail::cli {

namespace {

std::string overview() {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Command& command : commands()) {
    rows.emplace_back(std::string(command.name), std::string(command.summary));
  }
  rows.emplace_back("help COMMAND", "explain a command, its options, and show examples");
  return "clade learns to put things into the right place of a taxonomy.\n"
         "\nUsage: clade COMMAND [arguments]\n\nCommands:\n" +
         two_columns(rows) +
         "\n'clade --version' prints the version, 'clade --version --verbose' what was built in,\n"
         "'clade help --man FOLDER' writes manual pages. A first model and its predictions:\n"
         "  clade train docs.jsonl --taxonomy topics.tsv -o model.clade\n"
         "  clade predict model.clade new.jsonl\n";
}

const Command& find_command(const std::string& name) {
  std::vector<std::string> known{"help"};
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    known.emplace_back(command.name);
  }
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = "; 'clade help' lists the commands";
  fail(ErrorKind::usage, "unknown command {}{}", quoted(name), hint);
}

// What this program was built of, a line each: CLADE_BUILD has them, separated by bars.
std::string build_text() {
  std::string text;
  for (std::string_view line : split(CLADE_BUILD, '|')) text += fmt::format("  {}\n", line);
  return text;
}

int predict_alone(const Arguments& words, Output& out) { return run_predict(words, out); }
int evaluate_alone(const Arguments& words, Output& out) { return run_evaluate(words, out); }
int compare_alone(const Arguments& words, Output& out) { return run_compare(words, out); }
int train_alone(const Arguments& words, Output& out) { return run_train(words, out); }

// `clade help train --method hsvm` is `clade train --method hsvm --help`.
int run_help(Arguments words, Output& out) {
  if (words.empty()) {
    out.write(overview());
    return 0;
  }
  if (words.front() == "--man") {
    if (words.size() != 2) fail(ErrorKind::usage, "help: --man: expected one folder");
    write_man_pages(words.back());
    return 0;
  }
  const Command& command = find_command(words.front());
  words.erase(words.begin());
  words.emplace_back("--help");
  return command.run(words, out);
}

}  // namespace

std::span<const Command> commands() {
  static constexpr std::array list{
      Command{"check", "see what training would make of data, and what is odd", run_check},
      Command{"split", "write parts of data to train and to test on", run_split},
      Command{"train", "learn a model from labelled data", train_alone, nullptr, run_train},
      Command{"predict", "label new data with a model", predict_alone, nullptr, run_predict},
      Command{"explain", "show which nodes and words make an answer", run_explain},
      Command{"update", "let a model learn from more data", run_update},
      Command{"evaluate", "measure predictions against true labels", evaluate_alone, nullptr,
              run_evaluate},
      Command{"compare", "compare methods on the same splits of data", compare_alone, nullptr,
              run_compare},
      Command{"audit", "find labels that are probably wrong", run_audit},
      Command{"prune", "make a model smaller, for prediction", run_prune},
      Command{"info", "show what is in a model", run_info},
      Command{"taxonomy", "check, show, convert and randomise taxonomies", run_taxonomy,
              taxonomy_parts},
      Command{"convert", "turn documents into vectors for other tools", run_convert},
      Command{"pack", "copy data into a file that is mapped, not read", run_pack},
      Command{"serve", "answer over HTTP, and learn from corrections", run_serve},
      Command{"journal", "look after the feedback that a service keeps", run_journal,
              journal_parts},
      Command{"generate", "make synthetic data: the papers' sets, and texts", run_generate},
  };
  return list;
}

void with_spec(const Arguments& words, const std::function<void(const CommandSpec&)>& reader) {
  Arguments rest(words.begin() + 1, words.end());
  rest.emplace_back("--help");
  Output nowhere(-1);
  nowhere.give_specs_to(reader);
  find_command(words.front()).run(rest, nowhere);
}

int run_program(const Arguments& words, Output& out, Communicator& peers) {
  if (words.empty()) {
    write_error_line(overview());
    fail(ErrorKind::usage, "a command is missing");
  }
  const std::string& first = words.front();
  const Arguments rest(words.begin() + 1, words.end());
  if (first == "complete") return run_complete(rest, out);
  if (first == "--version" || first == "version" || wants_version(rest)) {
    out.print("clade {}\n", CLADE_VERSION);
    if (rest == Arguments{"--verbose"}) out.write(build_text());
    return 0;
  }
  if (first == "--help" || first == "-h") return run_help({}, out);
  if (first == "help") return run_help(wants_help(rest) ? Arguments{} : rest, out);
  if (first.starts_with('-')) {
    fail(ErrorKind::usage, "unknown option {}; usage: clade COMMAND [arguments], see 'clade help'",
         quoted(first));
  }
  const Command& command = find_command(first);
  if (peers.is_alone()) return command.run(rest, out);
  if (command.run_over_ranks != nullptr) return command.run_over_ranks(rest, out, peers);
  fail(ErrorKind::usage, "{}: is not divided among ranks; start it without mpirun", first);
}

}  // namespace clade::detail::cli
