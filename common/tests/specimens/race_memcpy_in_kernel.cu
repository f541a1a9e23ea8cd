// expect: race, line 7, other 7, array d_out, index [4]
#include <cstring>

// Each thread copies 8 elements, but its neighbour begins 4 further on.
__global__ void copy(float* out, const float* in)
{
    memcpy(out + 4 * threadIdx.x, in + 8 * threadIdx.x, 8 * sizeof(float));
}

int main()
{
    float *d_in, *d_out, h_in[32];
    for (int i = 0; i < 32; ++i) h_in[i] = float(i);
    cudaMalloc(&d_in, sizeof h_in);
    cudaMalloc(&d_out, 20 * sizeof(float));
    cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
    copy<<<1, 4>>>(d_out, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
