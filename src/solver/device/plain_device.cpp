#include "solver/device/plain_device.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "solver/device/fixed_weights.h"
#include "solver/device/flat_problem.h"

// What the interface names and every device defines.
struct CladeDevice {
  virtual ~CladeDevice() = default;
  std::string error;
};

namespace clade::detail {
namespace {

using device::Alone;
using device::SlackTerm;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

class PlainDevice : public CladeDevice {
 public:
  explicit PlainDevice(const CladeDeviceProblem& problem)
      : problem_(problem),
        weights_(problem.features, problem.units),
        duals_(problem.instances),
        gradients_(problem.decisions),
        is_listed_(problem.units) {
    squared_lengths_.reserve(problem.instances);
    for (std::size_t i = 0; i < problem.instances; ++i) {
      double sum = 0;
      for (const CladeDeviceFeature& x : problem_.row(i)) {
        sum += static_cast<double>(x.value) * static_cast<double>(x.value);
      }
      squared_lengths_.push_back(sum);
    }
  }

  void look(std::span<const std::uint32_t> instances, CladeDeviceLook* looks);
  CladeDeviceSteps step(std::size_t group);
  void rebuild();
  void certify(CladeDeviceBound* bounds);

  const FlatProblem& problem() const { return problem_; }
  const FixedWeights& weights() const { return weights_; }
  std::vector<CladeDeviceDual>& duals(std::size_t i) { return duals_[i]; }

 private:
  struct Visit {
    std::uint32_t instance = 0;
    std::vector<float> scores;         // by unit
    std::vector<std::uint32_t> minus;  // the working set: the instance's own, then new ones
    std::vector<float> scale;
    std::vector<double> old_beta, beta, gradient;
    bool is_worth_it = false;
    std::vector<std::uint32_t> units;  // that its changes are of
    std::vector<double> unit_changes;
    device::Slope slope{};
  };

  float find_gradients(std::size_t i, const float* scores);
  void choose(Visit& visit, double lowest, double violation);
  void solve(Visit& visit);
  void list_units(const Visit& visit, std::vector<std::uint32_t>& units);
  void find_change(Visit& visit);
  void see_what_is_left(Visit& visit);
  bool add_changes(const Visit& visit, double factor);
  void keep_duals(Visit& visit, double part);
  SlackTerm slack(std::size_t i) const { return {problem_.C[i], problem_.sizes.slack_power}; }

  FlatProblem problem_;
  FixedWeights weights_;
  std::vector<std::vector<CladeDeviceDual>> duals_;
  std::vector<double> squared_lengths_;
  std::vector<Visit> batch_;
  std::vector<float> gradients_;  // by decision, scratch
  std::vector<std::uint8_t> is_listed_;
  double damping_ = 1;
  std::uint64_t full_ = 0;
};

// Of all constraints of an instance; minus infinity where there is none. Returns the largest.
float PlainDevice::find_gradients(std::size_t i, const float* scores) {
  const device::Map map = problem_.map();
  const std::uint32_t plus = problem_.plus[i];
  const double base = 1 - map.score(plus, scores);
  for (std::uint32_t d = 0; d < problem_.sizes.decisions; ++d) {
    const float scale = problem_.scale(plus, d);
    const bool exists = problem_.is_rival[d] != 0 && scale > 0;
    gradients_[d] =
        exists ? static_cast<float>(static_cast<double>(scale) * (base + map.score(d, scores)))
               : minus_infinity;
  }
  for (const std::uint32_t d : problem_.left_out_of(i)) gradients_[d] = minus_infinity;
  return *std::max_element(gradients_.begin(), gradients_.end());
}

void PlainDevice::look(std::span<const std::uint32_t> instances, CladeDeviceLook* looks) {
  batch_.resize(instances.size());
  bool is_in_range = true;
  for (std::size_t k = 0; k < instances.size(); ++k) {
    Visit& visit = batch_[k];
    const std::size_t i = visit.instance = instances[k];
    visit.scores.resize(problem_.sizes.units);
    visit.minus.clear();
    visit.scale.clear();
    visit.old_beta.clear();
    looks[k] = {};
    is_in_range = weights_.score(problem_.row(i), visit.scores.data()) && is_in_range;
    visit.is_worth_it = false;
    if (problem_.plus[i] == CLADE_NO_DECISION) continue;
    const auto top = static_cast<double>(find_gradients(i, visit.scores.data()));
    double mass = 0, earned = 0, value = 0, lowest = std::numeric_limits<double>::infinity();
    for (const CladeDeviceDual& v : duals_[i]) {
      const auto g = static_cast<double>(gradients_[v.minus]);
      mass += v.beta;
      earned += v.beta * g;
      value += v.beta * static_cast<double>(v.scale);
      lowest = std::min(lowest, g);
      visit.minus.push_back(v.minus);
      visit.scale.push_back(v.scale);
      visit.old_beta.push_back(v.beta);
      gradients_[v.minus] = minus_infinity;
    }
    const SlackTerm of_slack = slack(i);
    if (of_slack.left(mass) > 0) lowest = std::min(lowest, of_slack.gradient(mass));
    CladeDeviceLook& seen = looks[k];
    seen.violation = std::max(top, of_slack.gradient(mass)) - lowest;
    seen.cost = of_slack.cost(top);
    seen.gap = seen.cost + of_slack.dual_term(mass) - earned;
    seen.value = value - of_slack.dual_term(mass);
    visit.is_worth_it = seen.violation > device::negligible;
    if (visit.is_worth_it) choose(visit, lowest, seen.violation);
  }
  if (!is_in_range) {
    weights_.make_coarser();
    rebuild();
  }
}

// New constraints: the upper half of the violations, of these the largest, of equal ones the first.
void PlainDevice::choose(Visit& visit, double lowest, double violation) {
  const auto threshold = static_cast<float>(lowest + 0.5 * violation);
  const std::size_t places = problem_.sizes.most_active - visit.minus.size();
  std::vector<std::uint32_t> found;
  for (std::uint32_t d = 0; d < gradients_.size(); ++d) {
    if (gradients_[d] >= threshold) found.push_back(d);
  }
  const std::size_t wanted = std::min<std::size_t>(problem_.sizes.most_new, found.size());
  const std::size_t taken = std::min(wanted, places);
  if (taken < wanted) ++full_;
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(taken), found.end(),
                    [&](std::uint32_t a, std::uint32_t b) {
                      return gradients_[a] != gradients_[b] ? gradients_[a] > gradients_[b] : a < b;
                    });
  found.resize(taken);
  std::sort(found.begin(), found.end());
  const std::uint32_t plus = problem_.plus[visit.instance];
  for (const std::uint32_t d : found) {
    visit.minus.push_back(d);
    visit.scale.push_back(problem_.scale(plus, d));
    visit.old_beta.push_back(0);
  }
}

CladeDeviceSteps PlainDevice::step(std::size_t group) {
  CladeDeviceSteps steps{};
  bool is_in_range = true;
  for (std::size_t begin = 0; begin < batch_.size(); begin += group) {
    const std::span<Visit> visits =
        std::span(batch_).subspan(begin, std::min(group, batch_.size() - begin));
    device::Slope slope{};
    for (Visit& visit : visits) solve(visit);
    for (Visit& visit : visits) is_in_range = add_changes(visit, 1) && is_in_range;
    for (Visit& visit : visits) {
      see_what_is_left(visit);
      slope.gain += visit.slope.gain;
      slope.left += visit.slope.left;
      slope.own += visit.slope.own;
    }
    const double part = device::best_part(slope);
    damping_ = device::next_damping(damping_, slope);
    for (Visit& visit : visits) {
      if (part < 1) is_in_range = add_changes(visit, part - 1) && is_in_range;
      for (std::size_t c = 0; c < visit.beta.size(); ++c) {
        steps.changes += visit.beta[c] != visit.old_beta[c];
      }
      keep_duals(visit, part);
    }
  }
  if (!is_in_range) {
    weights_.make_coarser();
    rebuild();
  }
  steps.full = full_;
  steps.damping = damping_;
  full_ = 0;
  return steps;
}

// From scores of this moment.
void PlainDevice::solve(Visit& visit) {
  visit.beta = visit.old_beta;
  visit.slope = {};
  visit.units.clear();
  visit.unit_changes.clear();
  if (!visit.is_worth_it) return;
  const std::size_t i = visit.instance;
  std::vector<std::uint32_t> units;
  list_units(visit, units);
  for (const std::uint32_t u : units) visit.scores[u] = weights_.score(problem_.row(i), u);
  visit.gradient.resize(visit.minus.size());
  device::Block block{problem_.map(),
                      problem_.plus[i],
                      static_cast<std::uint32_t>(visit.minus.size()),
                      visit.minus.data(),
                      visit.scale.data(),
                      visit.beta.data(),
                      visit.gradient.data(),
                      visit.scores.data(),
                      squared_lengths_[i],
                      damping_,
                      problem_.C[i],
                      problem_.sizes.slack_power};
  double mass = 0;
  for (const double beta : visit.old_beta) mass += beta;
  device::look_at_block(Alone(), block, mass);
  const std::vector<double> before = visit.gradient;
  device::solve_block(Alone(), block);
  double new_mass = 0;
  for (const double beta : visit.beta) new_mass += beta;
  device::look_at_block(Alone(), block, new_mass);
  const SlackTerm of_slack = slack(i);
  const double moved = new_mass - mass;
  visit.slope.gain = -moved * of_slack.gradient(mass);
  visit.slope.own = moved * moved * of_slack.curvature();
  for (std::size_t c = 0; c < visit.beta.size(); ++c) {
    const double change = visit.beta[c] - visit.old_beta[c];
    visit.slope.gain += change * before[c];
    visit.slope.own += change * (before[c] - visit.gradient[c]) / damping_;
  }
  find_change(visit);
}

void PlainDevice::list_units(const Visit& visit, std::vector<std::uint32_t>& units) {
  const auto add = [&](std::uint32_t decision) {
    for (const std::uint32_t u : problem_.units_of(decision)) {
      if (is_listed_[u] != 0) continue;
      is_listed_[u] = 1;
      units.push_back(u);
    }
  };
  add(problem_.plus[visit.instance]);
  for (const std::uint32_t d : visit.minus) add(d);
  for (const std::uint32_t u : units) is_listed_[u] = 0;
}

// sum_c scale_c (beta_c - old beta_c) M'a_c
void PlainDevice::find_change(Visit& visit) {
  std::vector<std::uint32_t> units;
  list_units(visit, units);
  std::vector<double> changes(problem_.sizes.units);
  const auto add = [&](std::uint32_t decision, double amount) {
    for (std::uint32_t a = problem_.map_begin[decision]; a < problem_.map_begin[decision + 1];
         ++a) {
      changes[problem_.map_units[a]] += amount * static_cast<double>(problem_.map_strengths[a]);
    }
  };
  double total = 0;
  for (std::size_t c = 0; c < visit.beta.size(); ++c) {
    const double change = static_cast<double>(visit.scale[c]) * (visit.beta[c] - visit.old_beta[c]);
    if (change == 0) continue;
    add(visit.minus[c], -change);
    total += change;
  }
  add(problem_.plus[visit.instance], total);
  for (const std::uint32_t u : units) {
    if (changes[u] == 0) continue;
    visit.units.push_back(u);
    visit.unit_changes.push_back(changes[u]);
  }
}

bool PlainDevice::add_changes(const Visit& visit, double factor) {
  bool fits = true;
  for (std::size_t c = 0; c < visit.units.size(); ++c) {
    fits = weights_.add(problem_.row(visit.instance), visit.units[c],
                        factor * visit.unit_changes[c]) &&
           fits;
  }
  return fits;
}

// After the changes of the whole group: sum (beta - old beta) g = sum over the changes
// of scale (beta - old beta) - <change of units, scores>.
void PlainDevice::see_what_is_left(Visit& visit) {
  if (visit.units.empty()) return;
  double mass = 0, left = 0;
  double moved = 0;
  for (std::size_t c = 0; c < visit.beta.size(); ++c) {
    const double change = visit.beta[c] - visit.old_beta[c];
    mass += visit.beta[c];
    moved += change;
    left += change * static_cast<double>(visit.scale[c]);
  }
  for (std::size_t c = 0; c < visit.units.size(); ++c) {
    left -= visit.unit_changes[c] *
            static_cast<double>(weights_.score(problem_.row(visit.instance), visit.units[c]));
  }
  visit.slope.left = left - moved * slack(visit.instance).gradient(mass);
}

void PlainDevice::keep_duals(Visit& visit, double part) {
  if (visit.units.empty() && visit.beta == visit.old_beta) return;
  std::vector<CladeDeviceDual>& duals = duals_[visit.instance];
  duals.clear();
  for (std::size_t c = 0; c < visit.beta.size(); ++c) {
    const double beta =
        part < 1 ? visit.old_beta[c] + part * (visit.beta[c] - visit.old_beta[c]) : visit.beta[c];
    if (beta > 0) duals.push_back({beta, visit.minus[c], visit.scale[c]});
  }
}

void PlainDevice::rebuild() {
  Visit visit;
  for (bool fits = false; !fits;) {
    weights_.set_zero();
    fits = true;
    for (std::size_t i = 0; i < duals_.size() && fits; ++i) {
      visit = {};
      visit.instance = static_cast<std::uint32_t>(i);
      if (duals_[i].empty()) continue;
      for (const CladeDeviceDual& v : duals_[i]) {
        visit.minus.push_back(v.minus);
        visit.scale.push_back(v.scale);
        visit.beta.push_back(v.beta);
        visit.old_beta.push_back(0);
      }
      find_change(visit);
      fits = add_changes(visit, 1);
    }
    if (!fits) weights_.make_coarser();
  }
}

void PlainDevice::certify(CladeDeviceBound* bounds) {
  std::vector<float> scores(problem_.sizes.units);
  for (std::size_t i = 0; i < duals_.size(); ++i) {
    CladeDeviceBound& bound = bounds[i];
    bound = {};
    if (problem_.plus[i] == CLADE_NO_DECISION) continue;
    weights_.score(problem_.row(i), scores.data());
    const auto top = static_cast<double>(find_gradients(i, scores.data()));
    const SlackTerm of_slack = slack(i);
    bound.slack = std::max(0.0, top);
    bound.cost = of_slack.cost(bound.slack);
    double mass = 0;
    for (const CladeDeviceDual& v : duals_[i]) {
      bound.earned += v.beta * static_cast<double>(gradients_[v.minus]);
      bound.value += v.beta * static_cast<double>(v.scale);
      mass += v.beta;
    }
    bound.slack_term = of_slack.dual_term(mass);
  }
}

// ---- The interface

PlainDevice& plain(CladeDevice* device) { return static_cast<PlainDevice&>(*device); }

// No exception crosses the interface.
template <class Work>
int guarded(CladeDevice* device, Work work) {
  try {
    work(plain(device));
    return 0;
  } catch (const std::exception& e) {
    device->error = e.what();
    return 1;
  }
}

CladeDevice* create(const CladeDeviceProblem* problem, char* error, std::uint32_t error_size) {
  try {
    return new PlainDevice(*problem);
  } catch (const std::exception&) {
    const std::string text = "its weights do not fit into memory";
    std::snprintf(error, error_size, "%s", text.c_str());
    return nullptr;
  }
}
void destroy(CladeDevice* device) { delete device; }
const char* error_of(const CladeDevice* device) { return device->error.c_str(); }
const char* describe(const CladeDevice* /*device*/) { return "plain C++ on one thread"; }

int look(CladeDevice* device, const std::uint32_t* instances, std::uint32_t count,
         CladeDeviceLook* looks) {
  return guarded(device, [&](PlainDevice& d) { d.look({instances, count}, looks); });
}
int step(CladeDevice* device, std::uint32_t group, CladeDeviceSteps* steps) {
  return guarded(device, [&](PlainDevice& d) { *steps = d.step(group); });
}
int get_duals(CladeDevice* device, std::uint32_t first, std::uint32_t count, std::uint32_t* counts,
              CladeDeviceDual* duals) {
  return guarded(device, [&](PlainDevice& d) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const auto& own = d.duals(first + k);
      counts[k] = static_cast<std::uint32_t>(own.size());
      if (duals == nullptr) continue;
      std::copy(own.begin(), own.end(), duals + std::size_t{k} * d.problem().sizes.most_active);
    }
  });
}
int set_duals(CladeDevice* device, std::uint32_t first, std::uint32_t count,
              const std::uint32_t* counts, const CladeDeviceDual* duals) {
  return guarded(device, [&](PlainDevice& d) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const CladeDeviceDual* from = duals + std::size_t{k} * d.problem().sizes.most_active;
      d.duals(first + k).assign(from, from + counts[k]);
    }
  });
}
int rebuild(CladeDevice* device) {
  return guarded(device, [](PlainDevice& d) { d.rebuild(); });
}
int squared_norm(CladeDevice* device, double* norm) {
  return guarded(device, [&](PlainDevice& d) { *norm = d.weights().squared_norm(); });
}
int certify(CladeDevice* device, CladeDeviceBound* bounds, double* rounding) {
  return guarded(device, [&](PlainDevice& d) {
    d.certify(bounds);
    *rounding = d.weights().rounding();
  });
}
int weights(CladeDevice* device, std::uint32_t first, std::uint32_t count, float* rows) {
  return guarded(device, [&](PlainDevice& d) {
    const std::size_t units = d.problem().sizes.units;
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t u = 0; u < units; ++u) {
        rows[j * units + u] = d.weights().weight(first + j, u);
      }
    }
  });
}

}  // namespace

const CladeDeviceFunctions& plain_device() {
  static const CladeDeviceFunctions functions{CLADE_DEVICE_VERSION,
                                              "plain",
                                              create,
                                              destroy,
                                              error_of,
                                              describe,
                                              look,
                                              step,
                                              get_duals,
                                              set_duals,
                                              rebuild,
                                              squared_norm,
                                              certify,
                                              weights};
  return functions;
}

}  // namespace clade::detail
