// Fills the harness's stack with wmemcpy.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <cwchar>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    const wchar_t same[4] = {reinterpret_cast<wchar_t*>(at)[0], reinterpret_cast<wchar_t*>(at)[1], reinterpret_cast<wchar_t*>(at)[2], reinterpret_cast<wchar_t*>(at)[3]};
    std::wmemcpy(reinterpret_cast<wchar_t*>(at), same, 4);
}
