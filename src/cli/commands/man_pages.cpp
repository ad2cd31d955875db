#include "cli/commands/man_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/fail.h"
#include "clade/method.h"
#include "cli/commands/commands.h"
#include "cli/output/help.h"
#include "generate/generate.h"

namespace clade::detail::cli {

namespace {

// Text as troff prints it: no letter of it is a command.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += std::string("\\&") + c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string heading(std::string_view name) {
  std::string title = fmt::format("clade-{}", name);
  if (name.empty()) title = "clade";
  std::replace(title.begin(), title.end(), ' ', '-');
  return fmt::format(".TH \"{}\" 1 \"\" \"clade {}\" \"clade\"\n", escaped(title), CLADE_VERSION);
}

std::string section(std::string_view title) { return fmt::format(".SH \"{}\"\n", escaped(title)); }

std::string entry(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(term), escaped(meaning));
}

// Lines as they are.
std::string verbatim(std::string_view text) { return fmt::format(".nf\n{}\n.fi\n", escaped(text)); }

std::string options_section(const OptionGroup& group) {
  if (group.options.empty()) return "";
  std::string text = section(group.title);
  for (const Parameter& option : group.options) {
    text += entry(flag_of(option.name), meaning_of(option));
  }
  return text;
}

std::string file_name_of(std::string_view command) {
  std::string name = fmt::format("clade-{}.1", command);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string overview_page() {
  std::string text = heading("") + section("NAME") +
                     escaped("clade - put things into the right place of a taxonomy") + '\n' +
                     section("SYNOPSIS") + "\\fBclade\\fR COMMAND [arguments]\n" +
                     section("COMMANDS");
  for (const Command& command : commands()) text += entry(command.name, command.summary);
  text += section("SEE ALSO");
  for (const Command& command : commands()) {
    text += fmt::format(".BR clade\\-{} (1)\n", command.name);
  }
  return text;
}

// The options of one method, or generator, are sections of their own: those of `words` that the
// page does not have yet.
std::string further_options(const Arguments& words, std::vector<std::string>& titles) {
  std::string text;
  with_spec(words, [&](const CommandSpec& spec) {
    for (const OptionGroup& group : spec.groups) {
      if (std::find(titles.begin(), titles.end(), group.title) != titles.end()) continue;
      titles.push_back(group.title);
      text += options_section(group);
    }
  });
  return text;
}

// What else a page of these words has; the options that another word decides.
std::string variants(const Arguments& words, std::vector<std::string>& titles) {
  std::string text;
  if (words.front() == "train") {
    for (const MethodEntry& method : methods()) {
      text += further_options({"train", "--method", std::string(method.name)}, titles);
    }
  } else if (words.front() == "generate") {
    for (const GeneratorEntry& generator : generators()) {
      text += further_options({"generate", std::string(generator.name)}, titles);
    }
  }
  return text;
}

void write_page(const std::filesystem::path& file, std::string_view text) {
  Output page(file);
  page.write(text);
  page.commit();
}

void write_page_of(const Arguments& words, const std::filesystem::path& folder) {
  std::vector<std::string> titles;
  std::string page, name;
  try {
    with_spec(words, [&](const CommandSpec& spec) {
      name = spec.name;
      for (const OptionGroup& group : spec.groups) titles.push_back(group.title);
      page = man_page(spec);
    });
  } catch (const Error&) {
    return;  // a command that this build left out
  }
  write_page(folder / file_name_of(name), page + variants(words, titles));
}

}  // namespace

std::string man_page(const CommandSpec& spec) {
  std::string text = heading(spec.name) + section("NAME") +
                     escaped(fmt::format("clade {} - {}", spec.name, spec.summary)) + '\n' +
                     section("SYNOPSIS");
  for (const std::string& usage : spec.usage) {
    text += fmt::format("\\fBclade {}\\fR {}\n.br\n", escaped(spec.name), escaped(usage));
  }
  if (!spec.positionals.empty()) text += section("ARGUMENTS");
  for (const Positional& one : spec.positionals) text += entry(one.name, one.help);
  for (const OptionGroup& group : spec.groups) text += options_section(group);
  if (!spec.notes.empty()) text += section("NOTES") + verbatim(spec.notes);
  if (!spec.examples.empty()) text += section("EXAMPLES");
  for (const Example& example : spec.examples) text += entry(example.command, example.meaning);
  text += section("SEE ALSO") + ".BR clade (1)\n";
  return text;
}

void write_man_pages(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(ErrorKind::environment, "{}: {}", folder.string(), error.message());
  write_page(folder / "clade.1", overview_page());
  for (const Command& command : commands()) {
    if (command.parts == nullptr) {
      write_page_of({std::string(command.name)}, folder);
      continue;
    }
    for (const Command& part : command.parts()) {
      write_page_of({std::string(command.name), std::string(part.name)}, folder);
    }
  }
}

}  // namespace clade::detail::cli
