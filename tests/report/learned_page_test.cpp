#include "report/learned_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace clade::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

struct Learned {
  LabelSpace labels;
  LearnedTaxonomy taxonomy;
};

// Pairs at the places 0, 1, 10, 11, 100, 101, ...
Learned learned_pairs(std::vector<std::string> names, std::size_t levels = 2) {
  std::vector<LabelName> label_names;
  for (std::string& name : names) label_names.push_back({std::move(name), ""});
  const auto place = [](std::size_t c) {
    return std::pow(1.5, static_cast<double>(c / 2)) * 10 + static_cast<double>(c % 2);
  };
  PairTable distances(label_names.size());
  for (std::size_t a = 0; a < label_names.size(); ++a) {
    for (std::size_t b = a + 1; b < label_names.size(); ++b) {
      distances(a, b) = std::abs(place(a) - place(b));
    }
  }
  return {LabelSpace(TaxonomySource{}, LabelNodes::terminal, label_names),
          learn_taxonomy(distances, Linkage::average, levels)};
}

std::vector<std::string> numbered(std::size_t size) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < size; ++c) names.push_back("class" + std::to_string(c));
  return names;
}

TEST(LearnedPage, DrawsEveryLinkEveryCutAndEveryDistance) {
  const Learned learned = learned_pairs(numbered(8));
  const std::string page = learned_page(learned.taxonomy, learned.labels);
  EXPECT_EQ(count(page, "<path class=\"link"), 7U);
  const Cut& cut = learned.taxonomy.cuts.front();
  const auto cuts =
      static_cast<std::size_t>(std::count(cut.is_cut.begin(), cut.is_cut.end(), true));
  EXPECT_GT(cuts, 0U);
  EXPECT_EQ(count(page, "class=\"cross\""), cuts);
  EXPECT_GE(count(page, "<rect class=\"cell\""), 8U * 8U - 2U);  // the farthest pair is not drawn
  EXPECT_EQ(count(page, "<li>"), 8 + cut.clusters.size());
  EXPECT_EQ(count(page, "<ul>"), count(page, "</ul>"));
  EXPECT_EQ(count(page, "<li>"), count(page, "</li>"));
}

TEST(LearnedPage, NestsSeveralLevels) {
  const Learned learned = learned_pairs(numbered(24), 4);
  const std::string page = learned_page(learned.taxonomy, learned.labels);
  EXPECT_EQ(count(page, "<ul>"), count(page, "</ul>"));
  EXPECT_EQ(count(page, "<li>"), count(page, "</li>"));
  for (const std::string& name : numbered(24))
    EXPECT_THAT(page, HasSubstr("<li>" + name + "</li>"));
}

TEST(LearnedPage, NamesStayText) {
  const Learned learned =
      learned_pairs({"<script>alert(1)</script>", "a & \"b\"", "\u05d0\u05d1", "\U0001F980"});
  const std::string page = learned_page(learned.taxonomy, learned.labels);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, HasSubstr("a &amp; &quot;b&quot;"));
  EXPECT_THAT(page, HasSubstr("\U0001F980"));
}

TEST(LearnedPage, OfVeryManyClassesStaysSmall) {
  const Learned learned = learned_pairs(numbered(1000));
  EXPECT_LT(learned_page(learned.taxonomy, learned.labels).size(), 3'000'000U);
}

}  // namespace
}  // namespace clade::report
