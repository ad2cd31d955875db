# The pages of web/, bundled into a C++ source of clade_report. Without Node.js, or where its packages
# cannot be fetched, the build goes on without them, and what needs a page says so when it is called.
option(CLADE_PAGES "Build the pages of web/ into the program (needs Node.js and npm)" ON)
set(CLADE_WEB_FOLDER ${CMAKE_BINARY_DIR}/web CACHE PATH "Where the packages of web/ are installed")

# Sets `reason` in the caller: why there can be no pages, or nothing.
function(clade_find_node reason)
  set(${reason} "" PARENT_SCOPE)
  find_program(CLADE_NODE NAMES node nodejs)
  find_program(CLADE_NPM npm)
  if(NOT CLADE_PAGES)
    set(${reason} "CLADE_PAGES is off" PARENT_SCOPE)
  elseif(NOT CLADE_NODE OR NOT CLADE_NPM)
    set(${reason} "Node.js or npm was not found (Debian: nodejs, npm)" PARENT_SCOPE)
  else()
    execute_process(COMMAND ${CLADE_NODE} --version OUTPUT_VARIABLE version ERROR_QUIET)
    if(NOT version MATCHES "^v([0-9]+)" OR CMAKE_MATCH_1 LESS 18)
      string(STRIP "${version}" version)
      set(${reason} "Node.js 18 or newer is needed, this is '${version}'" PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Installs the packages that package-lock.json names, unless they are there already.
function(clade_fetch_packages reason)
  set(lock ${PROJECT_SOURCE_DIR}/web/package-lock.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lock})
  file(SHA256 ${lock} wanted)
  set(stamp ${CLADE_WEB_FOLDER}/installed.txt)
  set(installed "")
  if(EXISTS ${stamp} AND IS_DIRECTORY ${CLADE_WEB_FOLDER}/node_modules)
    file(READ ${stamp} installed)
  endif()
  if(installed STREQUAL wanted)
    return()
  endif()
  message(STATUS "page: fetching the packages of web/")
  file(REMOVE ${stamp})
  file(COPY web/package.json web/package-lock.json web/.npmrc DESTINATION ${CLADE_WEB_FOLDER})
  execute_process(COMMAND ${CLADE_NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline
    --fetch-retries=1 --fetch-retry-mintimeout=1000
    WORKING_DIRECTORY ${CLADE_WEB_FOLDER} TIMEOUT 180 RESULT_VARIABLE result
    OUTPUT_FILE ${CLADE_WEB_FOLDER}/npm.log ERROR_FILE ${CLADE_WEB_FOLDER}/npm.log)
  if(NOT result EQUAL 0)
    set(${reason} "npm could not fetch its packages (is the network there? ${CLADE_WEB_FOLDER}/npm.log)"
      PARENT_SCOPE)
    return()
  endif()
  # It has a binary for each kind of machine, which npm may be told to leave out.
  execute_process(COMMAND ${CLADE_NODE} -e "require('esbuild').transformSync('1')"
    WORKING_DIRECTORY ${CLADE_WEB_FOLDER} RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
  if(NOT result EQUAL 0)
    set(${reason} "esbuild does not run on this machine" PARENT_SCOPE)
    return()
  endif()
  file(WRITE ${stamp} ${wanted})
endfunction()

clade_find_node(left_out)
if(NOT left_out)
  clade_fetch_packages(left_out)
endif()

if(left_out)
  message(STATUS "page: left out, --html will say so; ${left_out}")
  target_sources(clade_report PRIVATE web/left_out.cpp)
  set(CLADE_HAS_PAGES OFF)
else()
  set(CLADE_HAS_PAGES ON)
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS web/src/*)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/built_pages.cpp
    COMMAND ${CLADE_NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${CLADE_WEB_FOLDER} ${CMAKE_BINARY_DIR}/built_pages.cpp
    DEPENDS web/build.mjs ${web_sources} ${CLADE_WEB_FOLDER}/installed.txt
    COMMENT "Bundling the pages of web/" VERBATIM)
  target_sources(clade_report PRIVATE ${CMAKE_BINARY_DIR}/built_pages.cpp)
endif()
