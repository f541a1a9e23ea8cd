// expect: crash, line 4
// A template hides which function it launches: this one is not a kernel, and launches one itself.
__global__ void fill(float* out, int n) { out[threadIdx.x] = 0.5f * float(n) + float(threadIdx.x); }
void fill_all(float* out, int n) { fill<<<1, 64>>>(out, n); }

template <class Function>
void measure(Function* kernel, float* out)
{
    kernel<<<1, 32>>>(out, 3);
    cudaDeviceSynchronize();
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 64 * sizeof(float));
    measure(fill, d_out);
    measure(fill_all, d_out);
    cudaFree(d_out);
}
