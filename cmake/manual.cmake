# Manual pages, which the program writes itself, and completions for bash, zsh and fish.
if(NOT CMAKE_CROSSCOMPILING)
  set(manual ${CMAKE_BINARY_DIR}/man)
  add_custom_command(OUTPUT ${manual}/clade.1 COMMAND clade help --man ${manual} DEPENDS clade VERBATIM)
  add_custom_target(clade_manual ALL DEPENDS ${manual}/clade.1)
  install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program OPTIONAL
    FILES_MATCHING PATTERN "*.1")
endif()
foreach(script clade.bash:bash-completion/completions:clade _clade:zsh/site-functions:_clade
    clade.fish:fish/vendor_completions.d:clade.fish)
  string(REPLACE ":" ";" script ${script})
  list(GET script 0 file)
  list(GET script 1 folder)
  list(GET script 2 name)
  install(FILES share/completions/${file} RENAME ${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder}
    COMPONENT program)
endforeach()
