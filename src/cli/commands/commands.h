// The commands of the program: one file each, one line each in commands.cpp.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "base/communicator.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// `words` are those after the command's name. Returns the exit code; errors are thrown.
int run_check(const Arguments& words, Output& out);
int run_split(const Arguments& words, Output& out);
int run_train(const Arguments& words, Output& out, Communicator& peers = single_rank());
int run_predict(const Arguments& words, Output& out, Communicator& peers = single_rank());
int run_evaluate(const Arguments& words, Output& out, Communicator& peers = single_rank());
int run_compare(const Arguments& words, Output& out, Communicator& peers = single_rank());
int run_update(const Arguments& words, Output& out);
int run_explain(const Arguments& words, Output& out);
int run_audit(const Arguments& words, Output& out);
int run_prune(const Arguments& words, Output& out);
int run_info(const Arguments& words, Output& out);
int run_taxonomy(const Arguments& words, Output& out);
int run_convert(const Arguments& words, Output& out);
int run_pack(const Arguments& words, Output& out);
int run_serve(const Arguments& words, Output& out);
int run_generate(const Arguments& words, Output& out);
int run_journal(const Arguments& words, Output& out);

// Not in the list of commands: for the completion of a shell (scripts in share/completions).
int run_complete(const Arguments& words, Output& out);

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(const Arguments& words, Output& out);
  // Of a family of commands: `taxonomy check` and so on.
  std::span<const Command> (*parts)() = nullptr;
  // The same as one of several ranks; null: it is work for one.
  int (*run_over_ranks)(const Arguments& words, Output& out, Communicator& peers) = nullptr;
};
std::span<const Command> commands();
std::span<const Command> taxonomy_parts();
std::span<const Command> journal_parts();

// What `clade WORDS --help` would show, given to `reader` while it is there. Options that stand in
// `words` may decide which others there are. Error{usage} where there is no such command.
void with_spec(const Arguments& words, const std::function<void(const CommandSpec&)>& reader);

// The whole program: `words` are those after its name.
int run_program(const Arguments& words, Output& out, Communicator& peers = single_rank());

}  // namespace clade::detail::cli
