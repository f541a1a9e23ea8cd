// Functions that touch memory and don't report it, and some that need not.

#include <cstddef>

struct Filter {
    float weights[25];
};

__attribute__((no_sanitize("thread"))) void add_unseen(const float* in, float* out)
{
    out[0] = in[0] + 1;                              // refused: unhooked add_unseen
}

__attribute__((no_sanitize("thread"), noinline)) float load_unseen(const float* in, int i)
{
    return in[i];                                    // refused: unhooked load_unseen
}

__global__ void reads(const float* in, float* out) { out[threadIdx.x] = load_unseen(in, threadIdx.x); }

__device__ __noinline__ float sum(Filter filter, int n)
{
    float out = 0;
    for (int i = 0; i < n; ++i) out += filter.weights[i];
    return out;
}

// A struct by value is copied to the stack, where no hook sees it.
__global__ void sums(const float* in, float* out)
{
    float all = 0;
    all += sum(*reinterpret_cast<const Filter*>(in), 25);   // refused: unhooked sums
    out[threadIdx.x] = all;
}

__global__ void filtered(const float* in, float* out, Filter filter, int n)
{
    __shared__ float s_tile[128];
    float window[8] = {};
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < n; ++i) window[(i + 1) % 8] += filter.weights[i] * s_tile[threadIdx.x + i];
    atomicAdd(&out[threadIdx.x], window[0] + window[n % 8]);
}

struct Shape {
    virtual ~Shape() = default;
    virtual float area() const = 0;
};

float area_of(const Shape* shape) { return shape->area(); }

void launches(const float* d_in, const float* h_filter, float* d_out)
{
    filtered<<<1, 32>>>(d_in, d_out, *reinterpret_cast<const Filter*>(h_filter), 25);
    reads<<<1, 32>>>(d_in, d_out);
    sums<<<1, 32>>>(d_in, d_out);
}
