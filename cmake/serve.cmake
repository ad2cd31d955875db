# The service: HTTP over loaded models, with a journal of feedback. It is part of the program alone, not of
# the library that is installed.
if(NOT Boost_FOUND OR NOT OpenSSL_FOUND OR NOT SQLite3_FOUND)
  message(STATUS "serve: the service left out, clade serve and clade journal do not work; Boost, OpenSSL or "
    "SQLite was not found (Debian: libboost-dev libssl-dev libsqlite3-dev)")
  return()
endif()

set(folders_of_the_library ${CLADE_FOLDERS})
clade_folder(serve USES clade_report PRIVATE simdjson::simdjson nlohmann_json::nlohmann_json PkgConfig::XXHASH
  Boost::headers OpenSSL::SSL OpenSSL::Crypto SQLite::SQLite3)
set(CLADE_FOLDERS ${folders_of_the_library})

# Asio and Beast are compiled once, in src/serve/http/asio.cpp.
target_compile_definitions(clade_serve PRIVATE BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
# The thread sanitizer does not know fences. Asio has them beside its locks, which order what is shared here.
if(CLADE_SANITIZE MATCHES thread)
  target_compile_definitions(clade_serve PRIVATE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()

# The description for programs becomes part of the program.
set(openapi ${PROJECT_SOURCE_DIR}/src/serve/openapi.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${openapi})
file(READ ${openapi} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n    " bytes "${bytes}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/openapi.cpp @ONLY CONTENT "// Made from src/serve/openapi.json.
#include \"serve/http/own_routes.h\"

namespace clade::detail::serve {

std::string_view openapi_text() {
  static constexpr char text[] = {
    @bytes@};
  return {text, sizeof text};
}

}  // namespace clade::detail::serve
")
target_sources(clade_serve PRIVATE ${CMAKE_BINARY_DIR}/openapi.cpp)
