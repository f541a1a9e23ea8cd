// Lets the language's runtime construct an array, with a count before it, in the harness's stack.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
extern "C" void* __cxa_vec_new2(std::size_t, std::size_t, std::size_t, void (*)(void*), void (*)(void*), void* (*)(std::size_t), void (*)(void*));
static void* there(std::size_t) { return foreign(); }
static void back(void*) {}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    __cxa_vec_new2(1, 8, 16, nullptr, nullptr, there, back);
}
