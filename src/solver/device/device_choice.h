// Which device a run uses.
#pragma once

#include <array>
#include <utility>

#include "base/params.h"
#include "clade/reporter.h"
#include "solver/device/device.h"

namespace clade::detail {

enum class DeviceKind { automatic, cpu, cuda, plain };
template <>
struct EnumNames<DeviceKind> {
  static constexpr std::array values{
      std::pair{"auto", DeviceKind::automatic}, std::pair{"cpu", DeviceKind::cpu},
      std::pair{"cuda", DeviceKind::cuda}, std::pair{"plain", DeviceKind::plain}};
};

// Whether a device, and no other, was asked for.
inline bool is_named(DeviceKind kind) {
  return kind == DeviceKind::cuda || kind == DeviceKind::plain;
}

struct DeviceChoice {
  const CladeDeviceFunctions* functions = nullptr;  // null: the processor
  bool is_wanted = false;                           // by name: whoever does without says so
};

// Error{environment} where a device was asked for by name that is not there.
DeviceChoice choose_device(DeviceKind kind);
// Whether there is one for a run of this kind.
bool has_device(DeviceKind kind);

}  // namespace clade::detail
