#include "method/kernel_params.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/fail.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "kernel/kernel_rows.h"

namespace clade::detail {

namespace {

// Pairs of examples that a median is taken over: all of few, else a random part.
constexpr std::size_t most_pairs = 200'000;

// A cache that nobody set: 2.5 times the matrix, of which rows get two fifths (rows_part of
// KernelBackend) and working sets half. Pages that stay unused take no memory.
constexpr double mega = 1024.0 * 1024.0;
constexpr double cache_of_matrix = 2.5, most_of_free = 0.5, least_cache = 256 * mega;
constexpr double fewest_rows = 16 * mega;  // without some, training makes no progress

bool share_a_label(const Dataset& data, std::size_t i, std::size_t j) {
  const auto a = data.labels(i), b = data.labels(j);
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

struct PairDistance {
  double distance, weight;
};

// Of pairs of examples; `counts` says which. Examples of weights v and w are v w pairs.
template <class Real, class Counts>
std::vector<PairDistance> pair_distances(const SparseRows<Real>& rows, const Dataset& data,
                                         std::uint64_t seed, const Counts& counts) {
  std::vector<PairDistance> distances;
  const auto add = [&](std::size_t i, std::size_t j) {
    if (!counts(i, j)) return;
    const auto a = rows.row(i), b = rows.row(j);
    const double squared =
        squared_length<Real>(a) + squared_length<Real>(b) - 2 * inner_product<Real>(a, b);
    distances.push_back({std::sqrt(std::max(0.0, squared)), data.weight(i) * data.weight(j)});
  };
  const std::size_t n = rows.size();
  if (n * (n - 1) / 2 <= most_pairs) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) add(i, j);
    }
  } else {
    Random random(seed);
    for (std::size_t k = 0; k < most_pairs; ++k) add(random.below(n), random.below(n));
  }
  return distances;
}

// The distance where half the weight is passed; where that is between two, their mean; 0 of none.
double median(std::vector<PairDistance> pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const PairDistance& a, const PairDistance& b) { return a.distance < b.distance; });
  double half = 0;
  for (const PairDistance& pair : pairs) half += pair.weight / 2;
  // Sums of weights that are no whole numbers are not exact.
  constexpr double slack = 1e-9;
  double passed = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    passed += pairs[k].weight;
    if (passed < half * (1 - slack)) continue;
    const bool is_between = passed <= half * (1 + slack) && k + 1 < pairs.size();
    return is_between ? 0.5 * (pairs[k].distance + pairs[k + 1].distance) : pairs[k].distance;
  }
  return 0;
}

// Between examples of different classes. Where no two are, or most of these are equal: between all
// that are not equal.
template <class Real>
double median_distance(const SparseRows<Real>& rows, const Dataset& data, std::uint64_t seed) {
  const double usual = median(pair_distances(
      rows, data, seed, [&](std::size_t i, std::size_t j) { return !share_a_label(data, i, j); }));
  if (usual > 0) return usual;
  std::vector<PairDistance> all =
      pair_distances(rows, data, seed, [](std::size_t i, std::size_t j) { return i != j; });
  std::erase_if(all, [](const PairDistance& pair) { return pair.distance == 0; });
  return median(std::move(all));
}

}  // namespace

std::string sigma_problem(std::string_view text) {
  if (text == "auto" || text == "median") return "";
  const std::optional<double> value = parse_double(text);
  const bool is_right = value && *value > 0 && std::isfinite(*value);
  return is_right ? "" : std::string("expected ") + sigma_rule.expects;
}

void KernelParams::check() const {
  if (gamma && sigma != "auto") {
    fail_parameter("sigma", "gives gamma, which `gamma` gives already; leave one out");
  }
}

std::size_t KernelParams::cache_bytes(std::size_t examples, std::size_t real_size) const {
  return kernel_cache_bytes(cache_mb.value_or(0), examples, real_size);
}

std::size_t kernel_cache_bytes(double cache_mb, std::size_t examples, std::size_t real_size) {
  if (cache_mb == 0) return auto_cache_bytes(examples, real_size, available_memory());
  constexpr double most = 1e18;
  return static_cast<std::size_t>(std::min(most, cache_mb * mega));
}

std::size_t auto_cache_bytes(std::size_t examples, std::size_t real_size, std::size_t free_bytes) {
  const auto n = static_cast<double>(examples);
  const double wanted = cache_of_matrix * n * n * static_cast<double>(real_size);
  const double possible = most_of_free * static_cast<double>(free_bytes);
  return static_cast<std::size_t>(
      std::min(std::max(least_cache, wanted), std::max(fewest_rows, possible)));
}

namespace {

template <class Real>
void check_characters(const SparseRows<Real>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& f : rows.row(i)) {
      if (is_character(f.value)) continue;
      fail(ErrorKind::input,
           "`kernel=subsequence`: example {} has the value {}, expected the number of a letter", i,
           f.value);
    }
  }
}

}  // namespace

template <class Real>
KernelSpec kernel_of(KernelParams& params, const SparseRows<Real>& rows, const Dataset& data,
                     std::uint64_t seed) {
  if (params.kernel == KernelKind::rbf && !params.gamma) {
    const bool is_number = params.sigma != "auto" && params.sigma != "median";
    const double sigma =
        is_number ? parse_double(params.sigma).value() : median_distance(rows, data, seed);
    if (!(sigma > 0)) {
      fail_parameter(ErrorKind::input, "sigma",
                     "all examples are equal, so that there is no median distance; give a number");
    }
    params.gamma = 1 / (sigma * sigma);
    params.sigma = "auto";
  }
  if (params.kernel == KernelKind::subsequence) check_characters(rows);
  if (!params.gamma) params.gamma = 1;
  return {params.kernel, params.gamma.value(), params.coef0,
          params.degree, params.length,        params.decay};
}

template KernelSpec kernel_of(KernelParams&, const SparseRows<float>&, const Dataset&,
                              std::uint64_t);
template KernelSpec kernel_of(KernelParams&, const SparseRows<double>&, const Dataset&,
                              std::uint64_t);

}  // namespace clade::detail
