#include "tests/base/include_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>

namespace clade::detail::include_graph {

namespace {

struct Place {
  std::string_view name;
  int level;
};

// A folder may include itself and every folder of a lower level; folders of one level are siblings
// and know nothing of each other.
constexpr std::array folders{Place{"base", 0},         Place{"taxonomy", 1}, Place{"data", 2},
                             Place{"text", 3},         Place{"kernel", 3},   Place{"linear", 3},
                             Place{"solver", 4},       Place{"model", 4},    Place{"method", 5},
                             Place{"measure", 6},      Place{"pipeline", 7}, Place{"eval", 8},
                             Place{"generate", 8},     Place{"report", 9},   Place{"serve", 10},
                             Place{"distributed", 10}, Place{"cli", 11}};

struct PublicHeader {
  std::string_view name;
  std::string_view folder;
};

// The folder that each public header serves, and of which it counts as a part.
constexpr std::array public_headers{PublicHeader{"loss.h", "taxonomy"},
                                    PublicHeader{"clade.h", "report"},
                                    PublicHeader{"compare.h", "eval"},
                                    PublicHeader{"search.h", "eval"},
                                    PublicHeader{"audit.h", "eval"},
                                    PublicHeader{"check.h", "eval"},
                                    PublicHeader{"split.h", "pipeline"},
                                    PublicHeader{"taxonomy_tools.h", "eval"},
                                    PublicHeader{"report.h", "report"},
                                    PublicHeader{"pipeline.h", "pipeline"},
                                    PublicHeader{"examples.h", "pipeline"},
                                    PublicHeader{"options.h", "base"},
                                    PublicHeader{"checkpoint.h", "base"},
                                    PublicHeader{"error.h", "base"},
                                    PublicHeader{"reporter.h", "base"},
                                    PublicHeader{"parameter.h", "base"},

                                    PublicHeader{"taxonomy.h", "taxonomy"},
                                    PublicHeader{"label_space.h", "data"},
                                    PublicHeader{"features.h", "data"},
                                    PublicHeader{"model.h", "model"},
                                    PublicHeader{"method.h", "method"},
                                    PublicHeader{"metrics.h", "measure"},
                                    PublicHeader{"probabilities.h", "model"},
                                    PublicHeader{"explanation.h", "model"},
                                    PublicHeader{"label_sets.h", "model"},
                                    PublicHeader{"kernel_kind.h", "kernel"},
                                    PublicHeader{"stop.h", "base"}};

// What writes to the terminal or ends the program: streams, and functions where they are called.
constexpr std::array<std::string_view, 3> streams{"std::cout", "std::cerr", "std::clog"};
constexpr std::array<std::string_view, 13> functions{
    "printf", "vprintf", "fprintf",    "vfprintf", "puts",  "fputs", "putchar",
    "fputc",  "perror",  "fmt::print", "exit",     "_exit", "abort"};

std::optional<int> level_of(std::string_view folder) {
  for (const Place& place : folders) {
    if (place.name == folder) return place.level;
  }
  return std::nullopt;
}

std::string_view folder_of_public_header(std::string_view name) {
  for (const PublicHeader& header : public_headers) {
    if (header.name == name) return header.folder;
  }
  return {};
}

// "data" for src/data/read.h, and for include/clade/features.h; empty where the place is unknown.
std::string_view folder_of_file(std::string_view path) {
  constexpr std::string_view public_prefix = "include/clade/", source_prefix = "src/";
  if (path.starts_with(public_prefix)) {
    return folder_of_public_header(path.substr(public_prefix.size()));
  }
  if (!path.starts_with(source_prefix)) return {};
  path.remove_prefix(source_prefix.size());
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Include {
  std::string_view name;
  bool quoted;
};

// The include on a line of the original text, if it has one.
std::optional<Include> include_on(std::string_view line) {
  const auto skip_blanks = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_blanks();
  if (line.empty() || line.front() != '#') return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  constexpr std::string_view word = "include";
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  skip_blanks();
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
  const bool quoted = line.front() == '"';
  const std::size_t end = line.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{line.substr(1, end - 1), quoted};
}

std::string wrong_direction(std::string_view from, std::string_view to, std::string_view header) {
  const bool up = *level_of(to) > *level_of(from);
  return fmt::format(
      "{} includes {}, which belongs to {}: {}; move what both need into a folder below {}", from,
      header, to, up ? "that is upward" : "that is sideways", up ? from : "both");
}

// What is wrong with a project header included from `folder`, or "".
std::string problem_of_project_include(std::string_view folder, std::string_view header) {
  const std::size_t slash = header.find('/');
  if (slash == std::string_view::npos) {
    return fmt::format("\"{0}\" has no folder: write \"{1}/{0}\"", header, folder);
  }
  std::string_view target = header.substr(0, slash);
  if (target == "clade") {
    target = folder_of_public_header(header.substr(slash + 1));
    if (target.empty()) {
      return fmt::format(
          "{} is not in the table of public headers: add it to public_headers in "
          "tests/base/include_graph.cpp with the folder that it serves",
          header);
    }
  }
  if (!level_of(target)) {
    return fmt::format(
        "{} is in no known folder: add '{}' to folders in "
        "tests/base/include_graph.cpp",
        header, target);
  }
  if (header == "model/model_impl.h" && folder != "model") {
    return "model/model_impl.h is for src/model alone: make models with model/model_builder.h, "
           "read "
           "them with model/model_parts.h";
  }
  if (target == folder || *level_of(target) < *level_of(folder)) return {};
  return wrong_direction(folder, target, header);
}

// What is wrong with a system header included from `folder`, or "".
std::string problem_of_system_include(std::string_view folder, std::string_view header) {
  if (header == "mpi.h" && folder != "distributed") {
    return "mpi.h is for src/distributed alone: use a Communicator";
  }
  if (header == "iostream" && folder != "cli") {
    return "<iostream> is for src/cli alone: the library never prints, it tells a Reporter";
  }
  return {};
}

bool call_follows(std::string_view rest) {
  const std::size_t at = rest.find_first_not_of(' ');
  return at != std::string_view::npos && rest[at] == '(';
}

// Whether `word` stands in `code` as a whole word that is no member of something.
bool uses_word(std::string_view code, std::string_view word, bool as_call) {
  for (std::size_t at = code.find(word); at != std::string_view::npos;
       at = code.find(word, at + 1)) {
    const char before = at == 0 ? ' ' : code[at - 1];
    if (is_word_character(before) || before == '.' || before == '>') continue;
    const std::string_view rest = code.substr(at + word.size());
    if (!rest.empty() && is_word_character(rest.front())) continue;
    if (!as_call || call_follows(rest)) return true;
  }
  return false;
}

// The first word on a line of code that only the command line may use, or "".
std::string_view voice_on(std::string_view code) {
  for (const std::string_view word : streams) {
    if (uses_word(code, word, false)) return word;
  }
  for (const std::string_view word : functions) {
    if (uses_word(code, word, true)) return word;
  }
  return {};
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Where the literal or comment that starts at `at` ends (one past it), or `at` where none starts.
std::size_t end_of_skipped(std::string_view text, std::size_t at) {
  const auto after = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) return after("*/", at + 2);
  if (rest.starts_with("R\"") && (at == 0 || !is_word_character(text[at - 1]))) {
    const std::size_t open = std::min(text.find('(', at), text.size());
    return after(fmt::format("){}\"", text.substr(at + 2, open - at - 2)), open);
  }
  const bool digit_separator = text[at] == '\'' && at > 0 && is_word_character(text[at - 1]);
  if ((text[at] != '"' && text[at] != '\'') || digit_separator) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, text.size());
}

bool is_source(const std::filesystem::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

}  // namespace

std::vector<SourceFile> read_sources(const std::filesystem::path& repository) {
  std::vector<SourceFile> files;
  for (const char* top : {"src", "include/clade"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(repository / top)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      files.push_back({entry.path().lexically_relative(repository).generic_string(),
                       std::string(std::istreambuf_iterator<char>(in), {})});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::string without_comments_and_literals(std::string_view text) {
  std::string code;
  code.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_skipped(text, at);
    if (end == at) {
      code += text[at++];
      continue;
    }
    for (; at < end; ++at) code += text[at] == '\n' ? '\n' : ' ';
  }
  return code;
}

std::vector<std::string> violations(const SourceFile& file) {
  const std::string_view folder = folder_of_file(file.path);
  if (!level_of(folder)) {
    return {
        fmt::format("{}:1: this file has no known place: add its folder (or, for a public "
                    "header, the folder it serves) in tests/base/include_graph.cpp",
                    file.path)};
  }
  std::vector<std::string> found;
  const std::string code = without_comments_and_literals(file.text);
  const std::vector<std::string_view> lines = lines_of(file.text), code_lines = lines_of(code);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto report = [&](const std::string& problem) {
      if (!problem.empty()) found.push_back(fmt::format("{}:{}: {}", file.path, i + 1, problem));
    };
    // A commented-out include has no '#' left in the code.
    if (code_lines[i].find('#') != std::string_view::npos) {
      if (const auto include = include_on(lines[i])) {
        report(include->quoted ? problem_of_project_include(folder, include->name)
                               : problem_of_system_include(folder, include->name));
      }
    }
    const std::string_view voice = folder == "cli" ? std::string_view{} : voice_on(code_lines[i]);
    if (!voice.empty()) {
      report(fmt::format("{} is for src/cli alone: the library never prints or exits", voice));
    }
  }
  return found;
}

}  // namespace clade::detail::include_graph
