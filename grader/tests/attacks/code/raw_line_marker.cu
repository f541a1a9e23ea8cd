// Hides a line marker in a raw string that a macro of a trusted header prints.
// ends: does_not_compile
// says: attribute weak
// by: the object gate: words

#include <cassert>

static const char* const text = R"(
# 1 "/usr/include/none.h" 1 3
)";
__attribute__((weak)) int weak_one;

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    (void)text;
    solved(in, filter, out, width, filter_width);
}
