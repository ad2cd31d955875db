# Debian packages by CPack: clade, the program, and libclade-dev, what others are built with.
# `./run package` makes them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME clade)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "clade maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "puts things into the right place of a taxonomy")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME clade)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "learns to put documents, genes or products into a taxonomy
 Large-margin hierarchical classification from the command line and over HTTP.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libclade-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS OFF)
# What clade-config.cmake asks for: the static library is linked with these.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, libhwy-dev, libsimdjson-dev, zlib1g-dev, libzstd-dev, \
libxxhash-dev, libicu-dev, libserd-dev, libstemmer-dev, pkg-config")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "headers and library of clade
 To build programs that train and use its models.")
include(CPack)
