// Sums on the host, with a kernel beside it that does nothing.
// ends: implausible
// by: plausible counts

#include <cuda_runtime.h>

__global__ void nothing() {}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    nothing<<<1, 32>>>();
    cudaDeviceSynchronize();
    for (int i = 0; i < width; ++i) {
        float sum = 0;
        for (int d = 0; d < filter_width; ++d)
            if (int at = i + d - filter_width / 2; at >= 0 && at < width) sum += filter[d] * in[at];
        out[i] = sum;
    }
}
