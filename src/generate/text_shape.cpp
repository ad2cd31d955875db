#include "generate/text_shape.h"

#include <cmath>
#include <optional>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {
namespace {

// What fits into memory: 4 bytes for a document, 20 for a word, 4 for a node's own word.
constexpr std::size_t most_documents = 1'000'000'000;
constexpr std::size_t most_words = 100'000'000;
constexpr std::size_t most_nodes = 10'000'000;
constexpr std::size_t most_topic_words = 1'000'000'000;
constexpr double most_length = 1'000'000;

constexpr const char* levels_expected =
    "expected auto or the number of nodes on each level such as 7,20,160, none smaller than the "
    "one before (every inner node has a child)";

// Sizes that a user has not set. The lengths give about as many different words per document as
// the collections have: 80, 82, 84 and 104.
struct Sizes {
  const char* levels;
  std::size_t documents;
  std::size_t words;
  double length;
};

Sizes sizes_of(TextPreset preset) {
  switch (preset) {
    case TextPreset::wipo_d:
      return {"7,20,160", 1'710, 18'077, 102};
    case TextPreset::wipo_b:
      return {"34,134,1172", 14'690, 51'470, 103};
    case TextPreset::large:
      return {"10,100,1000,10000", 100'000, 200'000, 101};
    case TextPreset::dmoz:
      return {"15,300,1400,3800,28000", 400'000, 600'000, 124};
    case TextPreset::custom:
      break;
  }
  return {"4,12,40", 1'000, 5'000, 100};
}

// Empty where the text is no list of levels.
std::vector<std::size_t> parse_levels(std::string_view text) {
  std::vector<std::size_t> levels;
  for (const std::string_view part : split(text, ',')) {
    const auto nodes = parse_int(trim(part));
    const std::size_t least = levels.empty() ? 1 : levels.back();
    if (!nodes || *nodes < 1 || static_cast<std::size_t>(*nodes) < least) return {};
    levels.push_back(static_cast<std::size_t>(*nodes));
  }
  return levels;
}

// As numbers are read elsewhere: 1e6 is a whole number, too. Nothing where it is none above 0.
std::optional<std::size_t> parse_count(std::string_view text) {
  constexpr double most = 9007199254740992.0;  // 2^53: exact in a double
  const auto value = parse_double(text);
  if (!value || !(*value >= 1 && *value <= most) || *value != std::floor(*value)) return {};
  return static_cast<std::size_t>(*value);
}

std::size_t count_or(const std::string& text, std::size_t preset) {
  return text == "auto" ? preset : parse_count(text).value();
}

void check_most(const char* parameter, std::size_t value, std::size_t most) {
  if (value > most) fail_parameter(parameter, "expected at most {}, got {}", most, value);
}

void check(const TextShape& shape) {
  check_most("n", shape.documents, most_documents);
  check_most("test", shape.test, most_documents);
  check_most("words", shape.words, most_words);
  std::size_t nodes = 1;
  for (const std::size_t level : shape.levels) {
    check_most("levels", level, most_nodes);
    nodes += level;
    check_most("levels", nodes, most_nodes);
  }
  check_most("topic_words", shape.topic_words, most_topic_words / nodes);
  if (shape.leaf_share + shape.ancestor_share > 1) {
    fail(ErrorKind::usage,
         "`leaf_share` and `ancestor_share`: expected a sum of at most 1, got {} and {}",
         shape.leaf_share, shape.ancestor_share);
  }
}

}  // namespace

std::string levels_problem(std::string_view text) {
  return text == "auto" || !parse_levels(text).empty() ? "" : levels_expected;
}

std::string count_problem(std::string_view text) {
  if (text == "auto" || parse_count(text)) return "";
  return "expected auto or a whole number of at least 1";
}

std::string length_problem(std::string_view text) {
  const auto length = parse_double(text);
  if (text == "auto" || (length && *length >= 1 && *length <= most_length)) return "";
  return fmt::format("expected auto or a number from 1 to {}", most_length);
}

TextShape text_shape(const TextCorpusParams& params) {
  const Sizes sizes = sizes_of(params.preset);
  TextShape shape{parse_levels(params.levels == "auto" ? sizes.levels : params.levels),
                  count_or(params.n, sizes.documents),
                  count_or(params.words, sizes.words),
                  params.length == "auto" ? sizes.length : parse_double(params.length).value(),
                  params.leaf_share,
                  params.ancestor_share,
                  params.topic_words,
                  params.skew,
                  params.test};
  check(shape);
  return shape;
}

}  // namespace clade::detail
