// Lets a stream extract a number into the harness's stack.
// ends: out_of_bounds
// says: stores to memory of the test that called the function
// by: the engine's guard, by a hook that the object gate adds

#include <cstdint>
#include <sstream>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::istringstream text("7");
    text >> *reinterpret_cast<int*>(at);
}
