// Writes a raw string whose second line looks like the marker of a trusted header, as the argument of a macro.
// ends: does_not_compile
// says: attribute weak
// by: the object gate: words

#define AS_IS(...) __VA_ARGS__
static const char* const text = AS_IS(R"x(
# 1 "/usr/include/none.h" 1 3
)x"); __attribute__((weak)) int weak_one;

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    (void)text;
    solved(in, filter, out, width, filter_width);
}
