# The module of the Python package, beside copies of its Python files in build/python/clade: the package can
# be used from there. `pip install .` calls the same with SKBUILD set, and takes the module alone.
set(CLADE_HAS_PYTHON OFF)
if(NOT CLADE_PYTHON OR CLADE_SANITIZE)
  return()
endif()
if(SKBUILD)
  find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
  find_package(pybind11 REQUIRED CONFIG)
else()
  # Debian's interpreter, for which its pybind11 and scikit-learn are; another by -DPython_EXECUTABLE=...
  if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python QUIET COMPONENTS Interpreter Development.Module)
  if(Python_FOUND)
    set(PYBIND11_FINDPYTHON ON)
    find_package(pybind11 2.10 QUIET CONFIG)
  endif()
  if(NOT Python_FOUND OR NOT pybind11_FOUND)
    message(STATUS "python: left out, Python's headers or pybind11 were not found "
      "(Debian: python3-dev pybind11-dev)")
    return()
  endif()
endif()
set(CLADE_HAS_PYTHON ON)

file(GLOB python_sources CONFIGURE_DEPENDS python/src/*.cpp)
pybind11_add_module(clade_python NO_EXTRAS ${python_sources})
set_target_properties(clade_python PROPERTIES OUTPUT_NAME _clade
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/python/clade)
# It sees include alone, and shows the interpreter nothing but its entry.
target_link_libraries(clade_python PRIVATE clade_report)
target_compile_options(clade_python PRIVATE $<TARGET_PROPERTY:clade_options,INTERFACE_COMPILE_OPTIONS>)
target_link_options(clade_python PRIVATE -Wl,--exclude-libs,ALL)
clade_compile_in_batches(clade_python)
clade_optimise_little(clade_python)
target_compile_definitions(clade_python PRIVATE CLADE_VERSION="${PROJECT_VERSION}")

if(SKBUILD)
  install(TARGETS clade_python DESTINATION clade COMPONENT python)
  return()
endif()
file(GLOB python_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/python python/clade/*.py
  python/clade/*.pyi python/clade/py.typed)
foreach(file IN LISTS python_files)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/python/${file} DEPENDS ${CMAKE_SOURCE_DIR}/python/${file}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/python/${file} ${CMAKE_BINARY_DIR}/python/${file})
  list(APPEND python_copies ${CMAKE_BINARY_DIR}/python/${file})
endforeach()
add_custom_target(clade_python_files ALL DEPENDS ${python_copies})
add_dependencies(clade_python clade_python_files)
