#!/usr/bin/env bash
# device-test: builds the CUDA plug-in with nvcc and asks the GPU of this machine for the same answers as the processor.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

command -v nvcc >/dev/null || die "device-test: nvcc of the CUDA toolkit is not on the PATH"
if [ -z "${CLADE_BINARY:-}" ]; then  # another machine may have built it
  need "${build_packages[@]}" python3
  build release clade
fi
plugin=${CLADE_CUDA_PLUGIN:-build/libclade_cuda.so}
if [ ! -e "$plugin" ] || [ -n "$(find src/solver/device -newer "$plugin" -type f)" ]; then
  say "building $plugin"
  mkdir -p "$(dirname "$plugin")"
  nvcc -O3 -std=c++20 -arch=native -shared -Xcompiler -fPIC -cudart static -I src \
    src/solver/device/cuda/clade_cuda.cu -o "$plugin"
fi
CLADE_CUDA_PLUGIN=$(realpath "$plugin") exec python3 -B tests/device/device_test.py \
  "${CLADE_BINARY:-build/clade}" "$@"
