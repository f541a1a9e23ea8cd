// expect: race, line 5, other 5, array total<float>
// All threads add to one variable, which is an instance of a template.
template <class T> __device__ T total;

template <class T> __global__ void add(const T* in) { total<T> += in[threadIdx.x]; }

int main()
{
    float *d_in, h[64] = {}, sum = 0.0f;
    cudaMalloc(&d_in, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(total<float>, &sum, sizeof sum);
    add<<<1, 64>>>(d_in);
    cudaFree(d_in);
}
