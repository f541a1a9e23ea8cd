// Goes to an address that it computes: into its own function, past the call of a hook.
// ends: passed or crash
// by: nothing: it stays in its own function
// level: harmless

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    void* to = &&end;
    to = static_cast<char*>(to) + (width < 0);
    goto *to;
end:
    return;
}
