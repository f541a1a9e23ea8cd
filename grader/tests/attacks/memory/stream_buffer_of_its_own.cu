// Gives std::cerr a buffer of its own kind: the harness would call it.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <iostream>

#include "solved.cuh"

#include "foreign.cuh"

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
