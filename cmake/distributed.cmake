# Ranks on several machines: the program loads a library around MPI where mpirun has started it, and has
# nothing to do with MPI elsewhere.
file(GLOB distributed_sources CONFIGURE_DEPENDS src/distributed/*.cpp)
list(FILTER distributed_sources EXCLUDE REGEX "mpi_communicator")
add_library(clade_distributed STATIC ${distributed_sources})
target_link_libraries(clade_distributed PUBLIC clade_pipeline PRIVATE clade_options PkgConfig::XXHASH
  ${CMAKE_DL_LIBS})
file(RELATIVE_PATH plugin_folder /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
target_compile_definitions(clade_distributed PRIVATE CLADE_PLUGIN_FOLDER="${plugin_folder}")
clade_precompile(clade_distributed)

if(NOT MPI_CXX_FOUND)
  message(STATUS "distributed: several ranks left out, clade does not run under mpirun; MPI was not found "
    "(Debian: libopenmpi-dev openmpi-bin)")
  return()
endif()
# Modules are linked with what the linker finds in clade_base, compiled with -fPIC as all is.
add_library(clade_mpi MODULE src/distributed/mpi_communicator.cpp)
target_link_libraries(clade_mpi PRIVATE clade_base clade_options MPI::MPI_CXX)
target_compile_definitions(clade_mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
set_target_properties(clade_mpi PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
install(TARGETS clade_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
