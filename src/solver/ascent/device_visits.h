// Visits whose scores, steps, dual variables and weights are on a device (solver/device/device.h).
//
// A batch is scored with the same weights and every instance chooses its constraints; then groups
// of the batch, one after the other, read the scores of what they chose anew and take their steps
// at once, each as if the objective were steeper by the damping, which follows what earlier groups
// have seen. How far the group goes together is where the dual value is highest along its changes,
// so it never falls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/train_context.h"
#include "solver/ascent/visits.h"
#include "solver/backend/hybrid_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/device/device_tables.h"
#include "solver/problem/problem_tables.h"

namespace clade::detail {

class DeviceVisits : public Visits {
 public:
  // Nothing where the run is for the processor alone, or where neither the problem nor its size
  // suits the device, which a reporter hears where a device was asked for.
  template <class Backend>
  static std::unique_ptr<Visits> make(const ProblemTables<float>& tables, Backend& backend,
                                      TrainContext& context);

  ~DeviceVisits() override;

  bool keeps_weights() const override { return true; }
  CheckRules check_rules() const override;
  std::size_t block_size(std::uint64_t visits_so_far) const override;
  void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
             VisitLog& log) override;
  const Duals& duals() override;
  void set_duals(Duals duals) override;
  std::uint64_t nonzero_duals() const override;
  std::optional<double> squared_distance() override;
  std::optional<Certificate> certify(double drift, ThreadPool& pool) override;
  // The duals alone: whoever goes on builds the weights anew, so that they differ by rounding from
  // those of a run that never ended.
  void state(State& s) override;

 protected:
  DeviceVisits(const ProblemTables<float>& tables, TrainContext& context);
  void check(int code) const;

  const ProblemTables<float>& tables_;
  TrainContext& context_;
  DeviceTables device_tables_;
  const CladeDeviceFunctions& functions_;
  CladeDevice* device_ = nullptr;
  bool is_changed_ = true;  // the weights, since others last read them

 private:
  void say_what_is_full(std::uint64_t instances);
  std::uint32_t copy_duals(std::vector<DualVariable>& own, CladeDeviceDual* to) const;

  std::vector<CladeDeviceLook> looks_;
  bool has_said_full_ = false;
};

}  // namespace clade::detail
