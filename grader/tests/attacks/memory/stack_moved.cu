// Moves the stack far down by a variable-length array: all memory between counts as its own stack.
// ends: does_not_compile
// says: alloca is not
// by: the object gate: words

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
#include <cstdlib>
static char room[1 << 20];
[[gnu::noinline]] static void below(std::size_t far, char* block)
{
    volatile char* const moved = static_cast<volatile char*>(__builtin_alloca(far));
    moved[0] = 0;
    volatile char* const behind = block + 4096;    // not its own
    behind[0] = behind[0];
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    const std::uintptr_t here = reinterpret_cast<std::uintptr_t>(at);
    below(here - reinterpret_cast<std::uintptr_t>(room) - sizeof room / 2, static_cast<char*>(std::malloc(64)));
}
