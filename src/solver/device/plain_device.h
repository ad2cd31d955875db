// A device of plain C++ on one thread: what plug-ins must agree with, and what tests run.
#pragma once

#include "solver/device/device.h"

namespace clade::detail {

const CladeDeviceFunctions& plain_device();

}  // namespace clade::detail
