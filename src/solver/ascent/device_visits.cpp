#include "solver/ascent/device_visits.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/fail.h"
#include "solver/ascent/make_visits.h"
#include "solver/device/device_choice.h"

namespace clade::detail {
namespace {

constexpr std::uint64_t batches_per_visits = 8;
constexpr std::size_t smallest_batch = 64;
// With less work, counted in weights that an epoch reads, a device is not worth its start.
constexpr double least_work = 5e8;
constexpr std::uint32_t instances_at_once = 4096;  // whose duals are copied
constexpr std::size_t weights_at_once = std::size_t{1} << 24;

double work_of(const Problem<float>& problem) {
  return static_cast<double>(problem.rows.nonzeros()) *
         static_cast<double>(problem.score_map.units());
}

// Rows of dense weights are the device's own.
void take_weights(const CladeDeviceFunctions& functions, CladeDevice* device,
                  LinearBackend<float>& backend, Visits& /*others*/, const Duals& /*duals*/) {
  const std::size_t units = backend.weights().units();
  const std::size_t at_once = std::max<std::size_t>(1, weights_at_once / units);
  std::vector<float> rows(at_once * units);
  WeightRows<float> weights = backend.make_anchor();
  for (std::size_t first = 0; first < weights.features(); first += at_once) {
    const std::size_t count = std::min(at_once, weights.features() - first);
    if (functions.weights(device, static_cast<std::uint32_t>(first),
                          static_cast<std::uint32_t>(count), rows.data()) != 0) {
      fail(ErrorKind::environment, "the device failed: {}", functions.error(device));
    }
    for (std::size_t j = 0; j < count; ++j) {
      weights.set_row(first + j, std::span(rows).subspan(j * units, units));
    }
  }
  backend.assign(weights);
}

// Larger ones, which a backend keeps in parts, are built from the duals.
void take_weights(const CladeDeviceFunctions& /*functions*/, CladeDevice* /*device*/,
                  HybridBackend& backend, Visits& others, const Duals& duals) {
  backend.reset();
  others.add_to_weights(duals);
}

template <class Backend>
class VisitsFor : public DeviceVisits {
 public:
  VisitsFor(const ProblemTables<float>& tables, Backend& backend, TrainContext& context)
      : DeviceVisits(tables, context), backend_(backend) {}

  void add_to_weights(const Duals& duals) override { others().add_to_weights(duals); }
  void complete_weights() override {
    if (!is_changed_) return;
    is_changed_ = false;
    take_weights(functions_, device_, backend_, others(), duals());
  }

 private:
  // The visits of the processor, which know how a backend's weights are changed.
  Visits& others() {
    if (others_ == nullptr) others_ = make_visits(tables_, backend_, context_.pool);
    return *others_;
  }

  Backend& backend_;
  std::unique_ptr<Visits> others_;
};

}  // namespace

template <class Backend>
std::unique_ptr<Visits> DeviceVisits::make(const ProblemTables<float>& tables, Backend& backend,
                                           TrainContext& context) {
  if (context.device == nullptr || context.device->functions == nullptr) return nullptr;
  const bool is_wanted = context.device->is_wanted;
  const auto on_processor = [&](std::string_view reason) {
    if (is_wanted) {
      context.reporter.on_warning(fmt::format("training on the processor: {}", reason));
    }
    return std::unique_ptr<Visits>();
  };
  const std::string reason = DeviceTables::reason_against(tables.problem);
  if (!reason.empty()) return on_processor(reason + ", which devices do not know");
  if (!is_wanted && work_of(tables.problem) < least_work) return nullptr;
  auto visits =
      std::unique_ptr<VisitsFor<Backend>>(new VisitsFor<Backend>(tables, backend, context));
  if (visits->device_ == nullptr) return nullptr;
  return visits;
}

DeviceVisits::DeviceVisits(const ProblemTables<float>& tables, TrainContext& context)
    : Visits(tables.problem.rows.size()),
      tables_(tables),
      context_(context),
      device_tables_(tables.problem, context.pool),
      functions_(*context.device->functions) {
  std::array<char, 512> error{};
  device_ = functions_.create(&device_tables_.problem(), error.data(), error.size());
  if (device_ == nullptr) {
    context.reporter.on_warning(
        fmt::format("training on the processor, as device {} cannot take the problem: {}",
                    functions_.name, error.data()));
    return;
  }
  context.reporter.on_note(fmt::format("training on {}", functions_.describe(device_)));
}

DeviceVisits::~DeviceVisits() {
  if (device_ != nullptr) functions_.destroy(device_);
}

void DeviceVisits::check(int code) const {
  if (code != 0) fail(ErrorKind::environment, "the device failed: {}", functions_.error(device_));
}

// Every check builds the weights anew: too dear for traces, and they must not change a run.
CheckRules DeviceVisits::check_rules() const {
  CheckRules rules;
  rules.certifies_for_traces = false;
  return rules;
}

std::size_t DeviceVisits::block_size(std::uint64_t visits_so_far) const {
  return std::clamp<std::uint64_t>(visits_so_far / batches_per_visits, smallest_batch,
                                   device_tables_.problem().most_batch);
}

void DeviceVisits::visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
                         VisitLog& log) {
  const std::span<const std::uint32_t> batch = order.subspan(first, count);
  is_changed_ = true;
  looks_.resize(count);
  check(functions_.look(device_, batch.data(), static_cast<std::uint32_t>(count), looks_.data()));
  CladeDeviceSteps steps{};
  check(functions_.step(device_, device_tables_.problem().most_group, &steps));
  if (steps.full > 0) say_what_is_full(steps.full);
  for (std::size_t k = 0; k < count; ++k) {
    const CladeDeviceLook& seen = looks_[k];
    log.record(first + k, batch[k],
               {seen.violation, seen.gap, seen.cost, seen.value, k == 0 ? steps.changes : 0});
  }
}

void DeviceVisits::say_what_is_full(std::uint64_t instances) {
  if (std::exchange(has_said_full_, true)) return;
  context_.reporter.on_warning(
      fmt::format("{} examples have {} constraints with mass, as many as the device keeps: others "
                  "must wait for a place, and the last digits of the gap may not be reached",
                  instances, device_tables_.problem().most_active));
}

const Duals& DeviceVisits::duals() {
  const CladeDeviceProblem& sizes = device_tables_.problem();
  std::vector<std::uint32_t> counts(instances_at_once);
  std::vector<CladeDeviceDual> rows(std::size_t{instances_at_once} * sizes.most_active);
  duals_.resize(sizes.instances);
  for (std::uint32_t first = 0; first < sizes.instances; first += instances_at_once) {
    const std::uint32_t count = std::min(instances_at_once, sizes.instances - first);
    check(functions_.get_duals(device_, first, count, counts.data(), rows.data()));
    for (std::uint32_t k = 0; k < count; ++k) {
      std::vector<DualVariable>& own = duals_[first + k];
      own.clear();
      const CladeDeviceDual* from = rows.data() + std::size_t{k} * sizes.most_active;
      const Decision plus = sizes.plus[first + k];
      for (std::uint32_t c = 0; c < counts[k]; ++c) {
        own.push_back({plus, from[c].minus, static_cast<double>(from[c].scale), from[c].beta});
      }
    }
  }
  return duals_;
}

// Of an instance that has more than there is room for, the largest.
std::uint32_t DeviceVisits::copy_duals(std::vector<DualVariable>& own, CladeDeviceDual* to) const {
  const std::size_t most = device_tables_.problem().most_active;
  if (own.size() > most) {
    std::stable_sort(own.begin(), own.end(),
                     [](const DualVariable& a, const DualVariable& b) { return a.beta > b.beta; });
    own.resize(most);
  }
  for (const DualVariable& v : own) {
    *to++ = {v.beta, v.minus, device_tables_.scale(v.plus, v.minus)};
  }
  return static_cast<std::uint32_t>(own.size());
}

// The weights are built anew.
void DeviceVisits::set_duals(Duals duals) {
  const CladeDeviceProblem& sizes = device_tables_.problem();
  std::vector<std::uint32_t> counts(instances_at_once);
  std::vector<CladeDeviceDual> rows(std::size_t{instances_at_once} * sizes.most_active);
  for (std::uint32_t first = 0; first < sizes.instances; first += instances_at_once) {
    const std::uint32_t count = std::min(instances_at_once, sizes.instances - first);
    for (std::uint32_t k = 0; k < count; ++k) {
      counts[k] = copy_duals(duals[first + k], rows.data() + std::size_t{k} * sizes.most_active);
    }
    check(functions_.set_duals(device_, first, count, counts.data(), rows.data()));
  }
  check(functions_.rebuild(device_));
  is_changed_ = true;
}

void DeviceVisits::state(State& s) {
  if (!s.is_read()) duals();
  s(duals_);
  if (!s.is_read()) return;
  if (duals_.size() != device_tables_.problem().instances) throw OtherState{};
  set_duals(duals_);
}

std::uint64_t DeviceVisits::nonzero_duals() const {
  const std::uint32_t instances = device_tables_.problem().instances;
  std::vector<std::uint32_t> counts(instances);
  check(functions_.get_duals(device_, 0, instances, counts.data(), nullptr));
  std::uint64_t sum = 0;
  for (const std::uint32_t count : counts) sum += count;
  return sum;
}

std::optional<double> DeviceVisits::squared_distance() {
  double norm = 0;
  check(functions_.squared_norm(device_, &norm));
  return norm;
}

// Of weights that are built anew from the duals, so that no rounding of steps is in them.
std::optional<Certificate> DeviceVisits::certify(double /*drift*/, ThreadPool& /*pool*/) {
  const std::size_t instances = device_tables_.problem().instances;
  check(functions_.rebuild(device_));
  is_changed_ = true;
  std::vector<CladeDeviceBound> bounds(instances);
  double rounding = 0, norm = 0;
  check(functions_.certify(device_, bounds.data(), &rounding));
  check(functions_.squared_norm(device_, &norm));
  std::vector<BoundParts> parts((instances + instances_per_part - 1) / instances_per_part);
  for (std::size_t i = 0; i < instances; ++i) {
    const CladeDeviceBound& b = bounds[i];
    BoundParts part;
    part.slack.slack = b.slack;
    part.slack.cost = b.cost;
    part.dual = {b.earned, b.value, b.slack_term};
    parts[i / instances_per_part] += part;
  }
  return bounds_of(tables_.problem, std::span<const BoundParts>(parts), 0.5 * norm, rounding);
}

template std::unique_ptr<Visits> DeviceVisits::make(const ProblemTables<float>&,
                                                    LinearBackend<float>&, TrainContext&);
template std::unique_ptr<Visits> DeviceVisits::make(const ProblemTables<float>&, HybridBackend&,
                                                    TrainContext&);

}  // namespace clade::detail
