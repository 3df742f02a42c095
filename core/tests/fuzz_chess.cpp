#include "tests/chess_laws.hpp"
#include "tests/fuzz_program.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz_program::run<chess_laws::Chess>(data, size);
}
