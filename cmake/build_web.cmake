# cmake -DWEB=web -DOUTPUT=folder -DNPM=npm -P build_web.cmake: installs what package-lock.json names if that has changed,
# and builds the dashboard into the folder. One at a time, since build trees share web/node_modules.
file(LOCK ${WEB}/.build.lock GUARD PROCESS TIMEOUT 600)
set(installed ${WEB}/node_modules/.package-lock.json)
if(NOT EXISTS ${installed} OR ${WEB}/package-lock.json IS_NEWER_THAN ${installed})
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund WORKING_DIRECTORY ${WEB} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "npm ci failed in ${WEB}; without network configure with -DBUSBAR_WEB=OFF")
  endif()
  file(TOUCH ${installed})
endif()
execute_process(COMMAND ${NPM} run --silent build -- --outDir ${OUTPUT} --emptyOutDir --logLevel warn
                WORKING_DIRECTORY ${WEB} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the dashboard does not build: npm run build in ${WEB}")
endif()
