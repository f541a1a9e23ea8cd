// How time and share of the copy rate depend on the size. Prints lines of words between tabs:
//
//   size   ladder rung elements bytes  min median low high  share low high     in ms; share: the time of a copy of as many bytes in the same
//          round, divided by the rung's; bytes: read once and stored once
//
// From 2¹⁰ to 2³⁰ elements (another exponent: the argument), every second power of two: the copy, and the first and last rung of the transpose, of the 1-D convolution and of
// 5 × 5. Small arrays are in the card's cache from the turn before, and the smallest take the time of a launch.
// Ends with 1 if an output is wrong, which stderr names.

#include <cstdio>
#include <exception>
#include <string>

#include "turns.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

constexpr int kRounds = 31, kLeast = 10, kMost = 30;        // exponents

/// Whether every output is right.
bool time_size(const Ladder& ladder, int exponent)
{
    const int side = 1 << exponent / 2, width = ladder.is_line() ? 1 << exponent : side, height = ladder.is_line() ? 1 : side;
    Arena arena(ladder, width, height);
    std::vector<Turn> turns = {copy_in(arena)};
    bool fine = true;
    for (const Rung& rung : {ladder.rungs.front(), ladder.rungs.back()}) {
        turns.push_back({rung.name, [rung, problem = arena.problem()] { rung.run(problem); }});
        if (const std::uint64_t wrong = wrong_after(arena, turns.back().call); wrong > 0) {
            std::fprintf(stderr, "%s, %s: %llu wrong at %d x %d\n", ladder.name, rung.name, static_cast<unsigned long long>(wrong), width, height);
            fine = false;
        }
    }
    arena.prepare();
    take_turns(turns, kRounds);
    for (const Turn& turn : turns) {
        std::printf("size\t%s\t%s\t%lld\t%lld", ladder.name, turn.name.c_str(), 1ll << exponent, 8ll << exponent);
        print_ms(turn);
        print(ratio(turns[0], turn));
        std::printf("\n");
    }
    std::fflush(stdout);
    return fine;
}

}  // namespace

int main(int argc, char** argv)
try {
    const int most = argc > 1 ? std::stoi(argv[1]) : kMost;
    bool fine = true;
    for (const Ladder& ladder : ladders(capability_of_card())) {
        const std::string name = ladder.name;
        if (name != "transpose" && name != "1-D convolution, filter 9" && name != "2-D convolution, 5 × 5") continue;
        for (int exponent = kLeast; exponent <= most; exponent += 2) fine = time_size(ladder, exponent) && fine;
    }
    return fine ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "time_sizes: %s\n", fault.what());
    return 2;
}
