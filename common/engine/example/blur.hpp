#pragma once

/// out[x] = (in[x-1] + in[x] + in[x+1]) / 3; elements beyond the ends count as 0. `in`, `out` [width], on the host.
void blur(const float* in, float* out, int width);
