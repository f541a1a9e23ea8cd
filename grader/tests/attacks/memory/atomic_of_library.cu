// Adds to words of the caller's arrays, which are const, by the library's own atomic function.
// ends: out_of_bounds
// says: host code stores to h_filter, which is const
// by: the engine: library functions of host code are watched

#include "solved.cuh"

#include <ext/atomicity.h>

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    __gnu_cxx::__atomic_add(reinterpret_cast<_Atomic_word*>(const_cast<float*>(filter)), 1);
    __gnu_cxx::__atomic_add(reinterpret_cast<_Atomic_word*>(const_cast<float*>(in)), 1);
}
