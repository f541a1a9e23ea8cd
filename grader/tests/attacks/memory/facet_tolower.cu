// Lets a facet of the standard library change the harness's stack in place.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <locale>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::use_facet<std::ctype<char>>(std::locale::classic()).tolower(at, at + 16);
}
