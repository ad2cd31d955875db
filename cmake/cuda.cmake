# The plug-in that trains on an NVIDIA GPU, where there is nvcc. The program loads it when it runs and needs
# neither CUDA nor the plug-in: docs/GPU.md.
find_program(NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
if(NOT NVCC)
  message(STATUS "cuda: the plug-in for NVIDIA GPUs is left out, nvcc of the CUDA toolkit was not found")
  return()
endif()
set(CLADE_CUDA_ARCH all-major CACHE STRING "What nvcc's -arch gets: native for the GPU of this machine")
file(GLOB_RECURSE cuda_sources CONFIGURE_DEPENDS src/solver/device/*.h src/solver/device/cuda/*)
set(cuda_plugin ${CMAKE_BINARY_DIR}/libclade_cuda.so)
add_custom_command(OUTPUT ${cuda_plugin} DEPENDS ${cuda_sources} VERBATIM
  COMMAND ${NVCC} -O3 -std=c++20 -arch=${CLADE_CUDA_ARCH} -shared -Xcompiler -fPIC -cudart static
    -I ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/solver/device/cuda/clade_cuda.cu -o ${cuda_plugin}
  COMMENT "Building the CUDA plug-in")
add_custom_target(clade_cuda ALL DEPENDS ${cuda_plugin})
install(FILES ${cuda_plugin} DESTINATION ${CMAKE_INSTALL_LIBDIR})
