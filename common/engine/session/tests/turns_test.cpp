// The engine's own code that host threads run at the same time, under ThreadSanitizer: turns at the device, and looking up allocations while
// others are made. A program cannot be run under it, because the engine has the sanitizer's hooks.
//
// usage: turns_test [--without-turns]     exit code 0: no race, and right; ThreadSanitizer's, 66: a race

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/session/turn.hpp"

thread_local constinit bool halo::engine::EngineScope::inside_ = false;

namespace {

using namespace halo::engine;

constexpr int kThreads = 16, kRounds = 300;

int inside = 0, done = 0;                   // plain: only turns order their use
int reported = 0;
std::atomic<int> failed = 0;
std::atomic<std::uintptr_t> published = 0;  // an array that the host may use, too

void require(bool right, const char* what)
{
    if (!right && failed++ == 0) std::fprintf(stderr, "turns_test: %s\n", what);
}

void call_and_launch()
{
    Arena& arena = Arena::instance();
    void* memory = nullptr;
    {
        const Turn turn;
        require(++inside == 1, "two threads have a turn");
        memory = arena.allocate(5000, {}, {}, MemoryType::managed);
        {
            const Turn nested;
            ++done;
        }
        published = reinterpret_cast<std::uintptr_t>(memory);
        {
            const BlocksRun blocks;
            std::this_thread::yield();
        }
        require(EngineScope::inside(), "a turn is not the engine's own");
        --inside;
    }
    const Turn turn;
    require(arena.find(reinterpret_cast<std::uintptr_t>(memory)) != nullptr, "an allocation is not found");
    arena.release(memory);
}

}  // namespace

int main(int count, char** arguments)
{
    const bool with_turns = count < 2 || std::string_view(arguments[1]) != "--without-turns";
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number)
        threads.emplace_back([=] {
            for (int round = 0; round < kRounds; ++round)
                if (with_turns) call_and_launch();
                else ++done;
        });
    // Host code looks up arrays, and stores to one, while others are allocated; and a report is made while blocks run.
    const auto use = [] {
        for (int round = 0; round < 20 * kRounds; ++round) {
            const std::uintptr_t address = published;
            if (address == 0) continue;
            const Allocation* const array = Arena::instance().find(address);
            require(array != nullptr && array->base == address, "a published array is another one");
            Arena::instance().mark_written(address + std::uintptr_t(round % 5000), 1);
        }
    };
    std::thread host(use), other_host(use);
    std::thread report([] {
        for (int round = 0; round < kRounds; ++round) {
            const QuietState quiet;
            reported += done >= 0;
        }
    });
    for (std::thread& thread : threads) thread.join();
    host.join();
    other_host.join();
    report.join();
    std::thread([] {            // a jump out of a call: no destructor runs
        alignas(Turn) static unsigned char outer[sizeof(Turn)], inner[sizeof(Turn)];
        new (outer) Turn;
        new (inner) Turn;
        Turn::leave();
    }).join();
    const Turn turn;                // waits for ever if that one is not over
    require(!with_turns || done == kThreads * kRounds, "a turn was lost");
    return failed != 0 ? 1 : 0;
}
