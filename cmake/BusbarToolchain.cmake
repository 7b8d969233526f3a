# Language level, warnings as errors, sanitizers, and the build helpers that are used where they are installed.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.1)
  add_link_options(-fuse-ld=mold)
endif()

add_library(busbar_flags INTERFACE)
target_include_directories(busbar_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
target_compile_definitions(busbar_flags INTERFACE BUSBAR_VERSION="${PROJECT_VERSION}")
target_compile_options(busbar_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Wswitch-enum -Wnon-virtual-dtor -Werror
  -Wno-restrict -Wno-maybe-uninitialized)  # GCC 12 sees faults in std::string, optional and variant that are not there
if(BUSBAR_SANITIZE)
  target_compile_options(busbar_flags INTERFACE -fsanitize=${BUSBAR_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(busbar_flags INTERFACE -fsanitize=${BUSBAR_SANITIZE})
  if(BUSBAR_SANITIZE MATCHES "thread")
    target_compile_options(busbar_flags INTERFACE -Wno-tsan)  # Asio's fences: hundreds of lines, no finding
  endif()
  # Inlining under sanitizers makes GCC 12 see uninitialised and overflowing paths that are not there.
  target_compile_options(busbar_flags INTERFACE -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-restrict)
endif()
