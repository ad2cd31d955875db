// dnc goes on from a model at every node by itself.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "tests/method/update_support.h"

namespace clade::detail {
namespace {

using test::Options;

using Weights = std::map<std::pair<std::uint32_t, std::string>, double>;

Weights weights_of(const Model& model) {
  Weights all;
  const ModelParts parts(model);
  std::visit(
      [&](const auto& view) {
        for (std::size_t j = 0; j < view.features; ++j) {
          view.for_each_nonzero(j, [&](std::size_t unit, auto weight) {
            all[{parts.features().indices()[j], model.unit_names()[unit]}] =
                static_cast<double>(weight);
          });
        }
      },
      parts.weights());
  return all;
}

class UpdateDnc : public test::Update {
 protected:
  // Lines whose label begins with `above` (all for nothing), cut to its first letters.
  static std::string lines_at(const std::string& text, const std::string& above) {
    std::string cut;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin) + 1, space = text.find(' ', begin);
      const std::string label = text.substr(begin, std::min(space, end - 1) - begin);
      if (label.starts_with(above)) {
        cut += label.substr(0, above.size() + 1) +
               text.substr(begin + label.size(), end - begin - label.size());
      }
      begin = end;
    }
    return cut;
  }
  // The same through a flat svm at the node.
  Model flat_update(const std::string& above, const Options& options) const {
    const auto first =
        test::train_files("svm", options, write("flat.svm", lines_at(first_, above)), "");
    return update(first.trained.model, lines_at(second_, above), {{"C", "0.7"}}).model;
  }
};

TEST_F(UpdateDnc, EveryNodeIsUpdatedAsAFlatSvm) {
  for (const char* bias : {"none", "feature"}) {
    const Options options{{"tolerance", "1e-9"}, {"bias", bias}};
    const Model from = saved(train("dnc", options, first_).model);
    const Weights updated = weights_of(update(from, second_, {{"C", "0.7"}}).model);
    std::size_t compared = 0;
    for (const char* above : {"", "A", "B"}) {
      for (const auto& [place, weight] : weights_of(flat_update(above, options))) {
        ASSERT_TRUE(updated.contains(place)) << place.first << place.second;
        EXPECT_NEAR(updated.at(place), weight, 1e-5) << place.first << place.second;
        ++compared;
      }
    }
    EXPECT_EQ(compared, updated.size());
  }
}

TEST_F(UpdateDnc, OnlineBasesGoOnAsInOneStream) {
  for (const char* base : {"perceptron", "hieron"}) {
    const Options options{{"base", base}, {"epochs", "1"}};
    const Model from = saved(train("dnc", options, first_).model);
    const Model all = train("dnc", options, first_ + second_).model;
    EXPECT_EQ(weights_of(update(from, second_).model), weights_of(all)) << base;
  }
}

TEST_F(UpdateDnc, NodesWithoutNewExamplesStayAsTheyAre) {
  const Model from = train("dnc", {}, first_).model;
  const Weights before = weights_of(from);
  const Weights after = weights_of(update(from, lines_at(second_, "A")).model);
  bool has_changed = false;
  for (const auto& [place, weight] : after) {
    if (place.second[0] == 'B' && place.second.size() == 2) {
      EXPECT_EQ(weight, before.at(place));
    } else {
      has_changed = has_changed || !before.contains(place) || before.at(place) != weight;
    }
  }
  EXPECT_TRUE(has_changed);
}

TEST_F(UpdateDnc, KeepsMethodAndOptions) {
  const Model from = train("hiermult", {{"C", "3"}}, first_).model;
  const Model updated = update(from, second_, {{"C", "2"}}).model;
  EXPECT_EQ(updated.method(), "hiermult");
  EXPECT_EQ(updated.options(), from.options());
  EXPECT_EQ(updated.decoding(), Decoding::top_down_sum);
}

TEST_F(UpdateDnc, RefusesWhatCannotGoOn) {
  const Model averaged = train("dnc", {{"base", "hieron"}, {"update", "averaged"}}, first_).model;
  EXPECT_THROW(update(averaged, second_), Error);
  const Model svm = train("dnc", {}, first_).model;
  EXPECT_THROW(update(svm, second_, {{"C", "inf"}}), Error);
  EXPECT_THROW(update(svm, second_, {{"C", "auto"}}), Error);
}

}  // namespace
}  // namespace clade::detail
