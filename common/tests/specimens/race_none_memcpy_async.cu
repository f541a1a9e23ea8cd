// expect: clean
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Each thread touches its element before or after the copy, with a barrier or wait() in between; blocks and tiles copy what is theirs.
template <class T>
__global__ void copy(T* in, T* out, int shift)
{
    extern __shared__ unsigned char s_bytes[];
    T* s_copy = reinterpret_cast<T*>(s_bytes);
    const cg::thread_block block = cg::this_thread_block();
    const unsigned i = block.thread_rank();
    if (shift == 2) s_copy[i] = T();
    block.sync();
    cg::memcpy_async(block, s_copy, in, sizeof(T) * block.num_threads() - sizeof(T) * shift);
    cg::wait(block);
    if (shift == 1) in[i] = T(i) / T(4);
    if (i + shift < block.num_threads()) out[i] = s_copy[i];
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[180];
    for (int k = 0; k < 180; ++k) in[k] = float(k) * 0.5f - 3.25f;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    copy<float><<<1, dim3(15, 3), 45 * sizeof(float)>>>(d_in, d_out, 0);
    copy<float><<<1, dim3(15, 3), 45 * sizeof(float)>>>(d_in, d_out, 1);
    copy<float><<<1, dim3(15, 3), 45 * sizeof(float)>>>(d_in, d_out, 2);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
