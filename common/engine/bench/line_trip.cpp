// How long a line of the cache takes from one core to another and back: `line_trip CORE CORE` prints nanoseconds, a median.

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

constexpr int kTrips = 20000;
alignas(128) std::atomic<int> ball{0};      // odd: the second core's turn

void run_on(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (pthread_setaffinity_np(pthread_self(), sizeof set, &set) != 0) {
        std::fprintf(stderr, "line_trip: this process may not run on core %d\n", core);
        std::exit(2);
    }
}

void wait_for(int value)
{
    while (ball.load(std::memory_order_acquire) != value) {}
}

double nanoseconds_of_trip(int core, int other)
{
    ball = 0;
    std::thread second([other] {
        run_on(other);
        for (int i = 0; i < kTrips; ++i) {
            wait_for(2 * i + 1);
            ball.store(2 * i + 2, std::memory_order_release);
        }
    });
    run_on(core);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kTrips; ++i) {
        ball.store(2 * i + 1, std::memory_order_release);
        wait_for(2 * i + 2);
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    second.join();
    return took.count() / kTrips;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: line_trip CORE CORE\n");
        return 2;
    }
    std::array<double, 7> trips;
    for (double& trip : trips) trip = nanoseconds_of_trip(std::atoi(argv[1]), std::atoi(argv[2]));
    std::nth_element(trips.begin(), trips.begin() + trips.size() / 2, trips.end());
    std::printf("%.0f\n", trips[trips.size() / 2]);
}
