// Times every rung in turns with a copy of the same size, and checks it. Prints lines of words between tabs, for time-ladder:
//
//   time   ladder rung from idea  min median low high  share low high  gain low high  wrong     in ms; what
//          share and gain are, time-ladder says
//   peer   ladder function  …the same from min on; gain: how many times as long as the last rung
//   absent ladder function why
//   sustained ladder rung median share
//   odd    ladder rung size median share wrong
//   right  ladder calls sizes wrong
//   large  ladder rung size wrong
//
// With the argument `once`, for the profiler: runs each rung once, and prints `order ladder rung`.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include "arena.hpp"
#include "cuda/timer.hpp"
#include "libraries.hpp"
#include "timing/interval.hpp"

using namespace halo;
using namespace halo::ladder;
using halo::timing::Interval;
using halo::timing::median_of;

namespace {

constexpr int kRounds = 31, kSide = 16384;
constexpr auto kPause = std::chrono::milliseconds(3);   // after each call: a card that is kept busy lowers its clock to save power
constexpr long long kWakeClocks = 100'000;              // before each: a card that has rested starts 0.01 to 0.02 ms late

__global__ void wake_kernel()
{
    const long long begin = clock64();
    while (clock64() - begin < kWakeClocks) {}
}

struct Turn {
    std::string name;
    std::function<void()> call;
    std::vector<double> ms = {};        ///< of each round
};

/// Everybody once in each round, in an order that is drawn anew: who runs before may leave its stores in the cache and the card warm.
void take_turns(std::vector<Turn>& turns, int rounds)
{
    std::mt19937 random(1);
    std::vector<std::size_t> order(turns.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    EventTimer timer;
    for (int round = 0; round < rounds + 2; ++round) {      // the first two are not counted: code is loaded, clocks rise
        std::ranges::shuffle(order, random);
        for (const std::size_t i : order) {
            wake_kernel<<<1, 1>>>();    // the call is queued while it runs, so that no launch is waited for
            timer.start();
            turns[i].call();
            const double ms = timer.ms();
            if (round >= 2) turns[i].ms.push_back(ms);
            std::this_thread::sleep_for(kPause);
        }
    }
}

/// Milliseconds of a call among many, one after the other for about half a second.
double sustained(const Turn& turn)
{
    const int calls = int(500.0 / median_of(turn.ms).median) + 1;
    EventTimer timer;
    timer.start();
    for (int i = 0; i < calls; ++i) turn.call();
    return timer.ms() / calls;
}

/// In each round, how many times as long `a` took as `b`.
Interval ratio(const Turn& a, const Turn& b)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < a.ms.size(); ++round) ratios.push_back(a.ms[round] / b.ms[round]);
    return median_of(ratios);
}

void print(const Interval& interval) { std::printf("\t%.5f\t%.5f\t%.5f", interval.median, interval.low, interval.high); }

void print_times(const Turn& turn, const Turn& copy)
{
    std::printf("\t%.5f", *std::ranges::min_element(turn.ms));
    print(median_of(turn.ms));
    print(ratio(copy, turn));
}

Turn copy_in(const Arena& arena)
{
    return {"copy", [&arena] { CUDA_CHECK(cudaMemcpyAsync(arena.out(), const_cast<float*>(arena.in()), arena.bytes(), cudaMemcpyDeviceToDevice)); }};
}

/// Wrong elements after one call.
std::uint64_t wrong_after(Arena& arena, const std::function<void()>& call, bool replicate = false)
{
    arena.prepare();
    call();
    return arena.wrong(replicate);
}

int width_of(const Ladder& ladder) { return ladder.radius_y == 0 && ladder.what == What::convolution ? kSide * kSide : kSide; }
int height_of(const Ladder& ladder) { return ladder.radius_y == 0 && ladder.what == What::convolution ? 1 : kSide; }

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
    const Library library = library_for(ladder, problem);
    if (library.call) {
        turns.push_back({library.name, library.call});
        wrong.push_back(wrong_after(arena, library.call, library.replicate));
    } else if (!library.name.empty()) {
        std::printf("absent\t%s\t%s\t%s\n", ladder.name, library.name.c_str(), library.why_not.c_str());
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
    if (library.call) {
        std::printf("peer\t%s\t%s", ladder.name, library.name.c_str());
        print_times(turns.back(), turns[0]);
        print(ratio(turns.back(), turns[rungs]));
        std::printf("\t%llu\n", static_cast<unsigned long long>(wrong.back()));
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
    const bool line = height_of(ladder) == 1, square = ladder.what == What::in_place;
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
    const bool line = height_of(ladder) == 1, square = ladder.what == What::in_place;
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
    const bool line = height_of(ladder) == 1, square = ladder.what == What::in_place;
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
    for (const Ladder& ladder : ladders()) {
        if (argc > 1) run_once(ladder);
        else fine = (time_rungs(ladder) & check_awkward_sizes(ladder) & time_odd_sizes(ladder) & check_beyond_int(ladder)) && fine;
        std::fflush(stdout);
    }
    return fine ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "time_ladder: %s\n", fault.what());
    return 2;
}
