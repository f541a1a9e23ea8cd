// expect: out_of_bounds, line 8, array c_filter<float>, index [5]
// A variable template: an array of its own for each type. One tap too many.
template <class T> __constant__ T c_filter[5];

template <class T> __global__ void scale(const T* in, T* out, int taps)
{
    T sum = 0;
    for (int k = 0; k < taps; ++k) sum += c_filter<T>[k];
    out[threadIdx.x] = sum * in[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    double *d_in2, *d_out2, h2[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMalloc(&d_in2, sizeof h2);
    cudaMalloc(&d_out2, sizeof h2);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(d_in2, h2, sizeof h2, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter<float>, h, sizeof c_filter<float>);
    cudaMemcpyToSymbol(c_filter<double>, h2, sizeof c_filter<double>);
    scale<<<1, 64>>>(d_in2, d_out2, 5);
    scale<<<1, 64>>>(d_in, d_out, 6);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_in2);
    cudaFree(d_out2);
}
