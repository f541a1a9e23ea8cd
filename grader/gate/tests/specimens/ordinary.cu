// What a right file may well have: nothing here is refused.

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_fp16.h>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        const cudaError_t status = (call);                                                 \
        if (status != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(EXIT_FAILURE);                                                            \
        }                                                                                  \
    } while (0)

struct Params {
    int width;
    float weights[9];
};

__constant__ float c_filter[9];
__device__ int d_count;

__device__ __noinline__ float helper(float4 v, float3 u) { return v.x + v.y * u.z; }
__device__ float sum_to(const float* p, int n) { return n == 0 ? 0 : p[n] + sum_to(p, n - 1); }

template <int R>
__global__ void __launch_bounds__(256) filter(const float* __restrict__ in, float* out, Params params)
{
    extern __shared__ float s_tile[];
    float window[2 * R + 1] = {};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s_tile[threadIdx.x] = i < params.width ? in[i] : 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j <= 2 * R; ++j) window[j] = s_tile[(threadIdx.x + j) % blockDim.x];
    const float4 v = reinterpret_cast<const float4*>(in)[i / 4];
    switch (params.width % 6) {
    case 0: window[0] = 1; break;
    case 1: window[1] = 2; break;
    case 2: window[2] = sinf(v.x); break;
    case 3: window[0] = __expf(v.y); break;
    case 4: window[1] = __shfl_xor_sync(0xffffffff, v.x, 1); break;
    default: window[2] = rsqrtf(v.z);
    }
    out[i] = window[i % 3] + helper(v, make_float3(1, 2, 3)) + sum_to(in, 3) + __half2float(__float2half(v.x)) + params.weights[i % 9] * c_filter[i % 9];
    atomicAdd(&d_count, 1);
    if (i == 0) printf("%f\n", out[0]);
    assert(i >= 0);
}

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};

struct Square : Shape {
    explicit Square(double side) : side(side) {}
    double area() const override { return side * side; }
    double side;
};

static std::map<std::string, int> g_calls;

void run(const float* d_in, const float* h_filter, float* d_out, int width)
{
    static const std::string name = "filter";
    static int calls = 0;
    g_calls[name] += ++calls;
    const auto begin = std::chrono::steady_clock::now();
    Params params{width, {}};
    std::copy(h_filter, h_filter + 9, params.weights);
    CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    filter<1><<<(width + 255) / 256, 256, 256 * sizeof(float)>>>(d_in, d_out, params);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    const std::function<double(double)> twice = [&](double x) { return 2 * x * calls; };
    const std::unique_ptr<Shape> square = std::make_unique<Square>(twice(2));
    const std::shared_ptr<Shape> other = std::make_shared<Square>(3);
    std::mt19937 random(42);
    std::vector<float> values(100);
    for (float& value : values) value = std::uniform_real_distribution<float>(0, 1)(random);
    std::sort(values.begin(), values.end(), std::greater<>());
    std::ostringstream text;
    text << square->area() + other->area() << std::abs(std::exp(std::complex<double>(1, 2)));
    try {
        if (text.str().empty()) throw std::runtime_error("nothing, " + std::to_string(width));
        values.at(1000) = 1;
    } catch (const std::out_of_range& error) {
        std::cerr << error.what() << std::endl;
    }
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    printf("%f ms\n", ms.count());
    int* more = new int[5]();
    delete[] more;
    if (std::isnan(h_filter[0])) abort();
}

/// The compiler loads out[i] after the two cosines, and calls its hook before them.
__global__ void rays(double* __restrict__ out, const double* __restrict__ in, double p, double q, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const double steep = atan(in[i] / p), flat = atan(in[i] / q);
    out[i] += in[i] * (p * q / (cos(steep) * cos(flat) * p));
}
void launch_rays(double* out, const double* in, int n) { rays<<<1, 32>>>(out, in, 1.5, 2.5, n); }
