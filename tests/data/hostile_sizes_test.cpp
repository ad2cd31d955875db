// Inputs that are small and ask for much, or are long in a way that nobody expects: refused, or
// read in time that grows with their length.
#include <gmock/gmock.h>

#include <chrono>
#include <ctime>

#include "clade/taxonomy.h"
#include "data/input_text.h"
#include "data/taxonomy_file.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::HasSubstr;
using testing::TempFolder;

// Of this thread.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// How many times as long `work` takes for eight times as much; 8 where it is linear, 64 where it is
// quadratic.
template <class Work>
double growth(std::size_t size, Work work) {
  const auto seconds = [&](std::size_t n) {
    const double start = cpu_seconds();
    work(n);
    return cpu_seconds() - start;
  };
  seconds(size);
  return seconds(8 * size) / std::max(1e-4, seconds(size));
}
constexpr double most_growth = 30;

template <class Line>
std::string repeated(std::size_t count, Line line) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += line(std::to_string(i));
  return text;
}

Records read(std::string_view text, const std::string& format) {
  const TempFolder folder;
  return testing::read_file(folder.write("x", text), Precision::single, 1, format);
}

TEST(HostileSizes, ALineOfManyLabelsIsReadInLinearTime) {
  const double ratio = growth(20000, [](std::size_t n) {
    const auto labels = repeated(n, [](const std::string& i) { return "l" + i + ","; });
    EXPECT_EQ(read(labels + "z 1:1\n", "svm").labels.size(), n + 1);
  });
  EXPECT_LT(ratio, most_growth);
}

TEST(HostileSizes, ALabelThatComesAgainAndAgainIsReadInLinearTime) {
  const double ratio = growth(50000, [](std::size_t n) {
    const auto labels = repeated(n, [](const std::string&) { return "same,"; });
    EXPECT_EQ(read(labels + "z 1:1\n", "svm").labels.size(), 2U);
  });
  EXPECT_LT(ratio, most_growth);
}

TEST(HostileSizes, ALabelMayHaveAMegabyte) {
  const std::string label(1 << 20, 'a');
  EXPECT_EQ(read(label + " 1:1\n", "svm").label_names.front().name, label);
}

TEST(HostileSizes, AnIndexOfTwoToTheFortiethIsRefused) {
  for (const std::string index : {"1099511627776", "4294967296", "99999999999999999999999999"}) {
    EXPECT_THAT(testing::svm_error("a " + index + ":1\n"), HasSubstr("expected index"));
  }
}

TEST(HostileSizes, ColumnsAndValuesOfTablesAreReadInLinearTime) {
  const double ratio = growth(4000, [](std::size_t n) {
    const auto names = repeated(n, [](const std::string& i) { return ",c" + i; });
    const auto values = repeated(n, [](const std::string& i) { return "," + i; });
    EXPECT_EQ(read("label" + names + "\na" + values + "\n", "csv").size(), 1U);
  });
  EXPECT_LT(ratio, most_growth);
}

TaxonomyDocument document(const std::string& format, const std::string& text) {
  TaxonomyReadOptions options;
  options.format = format;
  return document_of(read_draft(text, "text", options));
}

TEST(HostileSizes, ManyAliasesAreReadInLinearTime) {
  const double ratio = growth(10000, [](std::size_t n) {
    const auto aliases = repeated(n, [](const std::string& i) { return "alt_id: x" + i + "\n"; });
    EXPECT_EQ(document("obo", "[Term]\nid: a\n" + aliases).aliases.size(), n);
  });
  EXPECT_LT(ratio, most_growth);
}

TEST(HostileSizes, AliasesOfManyNodesAreResolvedInLinearTime) {
  const double ratio = growth(4000, [](std::size_t n) {
    const auto terms = repeated(n, [](const std::string& i) {
      return "[Term]\nid: t" + i + "\nis_a: r\nalt_id: same\nalt_id: x" + i + "\n";
    });
    const TaxonomyDocument taxonomy = document("obo", "[Term]\nid: r\n" + terms);
    Records records;
    for (std::size_t i = 0; i < n; ++i) {
      records.label_names.push_back({"x" + std::to_string(i), "here"});
      records.labels.push_back(static_cast<std::uint32_t>(i));
      records.label_offsets.push_back(i + 1);
    }
    resolve_labels(taxonomy, records);
    EXPECT_EQ(records.label_names.size(), n);
  });
  EXPECT_LT(ratio, most_growth);
}

TEST(HostileSizes, ATaxonomyOfAMillionLevelsIsReadInLinearTime) {
  const double ratio = growth(20000, [](std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
      text += "n" + std::to_string(i) + "\tn" + std::to_string(i + 1) + "\n";
    }
    EXPECT_EQ(Taxonomy::parse(text, "text").size(), n + 1);
  });
  EXPECT_LT(ratio, most_growth);
}

TEST(HostileSizes, NestedTextOfAnyDepthIsRefusedOrRead) {
  constexpr std::size_t depth = 1'000'000;
  const auto nested = [](std::string_view open, std::string_view close) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text;
  };
  for (const std::string& text :
       {nested("[", "]"), nested("{\"a\":", "}"), nested("{\"name\":\"a\",\"children\":[", "]}")}) {
    EXPECT_TRUE(test::error_of([&] { document("json", text); }).has_value());
  }
  EXPECT_TRUE(test::error_of([&] { document("turtle", "<a> <b> " + nested("(", ")") + " ."); }));
  EXPECT_TRUE(test::error_of([&] { document("turtle", "<a> <b> " + nested("[<c> ", "]") + "."); }));
  // Behind what looks like a comment, or the beginning of a text.
  const std::string prefix = "@prefix a: <http://e/> .\n";
  for (const std::string name : {"a:x\\#", "a:x\\'", "a:x\\\""}) {
    const std::string text = prefix + name + " a:p " + nested("(", ")") + " .\n";
    EXPECT_TRUE(test::error_of([&] { document("turtle", text); }).has_value()) << name;
  }
  EXPECT_TRUE(test::error_of([&] { read("{\"x\":" + nested("[", "]") + "}\n", "jsonl"); }));
}

// ---- What unpacks to much

const std::string much(300'000'000, 'a');

TEST(DecompressionBombs, AreRefusedWithAWayOut) {
  const TempFolder folder;
  const auto file = folder.write("bomb.zst", testing::zstd(much));
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { InputText{file}; }, [&] { testing::read_file(file, Precision::single, 1, "svm"); },
           [&] { read_taxonomy_document(file, {}); }}) {
    EXPECT_THAT(testing::error_of(ErrorKind::input, action),
                HasSubstr("looks like an attack; if it is none, unpack them first"));
  }
}

TEST(DecompressionBombs, ThatAreNoneAreRead) {
  const TempFolder folder;
  const std::string half = much.substr(0, 100'000'000);
  EXPECT_EQ(InputText(folder.write("large.zst", testing::zstd(half))).text().size(), half.size());
}

}  // namespace
}  // namespace clade::detail
