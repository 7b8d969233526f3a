# busbar_embed(target): openapi.yaml and, with BUSBAR_WEB, the built dashboard travel inside the target.
function(busbar_embed target)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embed)
  set(description ${CMAKE_SOURCE_DIR}/schemas/openapi.yaml)
  set(script ${CMAKE_SOURCE_DIR}/cmake/embed.py)
  set(web ${CMAKE_SOURCE_DIR}/web)
  set(web_arguments "")
  set(web_stamp "")
  if(BUSBAR_WEB AND EXISTS ${web}/package.json)
    find_program(BUSBAR_NPM npm)
    if(NOT BUSBAR_NPM)
      message(FATAL_ERROR "npm is missing: install npm, run deploy/install-deps, or configure with -DBUSBAR_WEB=OFF")
    endif()
    file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/* ${web}/public/*)
    set(web_stamp ${folder}/web.stamp)
    add_custom_command(OUTPUT ${web_stamp}
      COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUTPUT=${folder}/web -DNPM=${BUSBAR_NPM} -P ${CMAKE_SOURCE_DIR}/cmake/build_web.cmake
      COMMAND ${CMAKE_COMMAND} -E touch ${web_stamp}
      DEPENDS ${web_sources} ${web}/index.html ${web}/package.json ${web}/package-lock.json ${web}/vite.config.ts
              ${web}/tsconfig.json ${CMAKE_SOURCE_DIR}/cmake/build_web.cmake
      COMMENT "Building the dashboard" VERBATIM)
    set(web_arguments --web ${folder}/web)
  endif()
  add_custom_command(OUTPUT ${folder}/embedded_files.cc
    COMMAND ${Python3_EXECUTABLE} ${script} --description ${description} ${web_arguments} --output ${folder}
    DEPENDS ${script} ${description} ${web_stamp}
    COMMENT "Embedding openapi.yaml and the dashboard" VERBATIM)
  target_sources(${target} PRIVATE ${folder}/embedded_files.cc)
endfunction()
