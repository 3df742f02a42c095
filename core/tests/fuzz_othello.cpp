#include "tests/fuzz_program.hpp"
#include "tests/othello_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz_program::run<othello_laws::Othello>(data, size);
}
