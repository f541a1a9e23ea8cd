// expect: clean
#include <cuda_runtime.h>

// One piece of dynamic shared memory holds four arrays, the widest type first, so that each is aligned.
__global__ void reverse(double* out, int n)
{
    extern __shared__ double s_wide[];
    int* s_int = reinterpret_cast<int*>(s_wide + n);
    short* s_short = reinterpret_cast<short*>(s_int + n);
    unsigned char* s_byte = reinterpret_cast<unsigned char*>(s_short + n);
    const int t = int(threadIdx.x), u = n - 1 - t;
    s_wide[t] = t;
    s_int[t] = 2 * t;
    s_short[t] = short(3 * t);
    s_byte[t] = static_cast<unsigned char>(t);
    __syncthreads();
    out[t] = s_wide[u] + s_int[u] + s_short[u] + s_byte[u];
}

int main()
{
    double *d_out = nullptr, out[77];
    cudaMalloc(&d_out, sizeof out);
    reverse<<<1, 77, 77 * 15>>>(d_out, 77);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    for (int t = 0; t < 77; ++t)
        if (out[t] != 7.0 * (76 - t)) return 1;
}
