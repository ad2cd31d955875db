// The options of kernels, and the kernel that they and the data give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "base/params.h"
#include "data/dataset.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

// "" for auto, median or a number above 0.
std::string sigma_problem(std::string_view text);
inline constexpr TextRule sigma_rule{sigma_problem, "a number above 0, median or auto"};
inline constexpr NumberRule above_zero_or_auto{[](double v) { return v > 0 && v < 1e300; },
                                               "a number above 0, or auto"};
inline constexpr NumberRule degree_rule{[](double v) { return v >= 1 && v <= 64; },
                                        "a whole number from 1 to 64"};
inline constexpr NumberRule any_number{[](double v) { return v > -1e300 && v < 1e300; },
                                       "a number"};
inline constexpr NumberRule above_zero_to_one{[](double v) { return v > 0 && v <= 1; },
                                              "a number above 0 and at most 1"};

struct KernelParams {
  KernelKind kernel = KernelKind::linear;
  std::optional<double> gamma;  // nothing: auto
  std::string sigma = "auto";
  int degree = 3;
  double coef0 = 0;
  int length = 4;
  double decay = 0.5;
  std::optional<double> cache_mb;  // nothing: auto

  static constexpr auto fields() {
    using P = KernelParams;
    constexpr When<P> rbf{[](const P& p) { return p.kernel == KernelKind::rbf; },
                          "without `kernel=rbf`"};
    constexpr When<P> rbf_or_poly{
        [](const P& p) { return p.kernel == KernelKind::rbf || p.kernel == KernelKind::poly; },
        "without `kernel=rbf` or `kernel=poly`"};
    constexpr When<P> poly{[](const P& p) { return p.kernel == KernelKind::poly; },
                           "without `kernel=poly`"};
    constexpr When<P> subsequence{[](const P& p) { return p.kernel == KernelKind::subsequence; },
                                  "without `kernel=subsequence`"};
    constexpr When<P> any{[](const P& p) { return p.kernel != KernelKind::linear; },
                          "without `kernel=rbf` or another that is not linear"};
    return std::tuple{
        PlainField{"kernel", &P::kernel,
                   "how two examples are compared; precomputed: the row of example i holds the "
                   "kernel with training example j at index j+1"},
        Field{"gamma", &P::gamma, above_zero_or_auto,
              "rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by `sigma` for "
              "rbf, 1 for poly",
              rbf_or_poly},
        Field{"sigma", &P::sigma, sigma_rule,
              "rbf: gamma is 1/sigma^2; median: of the distances between examples of different "
              "classes; auto: median unless `gamma` is given",
              rbf},
        Field{"degree", &P::degree, degree_rule, "of `kernel=poly`", poly},
        Field{"coef0", &P::coef0, any_number, "of `kernel=poly`", poly},
        Field{"length", &P::length, degree_rule, "of subsequences, in letters", subsequence},
        Field{"decay", &P::decay, above_zero_to_one,
              "the weight of each letter that a subsequence spans, gaps too", subsequence},
        Field{
            "cache_mb", &P::cache_mb, above_zero_or_auto,
            "memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets "
            "take, 256 or more, up to half of the memory that is free",
            any}};
  }

  // Error{usage} for options that do not go together.
  void check() const;
  std::size_t cache_bytes(std::size_t examples, std::size_t real_size) const;
};

// The bytes of a cache of so many MiB for the kernel of so many examples, in numbers of `real_size`
// bytes. 0 MiB: what all rows and working sets take, up to half of what is free.
std::size_t kernel_cache_bytes(double cache_mb, std::size_t examples, std::size_t real_size);
// The same for a machine on which so much is free.
std::size_t auto_cache_bytes(std::size_t examples, std::size_t real_size, std::size_t free_bytes);

// With the numbers that `auto` and `median` stand for: `params` get them, too.
template <class Real>
KernelSpec kernel_of(KernelParams& params, const SparseRows<Real>& rows, const Dataset& data,
                     std::uint64_t seed);

}  // namespace clade::detail
