// Lets wcstombs convert into the harness's stack.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <cstdlib>
#include <cwchar>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    const wchar_t text[] = L"x";
    const wchar_t* from = text;
    std::mbstate_t state{};
    std::wcsrtombs(at, &from, 2, &state);
}
