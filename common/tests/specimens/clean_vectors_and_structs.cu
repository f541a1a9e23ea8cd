// expect: clean
// float4, a struct with members, a device function, a device counter.
struct Sample {
    float4 colour;
    int index;
};
__device__ int total;

__device__ float sum(const float4& v) { return v.x + v.y + v.z + v.w; }

__global__ void collect(const float4* in, Sample* samples, float* out)
{
    __shared__ Sample s_sample[16];
    s_sample[threadIdx.x].colour = in[threadIdx.x];
    s_sample[threadIdx.x].index = threadIdx.x;
    __syncthreads();
    const Sample other = s_sample[15 - threadIdx.x];
    samples[threadIdx.x] = other;
    out[threadIdx.x] = sum(other.colour) + other.index;
    atomicAdd(&total, other.index);
}

int main()
{
    float h[64], out[16], *d_out;
    float4* d_in;
    Sample* d_samples;
    for (int i = 0; i < 64; ++i) h[i] = float(i);
    int zero = 0, count = 0;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_samples, 16 * sizeof(Sample));
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(total, &zero, sizeof zero);
    collect<<<1, 16>>>(d_in, d_samples, d_out);
    cudaMemcpyFromSymbol(&count, total, sizeof count);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_samples);
    cudaFree(d_out);
    return count == 120 && out[15] == 6.0f ? 0 : 1;
}
