#include "solver/device/device_choice.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/fail.h"
#include "solver/device/plain_device.h"

namespace clade::detail {
namespace {

constexpr const char* plugin_name = "libclade_cuda.so";
constexpr const char* plugin_variable = "CLADE_CUDA_PLUGIN";

// Where the plug-in may be: the file that the variable names, or beside the program or library.
std::vector<std::filesystem::path> places() {
  if (const char* named = std::getenv(plugin_variable)) return {named};
  std::vector<std::filesystem::path> found;
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  if (!ignored) {
    found.push_back(program.parent_path() / plugin_name);
    found.push_back(program.parent_path().parent_path() / "lib" / plugin_name);
  }
  return found;
}

struct Plugin {
  const CladeDeviceFunctions* functions = nullptr;
  std::string problem;  // why there is none
};

Plugin load(const std::filesystem::path& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {nullptr, dlerror()};
  // POSIX lets a pointer from dlsym become one to a function.
  const auto entry = reinterpret_cast<CladeDeviceEntry>(dlsym(library, CLADE_DEVICE_ENTRY));
  if (entry == nullptr) return {nullptr, file.string() + " is no plug-in of clade"};
  const CladeDeviceFunctions* functions = entry();
  if (functions->version == CLADE_DEVICE_VERSION) return {functions, ""};
  return {nullptr, fmt::format("{} has version {} of the interface, this clade version {}: build "
                               "it anew",
                               file.string(), functions->version, CLADE_DEVICE_VERSION)};
}

Plugin find_plugin() {
  const auto candidates = places();
  Plugin none{nullptr, ""};
  for (const auto& file : candidates) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return load(file);
    none.problem += (none.problem.empty() ? "" : " nor ") + file.string();
  }
  none.problem = "there is no " + none.problem;
  return none;
}

// Loaded once; it stays for the life of the process.
const Plugin& plugin() {
  static const Plugin found = find_plugin();
  return found;
}

}  // namespace

bool has_device(DeviceKind kind) {
  if (kind == DeviceKind::cpu || kind == DeviceKind::plain) return kind == DeviceKind::plain;
  return plugin().functions != nullptr;
}

DeviceChoice choose_device(DeviceKind kind) {
  if (kind == DeviceKind::cpu) return {};
  if (kind == DeviceKind::plain) return {&plain_device(), true};
  if (kind == DeviceKind::cuda && plugin().functions == nullptr) {
    fail(ErrorKind::environment,
         "`device=cuda`: {} (docs/GPU.md says how to build the plug-in; {} may name "
         "it)",
         plugin().problem, plugin_variable);
  }
  return {plugin().functions, kind == DeviceKind::cuda};
}

}  // namespace clade::detail
