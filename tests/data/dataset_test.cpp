#include "data/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::IsEmpty;
using testing::read_svm_text;
using testing::TempFolder;

LabelSpace label_space(const char* taxonomy, const Records& records,
                       LabelNodes mode = LabelNodes::terminal) {
  const TempFolder folder;
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.file = folder.write("t.tsv", taxonomy);
  return LabelSpace(source, mode, records.label_names);
}

ClassId id(std::uint32_t c) { return static_cast<ClassId>(c); }

TEST(Dataset, HasSortedClassesWithoutDuplicates) {
  const Records records = read_svm_text("b,a 1:1\n? 2:2\nm,m__misc,a\nm__misc 3:3\n");
  const LabelSpace space = label_space("r\ta\nr\tb\nr\tm\nm\tn\n", records);  // a b n m
  const Dataset data(records, space);
  ASSERT_EQ(data.size(), 4U);
  EXPECT_THAT(data.labels(0), ElementsAre(id(0), id(1)));
  EXPECT_THAT(data.labels(1), IsEmpty());
  EXPECT_THAT(data.labels(2), ElementsAre(id(0), id(3)));
  EXPECT_THAT(data.labels(3), ElementsAre(id(3)));
  EXPECT_TRUE(data.is_multilabel());
  const auto& rows = std::get<SparseRows<double>>(data.rows());
  EXPECT_EQ(rows.row(3)[0].value, 3.0);
  EXPECT_EQ(data.weight(2), 1.0);
  EXPECT_EQ(data.id(2), "2");
}

TEST(Dataset, IsNotMultilabelWhereTwoNamesMeanOneClass) {
  const Records records = read_svm_text("m,m__misc 1:1\nn\n");
  EXPECT_FALSE(Dataset(records, label_space("r\tm\nm\tn\n", records)).is_multilabel());
}

TEST(Dataset, ClosesLabelsUpward) {
  const Records records = read_svm_text("n 1:1\nm 1:2\nn,b 1:3\n? 1:4\n");
  const LabelSpace space =
      label_space("r\ta\nr\tb\nr\tm\nm\tn\n", records, LabelNodes::closed);  // b m n
  const Dataset data(records, space);
  EXPECT_THAT(data.labels(0), ElementsAre(id(1), id(2)));
  EXPECT_THAT(data.labels(1), ElementsAre(id(1)));
  EXPECT_THAT(data.labels(2), ElementsAre(id(0), id(1), id(2)));
  EXPECT_THAT(data.labels(3), IsEmpty());
}

TEST(Dataset, KeepsWeightsAndIds) {
  Records records = read_svm_text("a 1:1\na 1:2\n");
  records.weights = {2, 3};
  records.ids = {"x", "y"};
  const Dataset data(records, label_space("r\ta\nr\tb\n", records));
  EXPECT_EQ(data.weight(1), 3.0);
  EXPECT_EQ(data.id(1), "y");
}

TEST(Dataset, GivesPartsInTheOrderAskedFor) {
  Records records = read_svm_text("a 1:1\nb,a 1:2 3:4\nb\n");
  records.weights = {2, 3, 4};
  records.ids = {"x", "y", "z"};
  const Dataset data(records, label_space("r\ta\nr\tb\n", records));
  const Dataset part = data.part(std::vector<std::size_t>{2, 1});
  ASSERT_EQ(part.size(), 2U);
  EXPECT_EQ(part.id(0), "z");
  EXPECT_EQ(part.weight(1), 3.0);
  EXPECT_EQ(part.labels(0).size(), 1U);
  EXPECT_EQ(part.labels(1).size(), 2U);
  const auto& rows = std::get<SparseRows<double>>(part.rows());
  EXPECT_TRUE(rows.row(0).empty());
  EXPECT_EQ(rows.row(1)[1].index, 3U);
  EXPECT_EQ(data.part({}).size(), 0U);
}

TEST(Dataset, ReportsALabelThatIsNoClass) {
  const LabelSpace space = label_space("r\talphabet\nr\tb\n", read_svm_text("alphabet\n"));
  Records records = read_svm_text("b\nalfabet\n");
  records.label_names[1].place = "x.svm:2:1";
  EXPECT_EQ(error_of(ErrorKind::input, [&] { Dataset(records, space); }),
            "x.svm:2:1: label 'alfabet' is not a class (did you mean 'alphabet'?)");
}

TEST(SparseRows, AppendsRows) {
  SparseRows<float> a, b;
  a.push({1, 1});
  a.end_row();
  b.end_row();
  b.push({2, 2});
  b.push({3, 3});
  b.end_row();
  a.append(b);
  ASSERT_EQ(a.size(), 3U);
  EXPECT_EQ(a.nonzeros(), 3U);
  EXPECT_TRUE(a.row(1).empty());
  EXPECT_EQ(a.row(2)[1].index, 3U);
}

}  // namespace
}  // namespace clade::detail
