// expect: clean
#include <cuda_runtime.h>

// The host destroys a kernel's parameter, once; threads don't. So a temporary array lives as long as its launch.
struct Counter {
    int* value;
    Counter()
    {
        cudaMalloc(&value, sizeof(int));
        cudaMemset(value, 0, sizeof(int));
    }
    ~Counter() { cudaFree(value); }
};

__global__ void count(Counter counter, int* out) { *out = atomicAdd(counter.value, 0) + 3; }
template <class T>
__global__ void count_any(T counter, int* out)
{
    *out += atomicAdd(counter.value, 0) + 4;
}

int main()
{
    int *d_out = nullptr, out = 0;
    cudaMalloc(&d_out, sizeof(int));
    count<<<1, 1>>>(Counter(), d_out);
    count_any<<<1, 1>>>(Counter(), d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return out == 7 ? 0 : 1;
}
