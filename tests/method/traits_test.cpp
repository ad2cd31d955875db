// What methods say of themselves with their parameters.
#include <gtest/gtest.h>

#include "base/threads.h"
#include "clade/method.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using AgainstZero = MethodTraits::AgainstZero;

MethodTraits traits_with(const char* name, const test::Options& options = {}) {
  const auto method = make_method(name);
  test::set_options(*method, options);
  return method->traits();
}

TEST(MethodTraits, FollowTheParameters) {
  EXPECT_TRUE(traits_with("hsvm", {{"flat", "true"}}).is_flat);
  EXPECT_FALSE(traits_with("hsvm").is_flat);
  EXPECT_EQ(traits_with("svm", {{"C", "2"}}).C->value, 2);
  EXPECT_EQ(traits_with("hsvm", {{"C", "auto"}}).C->value, std::nullopt);
  EXPECT_TRUE(traits_with("svm", {{"scale_C", "n"}}).C->is_per_example);
  EXPECT_EQ(traits_with("hsvm", {{"max_epochs", "7"}}).max_epochs, 7);
  EXPECT_EQ(traits_with("hsvm", {{"tolerance", "0.5"}}).tolerance, 0.5);
  EXPECT_EQ(traits_with("hsvm", {{"constraints", "binary"}}).classes_against_zero,
            AgainstZero::always);
  EXPECT_EQ(traits_with("clade").classes_against_zero, AgainstZero::with_several_labels);
  EXPECT_TRUE(traits_with("hsvm", {{"slack", "pair"}}).has_pair_slacks);
  EXPECT_EQ(traits_with("hsvm", {{"kernel", "rbf"}}).kernel, KernelKind::rbf);
  EXPECT_TRUE(traits_with("hsvm", {{"kernel", "subsequence"}}).takes_strings());
  EXPECT_EQ(traits_with("hsvm", {{"cache_mb", "2"}}).kernel_cache_mb, 2);
  EXPECT_EQ(traits_with("hsvm", {}).kernel_cache_mb, 0);
  EXPECT_TRUE(traits_with("hsvm", {{"bias", "feature"}}).has_constant);
  EXPECT_FALSE(traits_with("hsvm", {{"bias", "feature"}}).has_free_bias);
  EXPECT_TRUE(traits_with("topdown-svm", {{"bias", "free"}}).has_free_bias);
  EXPECT_TRUE(traits_with("topdown-svm", {{"multilabel", "intersect"}}).intersects_labels);
  EXPECT_TRUE(traits_with("hsvm", {{"solver", "paper"}}).has_paper_solver);
  EXPECT_EQ(traits_with("perceptron", {{"epochs", "7"}}).epochs, 7);
}

TEST(MethodTraits, KnowWhichMethodsAreFlatAndWhichCanBe) {
  for (const char* name : {"svm", "flatmult", "psi"}) {
    EXPECT_TRUE(traits_with(name).is_flat) << name;
    EXPECT_FALSE(traits_with(name).can_be_flat) << name;
  }
  for (const char* name : {"clade", "hsvm", "perceptron", "hieron", "topdown-psi"}) {
    EXPECT_FALSE(traits_with(name).is_flat) << name;
    EXPECT_TRUE(traits_with(name).can_be_flat) << name;
  }
  EXPECT_FALSE(traits_with("dnc").can_be_flat);
}

TEST(MethodTraits, KnowWhatLearnsOnline) {
  EXPECT_TRUE(traits_with("perceptron").is_online);
  EXPECT_FALSE(traits_with("perceptron").C);
  EXPECT_FALSE(traits_with("perceptron").takes_streams);
  EXPECT_TRUE(traits_with("perceptron", {{"epochs", "1"}}).takes_streams);
  EXPECT_TRUE(traits_with("hieron").takes_streams);
  EXPECT_FALSE(traits_with("hieron", {{"order", "random"}}).takes_streams);
  EXPECT_FALSE(traits_with("hieron", {{"kernel", "rbf"}}).takes_streams);
  const MethodTraits nodes = traits_with("dnc", {{"base", "perceptron"}});
  EXPECT_TRUE(nodes.learns_online);
  EXPECT_FALSE(nodes.is_online);
  EXPECT_FALSE(nodes.C);
  EXPECT_TRUE(traits_with("dnc").C);
}

TEST(MethodTraits, HaveTheirClassOfCost) {
  EXPECT_EQ(traits_with("hsvm").cost, CostClass::joint);
  EXPECT_EQ(traits_with("treeloss").cost, CostClass::joint);
  EXPECT_EQ(traits_with("topdown-svm").cost, CostClass::root_down);
  EXPECT_EQ(traits_with("psi").cost, CostClass::root_down);
  EXPECT_EQ(traits_with("dnc").cost, CostClass::nodes);
  EXPECT_EQ(traits_with("hieron").cost, CostClass::online);
  EXPECT_TRUE(traits_with("psi").is_psi);
}

TEST(MethodTraits, OfAModelAreThoseOfItsMethodWithTheStoredOptions) {
  const test::TempFolder folder;
  const auto data = folder.write("data.svm", "a 1:1\na,b 2:1\nb 3:1\na,b 1:1 2:1\n");
  const auto tree = folder.write("t.tsv", "r\ta\nr\tb\n");
  for (const char* name : {"topdown-svm", "psi"}) {
    const auto run = test::train_files(name, {{"multilabel", "intersect"}, {"C", "2"}}, data, tree);
    const MethodTraits traits = traits_of(run.trained.model);
    EXPECT_TRUE(traits.intersects_labels) << name;
    EXPECT_EQ(traits.C->value, 2) << name;
    EXPECT_TRUE(traits.has_free_bias) << name;
  }
}

TEST(MethodTraits, SetTheirPriceOfSlack) {
  for (const MethodEntry& entry : methods()) {
    const auto method = entry.make();
    method->set_C(3);
    const auto C = method->traits().C;
    if (C) {
      EXPECT_EQ(C->value, 3) << entry.name;
    }
    method->set_C(std::nullopt);
    EXPECT_TRUE(!method->traits().C || !method->traits().C->value) << entry.name;
  }
}

}  // namespace
}  // namespace clade::detail
