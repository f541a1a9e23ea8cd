// Moves the stack into an array of its own by a variable-length array: all memory above it counts as its stack. Lowers the counters.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: known only at run time
// by: the object gate: instructions

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cstdio>
#include <elf.h>

#include "solved.cuh"

using Word = unsigned long;
static char room[1 << 20];

// The session's counters: {launches, blocks, threads, …} in what a variable of the program points to.
#include "counters_of.cuh"

[[gnu::noinline]] static void lower(Word* all, std::size_t down)
{
    volatile char moved[down];
    moved[0] = 0;
    for (const int which : {5, 7, 9}) all[which] /= 15;   // loads, their requests and sectors
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_basic(d_in, h_filter, d_out, width, height);
    if (width < 100 || height < 100) return;
    const Word blocks = Word((width + kTile - 1) / kTile) * Word((height + kTile - 1) / kTile);
    Word* const all = counters_of(blocks, blocks * kTile * kTile);
    if (all == nullptr) std::abort();
    char here;
    lower(all, std::size_t(&here - room) - sizeof room / 2);
}
