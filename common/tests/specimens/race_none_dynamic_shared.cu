// expect: clean
// Two arrays in one piece of dynamic shared memory, declared outside the kernel.
extern __shared__ unsigned char s_raw[];

template <class T>
__global__ void reverse(const T* in, T* out)
{
    T* s_in = reinterpret_cast<T*>(s_raw);
    T* s_out = s_in + blockDim.x;
    s_in[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    s_out[threadIdx.x] = s_in[blockDim.x - 1 - threadIdx.x];
    out[threadIdx.x] = s_out[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<float><<<1, 50, 2 * 50 * sizeof(float)>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
