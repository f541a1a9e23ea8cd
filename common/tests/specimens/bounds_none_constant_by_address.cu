// expect: clean
// Its device address may be passed to a kernel, even in a struct; a const constant may be read by the host.
#include <cstdio>

__constant__ float       c_filter[5];
__constant__ const float c_scale = 2.0f;

struct Filter {
    const float* weights;
    int          count;
};

__global__ void fill(Filter filter, float* out)
{
    out[threadIdx.x] = c_scale * filter.weights[threadIdx.x % filter.count];
    if (threadIdx.x == 0) printf("a line that is longer than a string keeps within itself: %d\n", filter.count);
    if (threadIdx.x == 1) printf("and one without a number, also long\n");
}

int main()
{
    float *d_out, *d_filter, h[5] = {1, 2, 3, 4, 5};
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemcpyToSymbol(c_filter, h, sizeof h);
    cudaGetSymbolAddress(reinterpret_cast<void**>(&d_filter), c_filter);
    fill<<<1, 64>>>(Filter{d_filter, 5}, d_out);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return h[2] != 6;
}
