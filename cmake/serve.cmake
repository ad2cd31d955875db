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
