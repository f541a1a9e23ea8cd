#pragma once
// Shared by all measured programs: the four problems, their input and expected result, and the protocol with which the
// driver `bench-engine` controls a program.

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

namespace bench {

constexpr int kRadius = 2;
constexpr int kFilterWidth = 2 * kRadius + 1;
constexpr int kTile1d = 256;                          // threads, and outputs, of a block
constexpr int kTile2d = 16;                           // outputs along a side of a block
constexpr int kBlock2d = kTile2d + 2 * kRadius;       // threads along a side: the tile and its halo
constexpr int kTileTranspose = 32;

enum class Kernel { conv1d_tiled = 1, conv2d_tiled, conv1d_basic, transpose_padded };   // K1 to K4

/// `n`: elements of a 1D input, width and height of a 2D one; a multiple of the tile.
struct Problem {
    Kernel kernel = Kernel::conv1d_tiled;
    int n = 0;

    bool flat() const { return kernel == Kernel::conv1d_tiled || kernel == Kernel::conv1d_basic; }
    std::size_t elements() const { return flat() ? std::size_t(n) : std::size_t(n) * n; }
    unsigned block_side() const { return flat() ? kTile1d : kernel == Kernel::conv2d_tiled ? kBlock2d : kTileTranspose; }
    /// Blocks along each axis.
    unsigned blocks() const
    {
        return unsigned(n / (flat() ? kTile1d : kernel == Kernel::conv2d_tiled ? kTile2d : kTileTranspose));
    }
    std::uint64_t threads() const
    {
        const std::uint64_t side = std::uint64_t(blocks()) * block_side();
        return flat() ? side : side * side;
    }
};

/// Small multiples of 1/8 and 1/256, so that every sum of products is exact in float, in any order.
inline float filter_at(int i) { return 0.125f * float(i % 5 + 1); }
inline float input_at(std::size_t i) { return float((i * 2654435761u >> 7) & 1023) / 256.0f - 2.0f; }

inline float expected_1d(const std::vector<float>& in, int n, int x)
{
    float sum = 0;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (x + d >= 0 && x + d < n) sum += in[x + d] * filter_at(d + kRadius);
    return sum;
}

inline float expected_2d(const std::vector<float>& in, int n, int x, int y)
{
    float sum = 0;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n)
                sum += in[std::size_t(y + dy) * n + x + dx] * filter_at((dy + kRadius) * kFilterWidth + dx + kRadius);
    return sum;
}

inline float expected(const Problem& problem, const std::vector<float>& in, std::size_t i)
{
    const int x = int(i % problem.n), y = int(i / problem.n);
    if (problem.flat()) return expected_1d(in, problem.n, int(i));
    if (problem.kernel == Kernel::conv2d_tiled) return expected_2d(in, problem.n, x, y);
    return in[std::size_t(x) * problem.n + y];
}

/// A system that can run the problems. `load` prepares one, with NaN in its output; `run` runs it once and waits for its
/// end.
class System {
public:
    virtual ~System() = default;
    virtual void load(const Problem& problem, const std::vector<float>& in, const std::vector<float>& filter) = 0;
    virtual void run() = 0;
    virtual void fetch(std::vector<float>& out) = 0;
    /// Describes what else is wrong after `runs` runs; empty if nothing is.
    virtual std::string complaint(int /*runs*/) { return {}; }
    /// Bytes per live CUDA thread and per host thread, then of device memory, shadow and page table. Only the engine
    /// reports it.
    virtual std::string memory() { return "not reported"; }
};

/// Answers each of the driver's lines with one line; `bench: ` distinguishes an answer from a system's own output.
///   load K N    bench: ready T    problem K of size N is ready, with T CUDA threads
///   run         bench: NS         nanoseconds of one run
///   memory      bench: then the result of memory()
///   check       bench: right      or what is wrong with the result or the counts since `load`
inline int serve(System& system)
{
    Problem problem;
    std::vector<float> in, filter(kFilterWidth * kFilterWidth);
    for (std::size_t i = 0; i < filter.size(); ++i) filter[i] = filter_at(int(i));
    int runs = 0;

    const auto wrong = [&]() -> std::string {
        std::vector<float> out(problem.elements());
        system.fetch(out);
        std::size_t differ = 0;
        for (std::size_t i = 0; i < out.size(); ++i) differ += !(out[i] == expected(problem, in, i));
        if (differ > 0) return std::to_string(differ) + " of " + std::to_string(out.size()) + " elements differ";
        return system.complaint(runs);
    };
    for (std::string line; std::getline(std::cin, line);) {
        int kernel = 0;
        if (std::sscanf(line.c_str(), "load %d %d", &kernel, &problem.n) == 2) {
            problem.kernel = Kernel(kernel);
            in.resize(problem.elements());
            for (std::size_t i = 0; i < in.size(); ++i) in[i] = input_at(i);
            system.load(problem, in, filter);
            runs = 0;
            std::printf("bench: ready %llu\n", static_cast<unsigned long long>(problem.threads()));
        } else if (line == "run") {
            const auto begin = std::chrono::steady_clock::now();
            system.run();
            const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
            ++runs;
            std::printf("bench: %.0f\n", took.count());
        } else if (line == "memory") {
            std::printf("bench: %s\n", system.memory().c_str());
        } else if (line == "check") {
            const std::string complaint = wrong();
            std::printf("bench: %s\n", complaint.empty() ? "right" : complaint.c_str());
        }
        std::fflush(stdout);
    }
    return 0;
}

inline const std::vector<float>& not_a_number(std::size_t elements)
{
    static std::vector<float> values;
    values.assign(elements, std::numeric_limits<float>::quiet_NaN());
    return values;
}

}  // namespace bench
