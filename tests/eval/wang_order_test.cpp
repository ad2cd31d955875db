// HPSI's simulations in short: the order of its methods on the zero-one loss (tables 1 to 3 with
// linear scores; the full tables are those of ./run reproduce). C is tuned for each method.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "generate/wang.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

std::string first_lines(const std::string& text, int count) {
  std::size_t end = 0;
  for (int line = 0; line < count; ++line) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

class WangOrder : public testing::Test {
 protected:
  // The share of wrong answers on the tuning and the test sample.
  struct Errors {
    double tune = 1, test = 1;
    bool operator<(const Errors& other) const { return tune < other.tune; }
  };

  double errors_on(const Model& model, const std::string& file) const {
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> files{folder_.path() / file};
    Records records = read_records(files, {"", Precision::double_}, pool);
    const Dataset data(std::move(records), model.label_space());
    const auto& rows = std::get<SparseRows<double>>(data.rows());
    double wrong = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (model.predict<double>(rows.row(i), 1).front().label != data.labels(i).front()) ++wrong;
    }
    return wrong / static_cast<double>(rows.size());
  }

  Errors best_of(const std::string& method) const {
    Errors best;
    for (const char* C : {"1", "30", "300"}) {
      const test::Run run = test::train_files(
          method, {{"C", C}, {"bias", "free"}, {"tolerance", "1e-2"}, {"precision", "double"}},
          folder_.path() / "data.svm", (folder_.path() / "taxonomy.tsv").string());
      best = std::min(best, {errors_on(run.trained.model, "tune.svm"),
                             errors_on(run.trained.model, "test.svm")});
    }
    return best;
  }

  // Mean test errors over some samples.
  std::map<std::string, double> mean_errors(int example) const {
    constexpr int samples = 3;
    std::map<std::string, double> mean;
    for (std::uint64_t seed = 1; seed <= samples; ++seed) {
      MemorySink sink;
      Wang(example).generate(seed, sink);
      for (const auto& [name, text] : sink.files()) {
        folder_.write(name, name == "test.svm" ? first_lines(text, 1000) : text);
      }
      for (const char* method : {"svm", "topdown-svm", "topdown-psi"}) {
        mean[method] += best_of(method).test / samples;
      }
    }
    return mean;
  }

  test::TempFolder folder_;
};

// A difference of two means over three samples has a standard deviation of about 0.02 here.
constexpr double noise = 0.03;

TEST_F(WangOrder, MarginsAlongThePathAreNoWorseThanFlatOnesAndPsiIsBest) {
  double svm = 0, topdown = 0, psi = 0;
  for (const int example : {1, 2, 3}) {
    const auto mean = mean_errors(example);
    EXPECT_LE(mean.at("topdown-svm"), mean.at("svm") + noise) << "example " << example;
    EXPECT_LE(mean.at("topdown-psi"), mean.at("topdown-svm") + noise) << "example " << example;
    EXPECT_LE(mean.at("topdown-psi"), mean.at("svm") + noise) << "example " << example;
    svm += mean.at("svm");
    topdown += mean.at("topdown-svm");
    psi += mean.at("topdown-psi");
  }
  EXPECT_LT(topdown, svm);
  EXPECT_LT(psi, topdown);
}

}  // namespace
}  // namespace clade::detail
