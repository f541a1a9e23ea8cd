// Calls through a table of functions that it made up.
// ends: crash or out_of_bounds
// by: the engine's guard

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    void* none[4] = {};
    void* object = none;
    struct Any {
        virtual void call() = 0;
    };
    reinterpret_cast<Any*>(&object)->call();
    solved(in, filter, out, width, filter_width);
}
