// The include graph of the source tree, and the checker itself on small made-up files.
#include "tests/base/include_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clade::detail::include_graph {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(IncludeGraph, OfTheSourceTreePointsDownward) {
  const std::vector<SourceFile> files = read_sources(CLADE_SOURCE_DIR);
  ASSERT_GT(files.size(), 20U) << "src and include/clade were not found below " << CLADE_SOURCE_DIR;
  for (const SourceFile& file : files) EXPECT_THAT(violations(file), IsEmpty());
}

TEST(IncludeGraphChecker, AcceptsTheOwnFolderFoldersBelowAndTheStandardLibrary) {
  EXPECT_THAT(violations({"src/solver/dual.cpp",
                          "#include \"solver/problem.h\"\n#include \"linear/weight_rows.h\"\n"
                          "#include \"clade/reporter.h\"\n#include \"base/csr.h\"\n"
                          "#include <vector>\n"}),
              IsEmpty());
}

TEST(IncludeGraphChecker, ReportsAnUpwardIncludeWithFileAndLine) {
  EXPECT_THAT(violations({"src/data/read.cpp", "#include <string>\n\n#include \"model/file.h\"\n"}),
              ElementsAre(AllOf(HasSubstr("src/data/read.cpp:3:"), HasSubstr("upward"))));
}

TEST(IncludeGraphChecker, ReportsTheInsideOfModelsOutsideTheirFolder) {
  const char* text = "#include \"model/model_impl.h\"\n";
  EXPECT_THAT(violations({"src/method/a.cpp", text}), ElementsAre(HasSubstr("model_builder.h")));
  EXPECT_THAT(violations({"src/model/a.cpp", text}), IsEmpty());
}

TEST(IncludeGraphChecker, ReportsAnIncludeOfASibling) {
  EXPECT_THAT(violations({"src/solver/a.h", "#include \"model/model_parts.h\"\n"}),
              ElementsAre(HasSubstr("sideways")));
  EXPECT_THAT(violations({"src/kernel/a.h", "#include \"linear/weight_rows.h\"\n"}),
              ElementsAre(HasSubstr("sideways")));
  EXPECT_THAT(violations({"src/eval/a.h", "#  include \"generate/names.h\"\n"}),
              ElementsAre(HasSubstr("sideways")));
}

TEST(IncludeGraphChecker, CountsFoldersWithinAFolderAsPartOfIt) {
  EXPECT_THAT(violations({"src/solver/ascent/a.cpp",
                          "#include \"solver/problem/b.h\"\n#include \"linear/weight_rows.h\"\n"}),
              IsEmpty());
  EXPECT_THAT(violations({"src/solver/ascent/a.cpp", "#include \"method/c.h\"\n"}),
              ElementsAre(HasSubstr("upward")));
}

TEST(IncludeGraphChecker, CountsAPublicHeaderAsPartOfItsFolder) {
  EXPECT_THAT(violations({"src/solver/a.cpp", "#include \"clade/method.h\"\n"}),
              ElementsAre(AllOf(HasSubstr("upward"), HasSubstr("belongs to method"))));
  EXPECT_THAT(violations({"include/clade/features.h", "#include \"clade/model.h\"\n"}),
              ElementsAre(HasSubstr("include/clade/features.h:1:")));
  EXPECT_THAT(violations({"include/clade/model.h", "#include \"clade/features.h\"\n"}), IsEmpty());
}

TEST(IncludeGraphChecker, AsksForAPlaceForWhatItDoesNotKnow) {
  EXPECT_THAT(violations({"include/clade/novelty.h", "\n"}),
              ElementsAre(HasSubstr("no known place")));
  EXPECT_THAT(violations({"src/misc/a.cpp", "\n"}), ElementsAre(HasSubstr("no known place")));
  EXPECT_THAT(violations({"src/cli/a.cpp", "#include \"clade/novelty.h\"\n"}),
              ElementsAre(HasSubstr("table of public headers")));
  EXPECT_THAT(violations({"src/cli/a.cpp", "#include \"misc/a.h\"\n"}),
              ElementsAre(HasSubstr("no known folder")));
  EXPECT_THAT(violations({"src/cli/a.cpp", "#include \"a.h\"\n"}),
              ElementsAre(HasSubstr("write \"cli/a.h\"")));
}

TEST(IncludeGraphChecker, KeepsMpiInItsFolder) {
  EXPECT_THAT(violations({"src/distributed/a.cpp", "#include <mpi.h>\n"}), IsEmpty());
  EXPECT_THAT(violations({"src/cli/a.cpp", "#include <mpi.h>\n"}), ElementsAre(HasSubstr("mpi.h")));
}

TEST(IncludeGraphChecker, LetsOnlyTheCommandLinePrintOrExit) {
  const std::string text =
      "#include <iostream>\nvoid f() {\n  std::cout << 1;\n  std::printf(\"x\");\n  "
      "fmt::print(1);\n"
      "  exit (3);\n}\n";
  EXPECT_THAT(violations({"src/cli/main.cpp", text}), IsEmpty());
  EXPECT_THAT(violations({"src/eval/metrics.cpp", text}),
              ElementsAre(HasSubstr("cpp:1:"), HasSubstr("cpp:3:"), HasSubstr("cpp:4:"),
                          HasSubstr("cpp:5:"), HasSubstr("cpp:6:")));
}

TEST(IncludeGraphChecker, IsNotMisledByNamesThatOnlyLookAlike) {
  EXPECT_THAT(violations({"src/base/a.cpp",
                          "std::snprintf(b, 3, f);\nstd::string exit_text;\nfile.puts(1);\n"
                          "int printf = 1;\nbool std_cout(int);\n"}),
              IsEmpty());
}

TEST(IncludeGraphChecker, SkipsCommentsAndLiterals) {
  EXPECT_THAT(
      violations({"src/base/a.cpp",
                  "// #include \"cli/a.h\" and std::cout\n/* printf(1);\n#include <mpi.h>\n*/\n"
                  "auto a = \"std::cerr \\\" puts(1)\"; char q = '\"'; int n = 1'000;\n"
                  "auto r = R\"x(abort() )\" )x\";\n"}),
      IsEmpty());
  EXPECT_THAT(violations({"src/base/a.cpp", "char q = '\"'; puts(s);  // fine \"\n"}), SizeIs(1));
  EXPECT_EQ(without_comments_and_literals("a /* b\nc */ d // e"), "a     \n     d     ");
}

}  // namespace
}  // namespace clade::detail::include_graph
