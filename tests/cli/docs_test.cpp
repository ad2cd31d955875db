// The pages of docs say what the program says: PARAMETERS.md is the help, and links lead somewhere.
#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

namespace fs = std::filesystem;

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

const fs::path source(CLADE_SOURCE_DIR);

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string help_of(Words words) {
  words.push_back("--help");
  const Answer answer = run_clade(words);
  EXPECT_EQ(answer.code, 0) << testing::PrintToString(words) << ": " << answer.err;
  return answer.out;
}

// What stands under the line `title` up to a blank line.
std::string paragraph(const std::string& help, const std::string& title) {
  std::string out;
  bool inside = false;
  for (const std::string& line : lines_of(help)) {
    if (line.empty()) inside = false;
    if (inside) out += line + '\n';
    if (line == title) inside = true;
  }
  return out;
}

// The first column there: names of commands, methods or generators.
Words names_in(const std::string& help, const std::string& title) {
  Words names;
  for (const std::string& line : lines_of(paragraph(help, title))) {
    if (line.size() > 2 && std::islower(static_cast<unsigned char>(line[2])) != 0) {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  EXPECT_THAT(names, Not(IsEmpty())) << title;
  return names;
}

using Sections = std::map<std::string, std::string>;  // by heading

// What PARAMETERS.md should hold, from the program.
Sections sections_of_program() {
  Sections sections;
  for (const std::string& command : names_in(run_clade({"help"}).out, "Commands:")) {
    if (command != "help") sections["clade " + command] = help_of({command});
  }
  for (const std::string& name : names_in(sections["clade train"], "Methods:")) {
    sections["clade train --method " + name] =
        paragraph(help_of({"train", "--method", name}), "Options of method '" + name + "':");
  }
  for (const std::string& name : names_in(sections["clade generate"], "Names:")) {
    sections["clade generate " + name] =
        paragraph(help_of({"generate", name}), "Options of '" + name + "':");
  }
  for (const std::string name : {"check", "show", "convert", "learn", "random", "advise"}) {
    sections["clade taxonomy " + name] = help_of({"taxonomy", name});
  }
  return sections;
}

// Headings and the blocks of code below them.
Sections sections_of_page(const std::string& page) {
  Sections sections;
  std::string heading;
  bool code = false;
  for (const std::string& line : lines_of(page)) {
    if (line == "```") {
      code = !code;
    } else if (code) {
      sections[heading] += line + '\n';
    } else if (line.starts_with("##")) {
      heading = line.substr(line.find(' ') + 1);
    }
  }
  return sections;
}

TEST(Docs, ParametersAreThoseOfTheProgram) {
  const char* const advice = "docs/PARAMETERS.md is not up to date: run scripts/parameters.sh";
  const Sections program = sections_of_program();
  Sections page = sections_of_page(read_file(source / "docs/PARAMETERS.md"));
  for (const auto& [heading, help] : program) {
    EXPECT_THAT(help, Not(IsEmpty())) << heading;
    EXPECT_EQ(page[heading], help) << heading << ": " << advice;
  }
  for (const auto& section : page) {
    EXPECT_EQ(program.count(section.first), 1U) << section.first << ": " << advice;
  }
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found{source / "README.md", source / "CONTRIBUTING.md",
                              source / "CHANGELOG.md", source / "experiments/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  return found;
}

// Without blocks of code, where brackets mean something else.
std::vector<std::string> prose_of(const fs::path& page) {
  std::vector<std::string> prose;
  bool code = false;
  for (const std::string& line : lines_of(read_file(page))) {
    if (line.starts_with("```")) code = !code;
    if (!code) prose.push_back(line);
  }
  return prose;
}

// As GitHub makes them: lower case, blanks to hyphens, no punctuation.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (c == '-' || c == '_' || byte > 127 || std::isalnum(byte) != 0) {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
  std::set<std::string> anchors;
  for (const std::string& line : prose_of(page)) {
    const std::size_t hashes = line.find_first_not_of('#');
    if (hashes == 0 || hashes == std::string::npos || line[hashes] != ' ') continue;
    anchors.insert(anchor_of(line.substr(hashes + 1)));
  }
  return anchors;
}

// The targets of [text](target) that are in this repository.
Words links_of(const fs::path& page) {
  const std::regex inline_code("`[^`]*`");
  const std::regex link(R"(\]\(([^)\s]+)\))");
  Words targets;
  for (const std::string& line : prose_of(page)) {
    const std::string text = std::regex_replace(line, inline_code, "");
    for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
      const std::string target = (*match)[1];
      if (target.find("://") == std::string::npos) targets.push_back(target);
    }
  }
  return targets;
}

TEST(Docs, LinksLeadToFilesAndHeadings) {
  std::size_t links = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& link : links_of(page)) {
      SCOPED_TRACE(page.string() + " links to " + link);
      ++links;
      const std::size_t hash = std::min(link.find('#'), link.size());
      const fs::path file = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
      EXPECT_TRUE(fs::exists(file)) << "no such file";
      if (hash < link.size()) {
        EXPECT_THAT(anchors_of(file), Contains(link.substr(hash + 1)));
      }
    }
  }
  EXPECT_GT(links, 10U);
}

std::size_t characters_of(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not within a character of UTF-8
  }));
}

// Tables, pictures, comments and indented code may be longer.
TEST(Docs, ProseIsWrapped) {
  for (const fs::path& page : pages()) {
    for (const std::string& line : prose_of(page)) {
      if (line.starts_with("|") || line.starts_with("![") || line.starts_with("<!--")) continue;
      if (line.starts_with("    ")) continue;
      EXPECT_LE(characters_of(line), 100U) << page << ": " << line;
    }
  }
}

}  // namespace
}  // namespace clade::detail::test
