// Copies 256 bytes by std::char_traits, which the compiler makes of one instruction.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <string>

#include "solved.cuh"

#include "foreign.cuh"
static char sink;

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    char same[256];
    std::char_traits<char>::copy(same, at, 256);
    std::char_traits<char>::copy(at, same, 256);
    sink = same[3];
}
