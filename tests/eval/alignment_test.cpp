// Kernel alignment against the definition, with all matrices formed.
#include "eval/taxonomy/alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "data/record_subset.h"
#include "tests/eval/small_comparison.h"

namespace clade::detail {
namespace {

using Matrix = std::vector<std::vector<double>>;
using Group = std::vector<std::size_t>;  // classes

struct Examples {
  LabelSpace labels;
  Dataset data;

  static Examples of(const test::Words& lines) {
    Records records = test::read_lines(lines, "svm", Precision::double_);
    LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
    Dataset data(std::move(records), labels);
    return {std::move(labels), std::move(data)};
  }
};

KernelSpec rbf() {
  KernelSpec spec;
  spec.kind = KernelKind::rbf;
  spec.gamma = 0.3;
  return spec;
}

Matrix kernel_matrix(const Dataset& data, const KernelSpec& spec) {
  const auto& rows = std::get<SparseRows<double>>(data.rows());
  Matrix dense(data.size(), std::vector<double>(40));
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const auto& f : rows.row(i)) dense[i][f.index] = f.value;
  }
  Matrix k(data.size(), std::vector<double>(data.size()));
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (std::size_t j = 0; j < data.size(); ++j) {
      double product = 0, squares = 0;
      for (std::size_t f = 0; f < dense[i].size(); ++f) {
        product += dense[i][f] * dense[j][f];
        squares += (dense[i][f] - dense[j][f]) * (dense[i][f] - dense[j][f]);
      }
      k[i][j] = spec.kind == KernelKind::rbf ? std::exp(-spec.gamma * squares) : product;
    }
  }
  return k;
}

Matrix target_matrix(const Dataset& data, const std::vector<Group>& groups) {
  Matrix t(data.size(), std::vector<double>(data.size()));
  const auto labels_in = [&](std::size_t i, const Group& group) {
    const auto in = [&](ClassId c) {
      return std::find(group.begin(), group.end(), index_of(c)) != group.end();
    };
    const auto labels = data.labels(i);
    return static_cast<double>(std::count_if(labels.begin(), labels.end(), in));
  };
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (std::size_t j = 0; j < data.size(); ++j) {
      for (const Group& group : groups) t[i][j] += labels_in(i, group) * labels_in(j, group);
    }
  }
  return t;
}

void centre(Matrix& m) {
  const auto n = static_cast<double>(m.size());
  for (int way = 0; way < 2; ++way) {
    for (std::size_t i = 0; i < m.size(); ++i) {
      double mean = 0;
      for (std::size_t j = 0; j < m.size(); ++j) mean += (way == 0 ? m[i][j] : m[j][i]) / n;
      for (std::size_t j = 0; j < m.size(); ++j) (way == 0 ? m[i][j] : m[j][i]) -= mean;
    }
  }
}

double inner(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) sum += a[i][j] * b[i][j];
  }
  return sum;
}

// By the definition.
double alignment(Matrix k, Matrix t) {
  centre(k);
  centre(t);
  const double lengths = std::sqrt(inner(k, k) * inner(t, t));
  return lengths > 1e-9 ? inner(k, t) / lengths : 0;
}

std::vector<Group> merged(std::vector<Group> groups, std::size_t a, std::size_t b) {
  groups[a].insert(groups[a].end(), groups[b].begin(), groups[b].end());
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
  return groups;
}

test::Words lines_of(bool several_labels) {
  test::Words labels{"a1", "b1", "a2", "b2", "c"};
  if (several_labels) labels = {"a1", "b1,c", "a2", "b2", "c", "a1,a2", "b2,a1"};
  test::Words lines = test::noisy_lines(35, labels, 4, 0.7);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] += labels[i % labels.size()][0] == 'a' ? " 20:1" : " 21:0.7";
  }
  return lines;
}

struct Case {
  const char* name;
  bool several_labels;
  KernelSpec kernel;
};
void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

class Alignment : public ::testing::TestWithParam<Case> {};

TEST_P(Alignment, MergesThePairThatIsBestByTheDefinition) {
  const Examples examples = Examples::of(lines_of(GetParam().several_labels));
  ThreadPool pool(2);
  const ClassClusters found =
      align_classes(alignment_sums(examples.data, examples.labels, GetParam().kernel, pool), 2);
  const Matrix k = kernel_matrix(examples.data, GetParam().kernel);

  std::vector<Group> groups, members;  // now, and by cluster
  for (std::size_t c = 0; c < examples.labels.size(); ++c) groups.push_back({c});
  members = groups;
  const double start = alignment(k, target_matrix(examples.data, groups));
  ASSERT_GT(start, 0);
  double most = 1;
  std::vector<Group> best_groups = groups;
  for (std::size_t t = 0; t < found.dendrogram.links.size(); ++t) {
    double best = -2;
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = a + 1; b < groups.size(); ++b) {
        const auto next = merged(groups, a, b);
        best = std::max(best, alignment(k, target_matrix(examples.data, next)));
      }
    }
    EXPECT_NEAR(found.alignment[t], best / start, 1e-9) << t;
    const Link& link = found.dendrogram.links[t];
    const auto place = [&](const Group& group) {
      return static_cast<std::size_t>(std::find(groups.begin(), groups.end(), group) -
                                      groups.begin());
    };
    const std::size_t a = place(members[link.a]), b = place(members[link.b]);
    ASSERT_LT(std::max(a, b), groups.size());
    groups = merged(groups, std::min(a, b), std::max(a, b));
    members.push_back(groups[std::min(a, b)]);
    EXPECT_NEAR(alignment(k, target_matrix(examples.data, groups)) / start, best / start, 1e-9);
    if (found.alignment[t] > most) {
      most = found.alignment[t];
      best_groups = groups;
    }
  }
  // The clusters are the best grouping on the way.
  const auto as_sets = [](const std::vector<Group>& of) {
    std::set<std::set<std::size_t>> sets;
    for (const Group& group : of) sets.insert({group.begin(), group.end()});
    return sets;
  };
  EXPECT_EQ(as_sets(found.cuts.front().clusters), as_sets(best_groups));
  EXPECT_LT(best_groups.size(), examples.labels.size());
}
INSTANTIATE_TEST_SUITE_P(Cases, Alignment,
                         ::testing::Values(Case{"linear", false, {}}, Case{"rbf", false, rbf()},
                                           Case{"several", true, {}},
                                           Case{"several_rbf", true, rbf()}));

TEST(AlignedTaxonomy, DoesNotDependOnTheNumberOfThreads) {
  const Examples examples = Examples::of(lines_of(true));
  ThreadPool one(1), three(3);
  const auto run = [&](ThreadPool& pool) {
    return align_classes(alignment_sums(examples.data, examples.labels, rbf(), pool), 3);
  };
  const ClassClusters a = run(one), b = run(three);
  EXPECT_EQ(a.alignment, b.alignment);
  EXPECT_EQ(a.edges(examples.labels), b.edges(examples.labels));
}

// Whatever is merged, the examples of all classes are the same: no alignment to gain or lose.
TEST(AlignedTaxonomy, LeavesClassesAloneWhereMergingSaysNothing) {
  const Examples same = Examples::of({"a 1:1", "b 1:1", "c 1:1"});
  ThreadPool pool(1);
  const ClassClusters clusters = align_classes(alignment_sums(same.data, same.labels, {}, pool), 2);
  EXPECT_EQ(clusters.cuts.front().clusters.size(), 3U);
  for (const double value : clusters.alignment) EXPECT_TRUE(std::isfinite(value));
}

TEST(AlignedTaxonomy, TakesTwoClassesAndRefusesOne) {
  ThreadPool pool(1);
  const Examples two = Examples::of({"a 1:1", "b 2:1"});
  const ClassClusters clusters = align_classes(alignment_sums(two.data, two.labels, {}, pool), 5);
  EXPECT_EQ(clusters.cuts.front().clusters.size(), 2U);
  EXPECT_EQ(clusters.alignment, std::vector<double>{0.0});
  const Examples one = Examples::of({"a 1:1", "a 2:1"});
  EXPECT_THROW(align_classes(alignment_sums(one.data, one.labels, {}, pool), 2), Error);
}

}  // namespace
}  // namespace clade::detail
