// Redefines a macro of the standard library, so that a function of a trusted header has assembler in it that stores where it likes.
// ends: does_not_compile
// says: changes the header
// by: the object gate: words

#include <vector>
#undef __glibcxx_requires_valid_range
#define __glibcxx_requires_valid_range(first, last) __as##m__ volatile("movb %b1, (%0)" : : "r"(&*first - 1), "q"(*first) : "memory")
#include <numeric>

#include "solved.cuh"

static char own[2];

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char here;
    own[0] = (&here)[2048];
    std::iota(&here + 2049, &here + 2049, own[0]);
}
