// The plug-in that trains on an NVIDIA GPU: the interface of solver/device/device.h over the
// kernels beside this file. It needs the CUDA runtime alone:
//
//   nvcc -O3 -std=c++20 -arch=native -shared -Xcompiler -fPIC -cudart static -I src
//     src/solver/device/cuda/clade_cuda.cu -o libclade_cuda.so
#include <cstdio>
#include <exception>

#include "solver/device/cuda/cuda_work.h"

namespace clade::device {
namespace {

// No exception crosses it.
template <class Work>
int guarded(CladeDevice* device, Work work) {
  try {
    work(static_cast<CudaDevice&>(*device));
    return 0;
  } catch (const std::exception& e) {
    device->error = e.what();
    return 1;
  }
}

CladeDevice* create(const CladeDeviceProblem* problem, char* error, std::uint32_t error_size) {
  try {
    return new CudaDevice(*problem);
  } catch (const std::exception& e) {
    std::snprintf(error, error_size, "%s", e.what());
    return nullptr;
  }
}
void destroy(CladeDevice* device) { delete device; }
const char* error_of(const CladeDevice* device) { return device->error.c_str(); }
const char* describe(const CladeDevice* device) {
  return static_cast<const CudaDevice*>(device)->description();
}
int look(CladeDevice* device, const std::uint32_t* instances, std::uint32_t count,
         CladeDeviceLook* looks) {
  return guarded(device, [&](CudaDevice& d) { d.look(instances, count, looks); });
}
int step(CladeDevice* device, std::uint32_t group, CladeDeviceSteps* steps) {
  return guarded(device, [&](CudaDevice& d) { *steps = d.step(group); });
}
int get_duals(CladeDevice* device, std::uint32_t first, std::uint32_t count, std::uint32_t* counts,
              CladeDeviceDual* duals) {
  return guarded(device, [&](CudaDevice& d) { d.get_duals(first, count, counts, duals); });
}
int set_duals(CladeDevice* device, std::uint32_t first, std::uint32_t count,
              const std::uint32_t* counts, const CladeDeviceDual* duals) {
  return guarded(device, [&](CudaDevice& d) { d.set_duals(first, count, counts, duals); });
}
int rebuild(CladeDevice* device) {
  return guarded(device, [](CudaDevice& d) { d.rebuild(); });
}
int squared_norm(CladeDevice* device, double* norm) {
  return guarded(device, [&](CudaDevice& d) { *norm = d.squared_norm(); });
}
int certify(CladeDevice* device, CladeDeviceBound* bounds, double* rounding) {
  return guarded(device, [&](CudaDevice& d) {
    d.certify(bounds);
    *rounding = d.rounding();
  });
}
int read_weights(CladeDevice* device, std::uint32_t first, std::uint32_t count, float* rows) {
  return guarded(device, [&](CudaDevice& d) { d.read_weights(first, count, rows); });
}

}  // namespace
}  // namespace clade::device

extern "C" const CladeDeviceFunctions* clade_device_functions() {
  using namespace clade::device;
  static const CladeDeviceFunctions functions{CLADE_DEVICE_VERSION,
                                              "cuda",
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
                                              read_weights};
  return &functions;
}
