// The commands of the program: one file each, one line each in commands.cpp.
#pragma once

#include <span>
#include <string_view>

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// `words` are those after the command's name. Returns the exit code; errors are thrown.
int run_train(const Words& words, Output& out);
int run_predict(const Words& words, Output& out);
int run_update(const Words& words, Output& out);
int run_explain(const Words& words, Output& out);
int run_evaluate(const Words& words, Output& out);
int run_compare(const Words& words, Output& out);
int run_audit(const Words& words, Output& out);
int run_prune(const Words& words, Output& out);
int run_info(const Words& words, Output& out);
int run_taxonomy(const Words& words, Output& out);
int run_convert(const Words& words, Output& out);
int run_pack(const Words& words, Output& out);
int run_generate(const Words& words, Output& out);

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(const Words& words, Output& out);
};
std::span<const Command> commands();

// The whole program: `words` are those after its name.
int run_program(const Words& words, Output& out);

}  // namespace clade::detail::cli
