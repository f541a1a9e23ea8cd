// Makes a lock of the harness's stack, which sets it to zeros.
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
    pthread_mutex_t* const lock = reinterpret_cast<pthread_mutex_t*>(at);
    pthread_mutex_init(lock, nullptr);
}
