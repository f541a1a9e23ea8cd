// Lab 02 with a small class for device memory, and a kernel that clears the result first.
#include "conv1d_basic.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

namespace {

template <class T>
class OnDevice {
public:
    explicit OnDevice(int count) : bytes_(sizeof(T) * count) { CUDA_CHECK(cudaMalloc(&data_, bytes_)); }
    ~OnDevice() { cudaFree(data_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

    void from_host(const T* h_data) { CUDA_CHECK(cudaMemcpy(data_, h_data, bytes_, cudaMemcpyHostToDevice)); }
    void to_host(T* h_data) const { CUDA_CHECK(cudaMemcpy(h_data, data_, bytes_, cudaMemcpyDeviceToHost)); }
    T* get() { return data_; }

private:
    T* data_ = nullptr;
    size_t bytes_;
};

__global__ void clear(float* data, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = 0.0f;
}

template <typename T>
__device__ T element_or_zero(const T* data, int i, int count)
{
    return i >= 0 && i < count ? data[i] : T(0);
}

template <typename T, int kThreads>
__global__ void convolve(const T* in, const T* filter, T* out, int width, int filter_width)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= width) return;
    T sum = out[i];
    for (int k = 0; k < filter_width; ++k) sum += filter[k] * element_or_zero(in, i + k - filter_width / 2, width);
    out[i] = sum;
}

}  // namespace

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    constexpr int kThreads = 64;
    OnDevice<float> in(width), filter(filter_width), out(width);
    in.from_host(h_in);
    filter.from_host(h_filter);

    const int blocks = (width + kThreads - 1) / kThreads;
    clear<<<blocks, kThreads>>>(out.get(), width);
    convolve<float, kThreads><<<blocks, kThreads>>>(in.get(), filter.get(), out.get(), width, filter_width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    out.to_host(h_out);
}
