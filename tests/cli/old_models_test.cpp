// Models that earlier versions wrote, one of each kind (tests/model/make.py), answer as they did.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

namespace fs = std::filesystem;

const fs::path models = fs::path(CLADE_SOURCE_DIR) / "tests/model";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// A line of answers.tsv.
struct OldAnswer {
  std::string version, file, model, rows, options;
  std::string update;  // rows that the model learns from first; empty: none

  friend void PrintTo(const OldAnswer& answer, std::ostream* out) {
    *out << answer.version << ' ' << answer.file;
  }
};

std::vector<OldAnswer> old_answers(const std::string& version) {
  std::vector<OldAnswer> answers;
  for (const std::string& line : split(read_file(models / version / "answers.tsv"), '\n')) {
    std::vector<std::string> fields = split(line, '\t');
    fields.resize(5);
    answers.push_back({version, fields[0], fields[1], fields[2], fields[3], fields[4]});
  }
  return answers;
}

bool is_same(const std::string& cell, const std::string& expected) {
  if (cell == expected) return true;
  // Sums of single precision depend on the width of the processor's vectors.
  constexpr double tolerance = 1e-5;
  char *end = nullptr, *expected_end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  const double old = std::strtod(expected.c_str(), &expected_end);
  return !cell.empty() && !expected.empty() && *end == '\0' && *expected_end == '\0' &&
         std::abs(value - old) <= tolerance * std::max(1.0, std::abs(old));
}

void expect_same_table(const std::string& text, const std::string& expected) {
  const auto lines = split(text, '\n'), expected_lines = split(expected, '\n');
  ASSERT_EQ(lines.size(), expected_lines.size()) << text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto cells = split(lines[i], '\t'), expected_cells = split(expected_lines[i], '\t');
    ASSERT_EQ(cells.size(), expected_cells.size()) << lines[i];
    for (std::size_t k = 0; k < cells.size(); ++k) {
      EXPECT_TRUE(is_same(cells[k], expected_cells[k]))
          << "line " << i << ": " << cells[k] << ", was " << expected_cells[k];
    }
  }
}

class OldModels : public ::testing::TestWithParam<OldAnswer> {};

TEST_P(OldModels, AnswerAsTheyDid) {
  const OldAnswer& old = GetParam();
  const fs::path folder = models / old.version;
  const TempFolder temp;
  std::string model = (folder / old.model).string();
  if (!old.update.empty()) {
    const std::string next = (temp.path() / "next.clade").string();
    const Answer updated =
        run_clade({"update", model, (folder / old.update).string(), "--quiet", "-o", next});
    ASSERT_EQ(updated.code, 0) << updated.err;
    model = next;
  }
  Words words{"predict", model, (folder / old.rows).string()};
  for (const std::string& option : split(old.options, ' ')) words.push_back(option);
  const Answer answer = run_clade(words);
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string expected = read_file(folder / old.file);
  ASSERT_FALSE(expected.empty());
  expect_same_table(answer.out, expected);
}

std::string name_of(const ::testing::TestParamInfo<OldAnswer>& info) {
  std::string name = info.param.file.substr(0, info.param.file.rfind('.'));
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Version010, OldModels, ::testing::ValuesIn(old_answers("0.1.0")), name_of);
INSTANTIATE_TEST_SUITE_P(Version020, OldModels, ::testing::ValuesIn(old_answers("0.2.0")), name_of);

TEST(OldModelFiles, AreAllAsked) {
  for (const auto& [version, least] : {std::pair{"0.1.0", 33U}, std::pair{"0.2.0", 42U}}) {
    std::set<std::string> asked, files;
    for (const OldAnswer& answer : old_answers(version)) asked.insert(answer.model);
    for (const auto& entry : fs::directory_iterator(models / version)) {
      if (entry.path().extension() == ".clade") files.insert(entry.path().filename().string());
    }
    EXPECT_GE(files.size(), least) << version;
    EXPECT_EQ(asked, files) << version;
  }
}

}  // namespace
}  // namespace clade::detail::test
