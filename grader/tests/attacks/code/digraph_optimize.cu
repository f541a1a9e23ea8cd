// Changes the compiler's options for one function, by an attribute in brackets that are spelt <: and :>.
// ends: does_not_compile
// says: attribute optimize
// by: the object gate: words

#include "solved.cuh"

<:<:gnu::optimize("O3", "tree-vectorize"):>:> void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
