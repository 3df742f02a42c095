# The toolchain of `make wasm-core`: Debian's emscripten, and Node, which runs what it makes. One thread.
set(EMSCRIPTEN ON)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(CMAKE_CXX_COMPILER em++ REQUIRED)
find_program(CMAKE_AR emar REQUIRED)
find_program(CMAKE_RANLIB emranlib REQUIRED)
# Its JavaScript is older than the fetch of Node.
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-experimental-fetch)
# Its compiler cannot make executables without its own linker flags, nor does CMake need one.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_HAVE_LIBC_PTHREAD ON)
set(CMAKE_CXX_FLAGS_INIT
  "-std=c++20 -fexceptions -Wno-invalid-constexpr -include ${CMAKE_CURRENT_LIST_DIR}/wasm_library.hpp")
# -O1 at the end: higher levels shrink the JavaScript with a package that only Debian's own Node finds.
# There are no robust locks: a table with locks would stop at the first call.
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-O1 -fexceptions -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1 -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0")
