// Times every rung in turns with a copy of the same size, and checks it. Prints lines of words between tabs, for time_ladder.py and solutions/measured/record.py:
//
//   time   ladder rung from idea  min median low high  share low high  gain low high  wrong     in ms; what
//          share and gain are, solutions/measured/pages/ladder.py says
//   peer   ladder function  …the same from min on; gain: how many times as long as the last rung
//   absent ladder function why          also a rung that this card cannot run
//   sustained ladder rung median share
//   odd    ladder rung size median share wrong
//   right  ladder calls sizes wrong
//   large  ladder rung size wrong
//
// With the argument `once`, for the profiler: runs each rung once, and prints `order ladder rung`.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>

#include "libraries.hpp"
#include "turns.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

constexpr int kRounds = 31, kSide = 16384;

/// Milliseconds of a call among many, one after the other for about half a second.
double sustained(const Turn& turn)
{
    const int calls = int(500.0 / median_of(turn.ms).median) + 1;
    EventTimer timer;
    timer.start();
    for (int i = 0; i < calls; ++i) turn.call();
    return timer.ms() / calls;
}

void print_times(const Turn& turn, const Turn& copy)
{
    print_ms(turn);
    print(ratio(copy, turn));
}

int width_of(const Ladder& ladder) { return ladder.is_line() ? kSide * kSide : kSide; }
int height_of(const Ladder& ladder) { return ladder.is_line() ? 1 : kSide; }

bool time_rungs(const Ladder& ladder)
{
    Arena arena(ladder, width_of(ladder), height_of(ladder));
    const Problem problem = arena.problem();
    std::vector<Turn> turns = {copy_in(arena)};
    std::vector<std::uint64_t> wrong = {0};
    for (const Rung& rung : ladder.rungs) {
        turns.push_back({rung.name, [&rung, problem] { rung.run(problem); }});
        wrong.push_back(wrong_after(arena, turns.back().call));
    }
    for (const Rung& rung : ladder.absent) std::printf("absent\t%s\t%s\tit needs a card of sm_%d\n", ladder.name, rung.name, rung.capability);
    for (const Library& library : libraries_for(ladder, problem)) {
        if (library.call) {
            turns.push_back({library.name, library.call});
            wrong.push_back(wrong_after(arena, library.call, library.replicate));
        } else {
            std::printf("absent\t%s\t%s\t%s\n", ladder.name, library.name.c_str(), library.why_not.c_str());
        }
    }
    arena.prepare();
    take_turns(turns, kRounds);

    const std::size_t rungs = ladder.rungs.size();
    const auto named = [&](const std::string& name) { return *std::ranges::find(turns, name, &Turn::name); };
    std::printf("time\t%s\tcopy\t\tcudaMemcpy, device to device", ladder.name);
    print_times(turns[0], turns[0]);
    print(Interval{1, 1, 1});
    std::printf("\t0\n");
    for (std::size_t i = 1; i <= rungs; ++i) {
        const Rung& rung = ladder.rungs[i - 1];
        std::printf("time\t%s\t%s\t%s\t%s", ladder.name, rung.name, rung.from, rung.idea);
        print_times(turns[i], turns[0]);
        print(rung.from[0] == '\0' ? Interval{1, 1, 1} : ratio(named(rung.from), turns[i]));
        std::printf("\t%llu\n", static_cast<unsigned long long>(wrong[i]));
    }
    for (std::size_t i = rungs + 1; i < turns.size(); ++i) {
        std::printf("peer\t%s\t%s", ladder.name, turns[i].name.c_str());
        print_times(turns[i], turns[0]);
        print(ratio(turns[i], turns[rungs]));
        std::printf("\t%llu\n", static_cast<unsigned long long>(wrong[i]));
    }
    const double copy_ms = sustained(turns[0]), last_ms = sustained(turns[rungs]);
    std::printf("sustained\t%s\t%s\t%.5f\t%.5f\n", ladder.name, turns[rungs].name.c_str(), last_ms, copy_ms / last_ms);
    return std::ranges::all_of(wrong, [](std::uint64_t count) { return count == 0; });
}

struct Size {
    int width, height;
};

/// Every rung at sizes that fit no block, with arrays that begin between two multiples of 16 bytes.
bool check_awkward_sizes(const Ladder& ladder)
{
    const bool line = ladder.is_line(), square = ladder.what == What::in_place;
    int calls = 0;
    std::uint64_t wrong = 0;
    for (Size size : {Size{1, 1}, {2, 3}, {4, 4}, {5, 1}, {63, 65}, {64, 128}, {100, 36}, {129, 17}, {1003, 517}, {1028, 516}, {2050, 1030}}) {
        if (line) size.width *= size.height;
        if (line || square) size.height = line ? 1 : size.width;
        for (const auto& [in_offset, out_offset] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 3}, {2, 2}}) {
            Arena arena(ladder, size.width, size.height, in_offset, out_offset);
            for (const Rung& rung : ladder.rungs) {
                const std::uint64_t here = wrong_after(arena, [&] { rung.run(arena.problem()); });
                if (here > 0)
                    std::fprintf(stderr, "%s, %s: %llu wrong at %d x %d, offsets %d and %d\n", ladder.name, rung.name,
                                 static_cast<unsigned long long>(here), size.width, size.height, in_offset, out_offset);
                wrong += here;
                ++calls;
            }
        }
    }
    std::printf("right\t%s\t%d\t%s\t%llu\n", ladder.name, calls, "1 x 1 to 2050 x 1030", static_cast<unsigned long long>(wrong));
    return wrong == 0;
}

/// The last rung where its quads don't fit: an odd width, and an odd address.
bool time_odd_sizes(const Ladder& ladder)
{
    const Rung& rung = ladder.rungs.back();
    const bool line = ladder.is_line(), square = ladder.what == What::in_place;
    std::uint64_t wrong = 0;
    for (const bool odd_width : {true, false}) {
        const int width = width_of(ladder) - int(odd_width), height = line ? 1 : square ? width : kSide + 4, offset = odd_width ? 0 : 1;
        Arena arena(ladder, width, height, offset, offset);
        const std::uint64_t here = wrong_after(arena, [&] { rung.run(arena.problem()); });
        std::vector<Turn> turns = {copy_in(arena), {rung.name, [&] { rung.run(arena.problem()); }}};
        take_turns(turns, 15);
        std::printf("odd\t%s\t%s\t%d x %d%s\t%.5f\t%.5f\t%llu\n", ladder.name, rung.name, width, height,
                    odd_width ? "" : ", arrays off by one float", median_of(turns[1].ms).median, ratio(turns[0], turns[1]).median, static_cast<unsigned long long>(here));
        wrong += here;
    }
    return wrong == 0;
}

/// The last rung with more elements than an int can count, and in 1-D as many as it can.
bool check_beyond_int(const Ladder& ladder)
{
    const Rung& rung = ladder.rungs.back();
    const bool line = ladder.is_line(), square = ladder.what == What::in_place;
    std::uint64_t wrong = 0;
    for (const bool odd : {false, true}) {
        const int width = (line ? 2147482624 : square ? 46344 : 65540) - int(odd), height = line ? 1 : square ? width : 32772;
        Arena arena(ladder, width, height);
        const std::uint64_t here = wrong_after(arena, [&] { rung.run(arena.problem()); });
        std::printf("large\t%s\t%s\t%d x %d\t%llu\n", ladder.name, rung.name, width, height, static_cast<unsigned long long>(here));
        wrong += here;
    }
    return wrong == 0;
}

void run_once(const Ladder& ladder)
{
    Arena arena(ladder, width_of(ladder), height_of(ladder));
    for (const Rung& rung : ladder.rungs) {
        std::printf("order\t%s\t%s\n", ladder.name, rung.name);
        rung.run(arena.problem());
        CUDA_CHECK(cudaDeviceSynchronize());
    }
}

}  // namespace

int main(int argc, char**)
try {
    bool fine = true;
    for (const Ladder& ladder : ladders(capability_of_card())) {
        if (argc > 1) run_once(ladder);
        else fine = (time_rungs(ladder) & check_awkward_sizes(ladder) & time_odd_sizes(ladder) & check_beyond_int(ladder)) && fine;
        std::fflush(stdout);
    }
    return fine ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "time_ladder: %s\n", fault.what());
    return 2;
}
