// Transposes on the CPU, for `make cpu`, which measures this program: checks both orders, times them in turns, or runs one alone.
//
// usage: cpu_transpose check BLOCK          exit 1 if an order leaves a wrong element at an awkward size
//        cpu_transpose time N BLOCK ROUNDS  one line: medians in ms, spreads, and the median of the ratios, tab-separated
//        cpu_transpose once ORDER N BLOCK   for counters: ORDER is naive, blocked, or none, which only makes the matrix
//        cpu_transpose lines N LINE ROOM BLOCK    lines that a cache of ROOM lines fetches, in both orders

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "lines.hpp"
#include "orders.hpp"

namespace {

using namespace halo::cpu;

struct Matrix {
    int n;
    std::vector<float> data;
    explicit Matrix(int n) : n(n), data(std::size_t(n) * n)
    {
        for (std::size_t i = 0; i < data.size(); ++i) data[i] = float(i % 8191);
    }
    void swap(int y, int x) { std::swap(data[std::size_t(y) * n + x], data[std::size_t(x) * n + y]); }
};

// Not inlined, so that each is compiled alike and can be found in a profile.
[[gnu::noinline]] void transpose_naive(Matrix& m)
{
    naive_order(m.n, [&](int y, int x) { m.swap(y, x); });
}

[[gnu::noinline]] void transpose_blocked(Matrix& m, int block)
{
    blocked_order(m.n, block, [&](int y, int x) { m.swap(y, x); });
}

double ms_of(auto&& call)
{
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// The quantile `part` of the values.
double quantile(std::vector<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values[std::size_t(part * double(values.size() - 1) + 0.5)];
}

/// The middle half of the values, in parts of their median.
double spread(const std::vector<double>& values)
{
    return (quantile(values, 0.75) - quantile(values, 0.25)) / quantile(values, 0.5);
}

int check(int block)
{
    long wrong = 0;
    for (const int n : awkward_sizes(block)) {
        wrong += wrong_elements(n, [&](auto swap) { naive_order(n, swap); });
        wrong += wrong_elements(n, [&](auto swap) { blocked_order(n, block, swap); });
    }
    std::printf("%ld elements wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}

int time(int n, int block, int rounds)
{
    Matrix m(n);
    std::vector<double> naive, blocked, ratio;
    for (int round = -1; round < rounds; ++round) {         // the first is not counted
        const double a = ms_of([&] { transpose_naive(m); });
        const double b = ms_of([&] { transpose_blocked(m, block); });
        if (round < 0) continue;
        naive.push_back(a), blocked.push_back(b), ratio.push_back(a / b);
    }
    const bool restored = m.data == Matrix(n).data;         // transposed an even number of times
    std::printf("%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\n", quantile(naive, 0.5), spread(naive), quantile(blocked, 0.5), spread(blocked),
                quantile(ratio, 0.5), spread(ratio));
    return restored ? 0 : 1;
}

int once(const std::string& order, int n, int block)
{
    Matrix m(n);
    if (order == "naive") transpose_naive(m);
    else if (order == "blocked") transpose_blocked(m, block);
    else if (order != "none") return 2;
    return m.data[0] == 0.0f ? 0 : 1;
}

int lines(int n, int length, int room, int block)
{
    std::printf("%ld\t%ld\n", lines_fetched(n, Lines(length, std::size_t(room)), [&](auto swap) { naive_order(n, swap); }),
                lines_fetched(n, Lines(length, std::size_t(room)), [&](auto swap) { blocked_order(n, block, swap); }));
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    const auto number = [&](int i) { return std::max(1, std::atoi(argv[i])); };
    if (what == "check" && argc == 3) return check(number(2));
    if (what == "time" && argc == 5) return time(number(2), number(3), number(4));
    if (what == "once" && argc == 5) return once(argv[2], number(3), number(4));
    if (what == "lines" && argc == 6) return lines(number(2), number(3), number(4), number(5));
    std::fprintf(stderr, "usage: cpu_transpose check BLOCK | time N BLOCK ROUNDS | once ORDER N BLOCK | lines N LINE ROOM BLOCK\n");
    return 2;
}
