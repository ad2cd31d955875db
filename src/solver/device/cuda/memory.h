// Memory of a CUDA device, and calls that must not fail.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace clade::device {

inline void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // it is told here
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code));
}
// After a kernel was launched.
inline void check_launch(const char* kernel) { check(cudaGetLastError(), kernel); }

template <class T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) : size_(size) {
    if (size == 0) return;
    check(cudaMalloc(&data_, size * sizeof(T)), "asking for memory of the device");
  }
  Array(const T* from, std::size_t size) : Array(size) { write(from, size); }
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Array() { cudaFree(data_); }

  T* get() const { return static_cast<T*>(data_); }
  std::size_t size() const { return size_; }
  void set_zero() {
    if (size_ > 0) check(cudaMemset(data_, 0, size_ * sizeof(T)), "setting memory to zero");
  }
  void write(const T* from, std::size_t count, std::size_t first = 0) {
    if (count == 0) return;
    check(cudaMemcpy(get() + first, from, count * sizeof(T), cudaMemcpyHostToDevice),
          "copying to the device");
  }
  void read(T* to, std::size_t count, std::size_t first = 0) const {
    if (count == 0) return;
    check(cudaMemcpy(to, get() + first, count * sizeof(T), cudaMemcpyDeviceToHost),
          "copying from the device");
  }

 private:
  void swap(Array& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace clade::device
