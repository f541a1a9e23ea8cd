// Gives std::cerr a buffer of its own kind: the harness would call it.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <iostream>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    struct Mine : std::streambuf {
        int sync() override
        {
            for (volatile int i = 0;; i = i + 1) {}
        }
    };
    std::cerr.rdbuf(new Mine);
}
