// A contest that another language joins, as a shared library for peers.py: its functions are called in turns with a copy and the last rung of
// a ladder, timed and checked as in time_ladder, and make the same lines.
//
//   peer   ladder function  min median low high  share low high  gain low high  wrong

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include "turns.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

constexpr int kRounds = 31, kSide = 16384;
constexpr long long kLongWakeClocks = 600'000;      // an interpreter takes up to 0.3 ms until its kernel is queued

/// No exception crosses to another language: it becomes its text on stderr, and `otherwise`.
template <class Answer, class Function>
Answer guarded(Answer otherwise, Function function)
{
    try {
        return function();
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "peers: %s\n", fault.what());
        return otherwise;
    }
}

}  // namespace

// Not in the unnamed namespace: what takes a type of it is not seen outside of the library.
struct Contest {
    explicit Contest(Ladder of) : ladder(std::move(of)), width(ladder.is_line() ? kSide * kSide : kSide), height(ladder.is_line() ? 1 : kSide),
                                  arena(ladder, width, height)
    {
        turns = {copy_in(arena), {ladder.rungs.back().name, [this] { ladder.rungs.back().run(arena.problem()); }}};
    }

    Ladder ladder;
    int width, height;
    Arena arena;
    std::vector<Turn> turns;
    std::vector<std::uint64_t> wrong = {0, 0};      ///< of each turn
};

extern "C" {

/// Of the ladder with this name; null if that fails.
void* contest_open(const char* ladder)
{
    return guarded<void*>(nullptr, [&]() -> void* {
        for (Ladder& one : ladders(capability_of_card()))
            if (std::string(ladder) == one.name) return new Contest(one);
        throw std::runtime_error("no ladder is called " + std::string(ladder));
    });
}

void contest_close(Contest* contest) { delete contest; }

int contest_width(const Contest* contest) { return contest->width; }
int contest_height(const Contest* contest) { return contest->height; }
const float* contest_in(const Contest* contest) { return contest->arena.in(); }
const float* contest_filter(const Contest* contest) { return contest->arena.problem().d_filter; }

/// Elements that differ from what the ladder asks for; -1 if that could not be found out.
long long contest_wrong(const Contest* contest, const float* d_got)
{
    return guarded<long long>(-1, [&]() -> long long {
        const Want want = want_of(contest->ladder, contest->width, contest->height);
        DeviceBuffer<unsigned long long> wrong(1, "wrong");
        wrong.fill(0);
        count_wrong_kernel<<<4096, 256>>>(d_got, contest->arena.bytes() / sizeof(float), want, want.most(), wrong.data());
        CUDA_CHECK(cudaGetLastError());
        return (long long)wrong.download_all()[0];
    });
}

/// `call` queues its work in the default stream.
void contest_add(Contest* contest, const char* function, void (*call)(), long long wrong)
{
    contest->turns.push_back({function, call});
    contest->wrong.push_back(std::uint64_t(wrong));
}

/// 0, or 1 if it failed.
int contest_print(Contest* contest)
{
    return guarded(1, [&] {
        std::vector<Turn>& turns = contest->turns;
        take_turns(turns, kRounds, kLongWakeClocks);
        for (std::size_t i = 2; i < turns.size(); ++i) {
            std::printf("peer\t%s\t%s", contest->ladder.name, turns[i].name.c_str());
            print_ms(turns[i]);
            print(ratio(turns[0], turns[i]));
            print(ratio(turns[i], turns[1]));
            std::printf("\t%llu\n", static_cast<unsigned long long>(contest->wrong[i]));
        }
        std::fflush(stdout);
        return 0;
    });
}

}
