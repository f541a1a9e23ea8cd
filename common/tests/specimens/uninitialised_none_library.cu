// expect: clean
// Functions of the mathematical library store through pointers.
#include <cmath>

__global__ void split(const float* in, double* whole, float* out)
{
    const int t = threadIdx.x;
    out[t] = float(modf(in[t] + 0.5, &whole[t])) + float(whole[t]);
    int exponent[1], quotient[2];
    out[t] += frexpf(in[t], &exponent[0]) + remquof(in[t], 2.0f, quotient + 1) + float(exponent[0] + quotient[1]);
    double of_one[2], of_all[2];
    sincos(1.0, &of_one[0], &of_one[1]);
    sincos(double(in[t]), of_all, of_all + 1);
    out[t] += float(of_one[0] + of_one[1] + of_all[0] + of_all[1]);
}

int main()
{
    float *d_in, *d_out, h[32] = {};
    double* d_whole;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMalloc(&d_whole, 32 * sizeof(double));
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    split<<<1, 32>>>(d_in, d_whole, d_out);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_whole);
}
