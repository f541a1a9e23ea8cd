// expect: clean
// Arrays that belong to the kernel although it does not declare them where it runs: a helper's own, one that it passes to a
// helper, one in an instance of a template, and those of kernels that are launched under another name.
#define RUN(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)

__device__ float turned(float value)
{
    __shared__ float s_turn[32];
    s_turn[threadIdx.x] = value;
    __syncthreads();
    return s_turn[31 - threadIdx.x];
}

__device__ void copy_to(float* s_to, const float* in) { s_to[threadIdx.x] = in[threadIdx.x]; }

template <int N>
__global__ void instance(const float* in, float* out)
{
    __shared__ float s_tile[N];
    copy_to(s_tile, in);
    out[threadIdx.x] = turned(s_tile[threadIdx.x]);
}

namespace a {
__global__ void plain(const float* in, float* out)
{
    __shared__ float s_plain[32];
    copy_to(s_plain, in);
    out[threadIdx.x] = turned(s_plain[threadIdx.x]);
}
}

static __global__ void hidden(const float* in, float* out)
{
    __shared__ float s_hidden[32];
    const auto store = [&](float value) { s_hidden[threadIdx.x] = value; };
    store(in[threadIdx.x]);
    out[threadIdx.x] = s_hidden[threadIdx.x];
}

template <void (*Kernel)(const float*, float*)>
void launch_it(const float* d_in, float* d_out) { Kernel<<<1, 32>>>(d_in, d_out); }

int main()
{
    float *d_in, *d_out, h[32] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    instance<32><<<1, 32>>>(d_in, d_out);
    instance<64><<<1, 32>>>(d_in, d_out);
    a::plain<<<1, 32>>>(d_in, d_out);
    RUN(hidden, d_in, d_out);
    launch_it<a::plain>(d_in, d_out);
    void (*chosen)(const float*, float*) = h[0] == 0 ? hidden : a::plain;
    chosen<<<1, 32>>>(d_in, d_out);
    void* arguments[] = {&d_in, &d_out};
    cudaLaunchKernel(a::plain, dim3(1), dim3(32), arguments);
    cudaFree(d_in);
    cudaFree(d_out);
}
