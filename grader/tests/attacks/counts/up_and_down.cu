// Sums on the host, copies the sums to the device and back; no kernel.
// ends: implausible
// by: plausible counts

#include <cuda_runtime.h>

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    for (int i = 0; i < width; ++i) {
        float sum = 0;
        for (int d = 0; d < filter_width; ++d)
            if (int at = i + d - filter_width / 2; at >= 0 && at < width) sum += filter[d] * in[at];
        out[i] = sum;
    }

    float* d = nullptr;
    cudaMalloc(&d, width * sizeof(float));
    cudaMemcpy(d, out, width * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(out, d, width * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
}
