# What `cmake --install` puts below its prefix: the program, include/clade, the folders of src as one
# library, and what find_package(clade) and pkg-config need to find it. The program is linked with the
# folders themselves and needs no shared library of ours.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects "")
foreach(folder IN LISTS CLADE_FOLDERS)
  list(APPEND objects $<TARGET_OBJECTS:${folder}>)
endforeach()
add_library(clade_library ${objects})
add_library(clade::clade ALIAS clade_library)
set_target_properties(clade_library PROPERTIES OUTPUT_NAME clade EXPORT_NAME clade LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(clade_library INTERFACE cxx_std_20)
target_include_directories(clade_library INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# What is linked with it, by its CMake target, its pkg-config module, and how the target is found again.
# A user of the static library links all of these; the public headers include none of them.
target_link_libraries(clade_library PRIVATE Threads::Threads fmt::fmt hwy::hwy simdjson::simdjson ZLIB::ZLIB
  PkgConfig::ZSTD PkgConfig::XXHASH)
set(CLADE_PACKAGES Threads fmt hwy simdjson ZLIB)
set(CLADE_MODULES "ZSTD libzstd" "XXHASH libxxhash")
set(CLADE_PC_REQUIRES fmt libhwy simdjson zlib libzstd libxxhash)
set(CLADE_PC_LIBS -pthread)
if(ICU_FOUND)
  target_link_libraries(clade_library PRIVATE ICU::uc)
  list(APPEND CLADE_PACKAGES "ICU COMPONENTS uc")
  list(APPEND CLADE_PC_REQUIRES icu-uc)
endif()
if(SERD_FOUND)
  target_link_libraries(clade_library PRIVATE PkgConfig::SERD)
  list(APPEND CLADE_MODULES "SERD serd-0")
  list(APPEND CLADE_PC_REQUIRES serd-0)
endif()
if(STEMMER_INCLUDE AND STEMMER_LIBRARY)
  target_link_libraries(clade_library PRIVATE $<BUILD_INTERFACE:${STEMMER_LIBRARY}>
    $<INSTALL_INTERFACE:stemmer>)
  list(APPEND CLADE_PC_LIBS -lstemmer)
endif()

# The lines of clade-config.cmake that find what a static library needs.
set(CLADE_FIND_DEPENDENCIES "")
if(NOT BUILD_SHARED_LIBS)
  foreach(package IN LISTS CLADE_PACKAGES)
    string(APPEND CLADE_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endforeach()
  string(APPEND CLADE_FIND_DEPENDENCIES "find_dependency(PkgConfig)\n")
  foreach(module IN LISTS CLADE_MODULES)
    string(REPLACE " " " REQUIRED QUIET IMPORTED_TARGET " module "${module}")
    string(APPEND CLADE_FIND_DEPENDENCIES "pkg_check_modules(${module})\n")
  endforeach()
endif()
list(JOIN CLADE_PC_REQUIRES ", " CLADE_PC_REQUIRES)
list(JOIN CLADE_PC_LIBS " " CLADE_PC_LIBS)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/clade)
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH CLADE_PC_PREFIX /prefix/${pc_folder} /prefix)
configure_package_config_file(cmake/clade-config.cmake.in ${CMAKE_BINARY_DIR}/package/clade-config.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/clade-config-version.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/clade.pc.in ${CMAKE_BINARY_DIR}/package/clade.pc @ONLY)

# Two components, which are packages of their own (cmake/package.cmake): the program, and what others
# are built with.
install(TARGETS clade COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)
install(TARGETS clade_library EXPORT clade-targets)
install(DIRECTORY include/clade DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT clade-targets NAMESPACE clade:: DESTINATION ${package_folder})
install(FILES ${CMAKE_BINARY_DIR}/package/clade-config.cmake
  ${CMAKE_BINARY_DIR}/package/clade-config-version.cmake DESTINATION ${package_folder})
install(FILES ${CMAKE_BINARY_DIR}/package/clade.pc DESTINATION ${pc_folder})
