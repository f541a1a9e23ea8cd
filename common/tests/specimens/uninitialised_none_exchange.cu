// expect: clean
#include <cuda_runtime.h>

// An exchange whose old value nobody uses is the first store to a word, in global and in shared memory.
template <class T>
__global__ void set(T* words, const T* values, T* out, int count)
{
    __shared__ T s_words[2][37];
    const int i = int(threadIdx.x);
    if (i < count) {
        atomicExch(&words[i], values[count - 1 - i]);
        (void)atomicExch_block(&s_words[i % 2][i], values[i]);
    }
    __syncthreads();
    if (i < count) out[i] = words[i] + s_words[i % 2][i];
}

template <class T>
void set_all(int count)
{
    T *d_words = nullptr, *d_values = nullptr, *d_out = nullptr, values[37];
    for (int i = 0; i < count; ++i) values[i] = T(i * 5 + 1) / T(2);
    cudaMalloc(&d_words, sizeof values);
    cudaMalloc(&d_values, sizeof values);
    cudaMalloc(&d_out, sizeof values);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    set<T><<<1, 64>>>(d_words, d_values, d_out, count);
    cudaDeviceSynchronize();
    cudaFree(d_words);
    cudaFree(d_values);
    cudaFree(d_out);
}

int main()
{
    set_all<int>(37);
    set_all<float>(35);
    set_all<unsigned long long>(33);
}
