// expect: race, line 17, other 16, array s_bytes; then race, line 17, other 18, array s_bytes; then race, line 19, other 17, array d_in
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Each thread touches only the element that has its number. But until wait() any thread may still copy it.
template <class T>
__global__ void copy(T* in, T* out, int mistake)
{
    extern __shared__ unsigned char s_bytes[];
    T* s_copy = reinterpret_cast<T*>(s_bytes);
    const cg::thread_block block = cg::this_thread_block();
    const unsigned i = block.thread_rank();
    if (mistake == 2) s_copy[i] = T();
    cg::memcpy_async(block, s_copy, in, sizeof(T) * block.num_threads());
    if (mistake == 0) out[i] = s_copy[i];
    if (mistake == 1) in[i] = T();
    cg::wait(block);
    out[i] = s_copy[i];
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[180];
    for (int k = 0; k < 180; ++k) in[k] = float(k) * 0.5f - 3.25f;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    copy<float><<<1, 64, 64 * sizeof(float)>>>(d_in, d_out, 0);
    copy<int><<<1, dim3(15, 3), 45 * sizeof(int)>>>(reinterpret_cast<int*>(d_in), reinterpret_cast<int*>(d_out), 2);
    copy<float><<<1, dim3(15, 3), 45 * sizeof(float)>>>(d_in, d_out, 1);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
