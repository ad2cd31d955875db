// No text may crash or hang the reader of ARFF: it is read, or refused with a place.
#include <gtest/gtest.h>

#include <array>

#include "tests/data/support.h"
#include "tests/support/mutations.h"

namespace clade::detail {
namespace {

constexpr std::string_view sample =
    "@relation r\n@attribute id key\n@attribute x numeric\n@attribute 'y z' {u,'v w'}\n"
    "@attribute t string\n@attribute class hierarchical A/1,A/2,B\n@data\n"
    "a,1.5,u,'some text',A/1@B\n% c\nb,?,'v w',?,A/2,{2}\n{0 c, 1 3, 4 B}\n";

constexpr std::array<std::string_view, 14> words{",", "\n", "'",       "\"",    "\\",  "{", "}",
                                                 "?", "@",  "@data\n", "1e999", "nan", "/", "\xff"};

TEST(DamagedArff, IsReadOrRefused) {
  const testing::TempFolder folder;
  Random random(23);
  ThreadPool pool(1);
  int was_read = 0, was_refused = 0;
  for (int round = 0; round < 400; ++round) {
    const auto file = folder.write("x.arff", test::mutated(sample, words, random));
    ReadOptions options;
    options.block_size = round % 2 == 0 ? 1 : 1 << 20;
    try {
      was_read += read_records(std::vector{file}, options, pool).size() > 0 ? 1 : 0;
    } catch (const Error& error) {
      ++was_refused;
      EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
      EXPECT_TRUE(std::string_view(error.what()).starts_with(file.string() + ":")) << error.what();
    }
  }
  EXPECT_GT(was_read, 30);
  EXPECT_GT(was_refused, 30);
}

}  // namespace
}  // namespace clade::detail
