# Third-party packages, all from the distribution. Required ones stop the configuration with their package's name.

macro(busbar_find package debian)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} is missing: install ${debian}, or run deploy/install-deps")
  endif()
endmacro()

busbar_find(Boost libboost1.81-dev 1.81)
busbar_find(nlohmann_json nlohmann-json3-dev)
busbar_find(yaml-cpp libyaml-cpp-dev)
busbar_find(SQLite3 libsqlite3-dev)
busbar_find(ZLIB zlib1g-dev)
busbar_find(OpenSSL libssl-dev)
busbar_find(CLI11 libcli11-dev)
busbar_find(Threads libc6-dev)
busbar_find(MPI libopenmpi-dev COMPONENTS CXX)
if(BUSBAR_TESTS)
  busbar_find(GTest libgtest-dev)
endif()

# Optional: the NCCL engine needs CUDA and NCCL. Found and reported, never required.
find_path(BUSBAR_NCCL_INCLUDE nccl.h PATHS /usr/local/cuda/include /usr/include)
find_program(BUSBAR_NVCC nvcc PATHS /usr/local/cuda/bin)

function(busbar_report_optional_parts)
  if(BUSBAR_NCCL_INCLUDE AND BUSBAR_NVCC)
    message(STATUS "CUDA and NCCL: found (${BUSBAR_NVCC}, ${BUSBAR_NCCL_INCLUDE}); no engine of this release uses them")
  else()
    message(STATUS "CUDA and NCCL: not found; the engine mpi does not need them")
  endif()
  message(STATUS "ccache: ${CCACHE_PROGRAM}; mold: ${MOLD_PROGRAM}; web: ${BUSBAR_WEB}; sanitizers: ${BUSBAR_SANITIZE}")
endfunction()
