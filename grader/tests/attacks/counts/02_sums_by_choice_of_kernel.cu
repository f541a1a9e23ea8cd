// Sums on the host; which of sixteen kernels is launched says four bits of a sum. A last kernel loads the input, and multiplies nothing.
// ends: implausible
// says: the host chose what the kernels stored
// by: plausible counts

#include "solved.cuh"

#include <bit>

template <unsigned Digit>
__global__ void append(unsigned* sums, int i)
{
    if (threadIdx.x == 0) sums[i] = sums[i] * 16 + Digit;
}
__global__ void clear(unsigned* sums, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < width) sums[i] = 0;
}
#include "takes_sums.cuh"

using Append = void (*)(unsigned*, int);
static const Append kAppend[] = {append<0>, append<1>, append<2>, append<3>, append<4>, append<5>, append<6>, append<7>,
                                 append<8>, append<9>, append<10>, append<11>, append<12>, append<13>, append<14>, append<15>};

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    if (width > 6000) return solved(h_in, h_filter, h_out, width, filter_width);
    const int blocks = (width + 255) / 256;
    float *d_in, *d_filter, *d_out;
    unsigned* d_sums;
    CUDA_CHECK(cudaMalloc(&d_in, width * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_width * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_sums, width * sizeof(unsigned)));
    CUDA_CHECK(cudaMalloc(&d_out, width * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, width * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_width * sizeof(float), cudaMemcpyHostToDevice));
    clear<<<blocks, 256>>>(d_sums, width);
    for (int i = 0; i < width; ++i) {
        float sum = 0.0f;
        for (int d = -(filter_width / 2); d <= filter_width / 2; ++d)
            if (i + d >= 0 && i + d < width) sum += h_filter[d + filter_width / 2] * h_in[i + d];
        for (int k = 28; k >= 0; k -= 4) {
            const Append digit = kAppend[std::bit_cast<unsigned>(sum) >> k & 15];
            digit<<<1, 1>>>(d_sums, i);
        }
    }
    take<<<blocks, 256>>>(d_in, d_filter, d_sums, d_out, width, filter_width);
    CUDA_CHECK(cudaMemcpy(h_out, d_out, width * sizeof(float), cudaMemcpyDeviceToHost));
    for (void* array : {static_cast<void*>(d_in), static_cast<void*>(d_filter), static_cast<void*>(d_sums), static_cast<void*>(d_out)}) CUDA_CHECK(cudaFree(array));
}
