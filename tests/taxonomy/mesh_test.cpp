#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::all_names;
using test::at;
using test::document_as;
using test::expect_bad_text;
using test::names;
using test::read_as;
using testing::ElementsAre;

constexpr const char* body =
    "Body Regions;A01\nAbdomen;A01.923.047\nTorso;A01.923\nEye; A01.456.505.420\nEye;A09.371\n";

TEST(Mesh, PlacesAreNodes) {
  const TaxonomyDocument d = document_as("mesh", body);
  EXPECT_THAT(all_names(d.taxonomy),
              ElementsAre("A", "A01", "A01.923", "A01.923.047", "A01.456", "A01.456.505",
                          "A01.456.505.420", "A09", "A09.371"));
  EXPECT_TRUE(d.taxonomy.is_tree());
  EXPECT_EQ(d.title(at(d.taxonomy, "A01.923")), "Torso");
}

TEST(Mesh, ATermMeansAllItsPlaces) {
  const TaxonomyDocument d = document_as("mesh", body);
  std::vector<std::string> eyes;
  for (const auto& alias : d.aliases) {
    if (alias.name == "Eye") eyes.emplace_back(d.taxonomy.name(alias.node));
  }
  EXPECT_THAT(eyes, ElementsAre("A01.456.505.420", "A09.371"));
}

TEST(Mesh, TermsMayBeTheNodes) {
  TaxonomyReadOptions reading;
  reading.naming = NodeNaming::label;
  const Taxonomy t = read_as("mesh", body, reading);
  EXPECT_THAT(names(t, t.parents(at(t, "Eye"))), ElementsAre("A01.456.505", "A09"));
  EXPECT_THAT(names(t, t.parents(at(t, "Abdomen"))), ElementsAre("Torso"));
  expect_bad_text("mesh", "Ethics;K01\nMorals;K01.5\nMorals;F01\nEthics;F01.1\n",
                  "is its own ancestor", reading);
}

TEST(Mesh, TakesNumbersInFrontAndSemicolonsInTerms) {
  EXPECT_THAT(all_names(read_as("mesh", "A01\tBody\r\nA01.1\tArm; hand\r\n\r\n01\tx\n")),
              ElementsAre("", "A", "A01", "A01.1", "01"));
  TaxonomyReadOptions reading;
  reading.naming = NodeNaming::label;
  EXPECT_THAT(all_names(read_as("mesh", "a;b;A\n", reading)), ElementsAre("a;b"));
}

TEST(Mesh, SaysWhichLineIsWrongAndWhy) {
  expect_bad_text("mesh", "Body;A01\nArm\n",
                  "t:2: expected term;A01.236 or A01.236<TAB>term, got 'Arm'");
  expect_bad_text("mesh", "Body;A01.\n", "t:1: expected a tree number such as A01.236, got 'A01.'");
  std::string deep = "x;A01";
  for (int i = 0; i < 100; ++i) deep += ".1";
  expect_bad_text("mesh", deep, "t:1: expected a tree number of at most 64 parts");
  expect_bad_text("mesh", "Body;a01\n", "t:1: expected a tree number");
  expect_bad_text("mesh", ";A01\n", "t:1: expected a term for 'A01', got nothing");
  expect_bad_text("mesh", "Body;A01\nArm;A01\n", "t:2: 'A01' is the number of 'Body' already");
}

TEST(Mesh, WritesNumbersAsTheyWereAndMakesThemOtherwise) {
  const TaxonomyDocument d = document_as("mesh", body);
  const TaxonomyDocument again = document_as("mesh", test::text_of(d, "mesh"));
  EXPECT_EQ(all_names(again.taxonomy), all_names(d.taxonomy));
  EXPECT_EQ(again.title(at(again.taxonomy, "A09.371")), "Eye");
  EXPECT_EQ(test::text_as("mesh", "r\ta\nr\tb\na\tx\nb\tx\nx\ty\n"),
            "r;A\na;A01\nx;A01.001\ny;A01.001.001\nb;A02\nx;A02.001\ny;A02.001.001\n");
  std::string wide;
  for (int i = 0; i < 28; ++i) wide += "t" + std::to_string(i) + "\n x" + std::to_string(i) + "\n";
  EXPECT_THAT(test::text_of(document_as("indented", wide), "mesh"),
              testing::HasSubstr("t27;AB\nx27;AB01\n"));
}

TEST(Mesh, RefusesADagOfVeryManyPaths) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    for (const char* side : {"a", "b"}) {
      text += "n" + std::to_string(i) + "\t" + side + std::to_string(i) + "\n";
      text += side + std::to_string(i) + "\tn" + std::to_string(i + 1) + "\n";
    }
  }
  const TaxonomyDocument ladder = document_as("edges", text);
  test::expect_error([&] { test::text_of(ladder, "mesh"); }, ErrorKind::input,
                     "it has too many paths");
  EXPECT_EQ(test::edges_of(document_as("json", test::text_of(ladder, "json")).taxonomy),
            test::edges_of(ladder.taxonomy));
}

}  // namespace
}  // namespace clade::detail
