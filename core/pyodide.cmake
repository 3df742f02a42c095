# The toolchain of tools/pyodide_wheel.py: emscripten 4 or newer makes a module that Pyodide's Python loads.
set(EMSCRIPTEN ON)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(CMAKE_CXX_COMPILER em++ REQUIRED)
find_program(CMAKE_AR emar REQUIRED)
find_program(CMAKE_RANLIB emranlib REQUIRED)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_HAVE_LIBC_PTHREAD ON)
# Exceptions as Pyodide's own Python and C++ library are compiled with.
set(CMAKE_CXX_FLAGS_INIT "-fPIC -fwasm-exceptions -sSUPPORT_LONGJMP=wasm")
