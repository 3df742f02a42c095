// Perft from the command line, for checks and measurements without Python.
//
//     shogi_perft [SFEN | startpos | drops] DEPTH [--no-bulk] [--verify] [--divide] [--threads N] [--repeat
//     N]
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "games/perft.hpp"
#include "games/shogi/movegen.hpp"
#include "games/shogi/sfen.hpp"
#include "games/shogi/usi.hpp"
#include "games/shogi/verify.hpp"

namespace {

namespace shogi = tabiya::shogi;

constexpr const char* kUsage =
    "usage: shogi_perft [SFEN | startpos | drops] DEPTH [--bulk | --no-bulk] [--verify] [--divide]\n"
    "                   [--threads N] [--repeat N]\n";

struct Arguments {
    std::string sfen = std::string(shogi::kStartSfen);
    int depth = 0;
    int repeat = 1;
    bool divide = false;
    tabiya::PerftOptions options;
};

int number(const char* text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
    if (error != std::errc() || *end != '\0' || value < 1) {
        throw std::invalid_argument(std::string("expected a positive number, not '") + text + "'");
    }
    return value;
}

Arguments parse(int argc, char** argv) {
    Arguments result;
    std::vector<std::string> positional;
    for (int i = 1; i < argc; ++i) {
        const std::string arg = argv[i];
        const auto value = [&] { return i + 1 < argc ? number(argv[++i]) : number(""); };
        if (arg == "--bulk")
            result.options.bulk = true;
        else if (arg == "--no-bulk")
            result.options.bulk = false;
        else if (arg == "--verify")
            result.options.verify = true;
        else if (arg == "--divide")
            result.divide = true;
        else if (arg == "--threads")
            result.options.threads = value();
        else if (arg == "--repeat")
            result.repeat = value();
        else if (arg.starts_with("--"))
            throw std::invalid_argument("unknown option " + arg);
        else
            positional.push_back(arg);
    }
    if (positional.empty() || positional.size() > 2) throw std::invalid_argument("expected [SFEN] DEPTH");
    result.depth = number(positional.back().c_str());
    if (positional.size() == 2 && positional[0] == "drops") {
        result.sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    } else if (positional.size() == 2 && positional[0] != "startpos") {
        result.sfen = positional[0];
    }
    return result;
}

void run(const Arguments& arguments) {
    const shogi::Board board = shogi::parse_sfen(arguments.sfen);
    tabiya::NoPerftCache none;
    for (int i = 0; i < arguments.repeat; ++i) {
        const auto start = std::chrono::steady_clock::now();
        std::uint64_t nodes = 0;
        for (const auto& root : tabiya::divide(board, arguments.depth, none, arguments.options)) {
            nodes += root.nodes;
            if (arguments.divide && i == 0) {
                std::printf("%s: %llu\n", shogi::to_usi(root.move).c_str(),
                            static_cast<unsigned long long>(root.nodes));
            }
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        std::printf("%llu nodes, %.3f s, %.1f Mn/s\n", static_cast<unsigned long long>(nodes), time.count(),
                    static_cast<double>(nodes) / time.count() / 1e6);
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(parse(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shogi_perft: %s\n%s", error.what(), kUsage);
        return 1;
    }
}
