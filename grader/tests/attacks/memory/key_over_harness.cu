// Lets pthread_key_create store a key into the harness's stack.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <pthread.h>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    pthread_key_create(reinterpret_cast<pthread_key_t*>(at), nullptr);
}
