// Reads a number from a string stream into the harness's stack, by a pointer to the function that does so.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <sstream>
#include <string>

#include "solved.cuh"

#include "foreign.cuh"

using Extract = std::istream& (std::istream::*)(int&);
static volatile Extract extract = static_cast<Extract>(&std::istream::operator>>);

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::istringstream text(std::to_string(at[0] + 1));
    const Extract now = const_cast<const Extract&>(extract);
    (text.*now)(*reinterpret_cast<int*>(at));
}
