// expect: clean
// Declarations and uses of a thread's own arrays that a translator could take for something else.
#include <algorithm>
#include <cstring>

#define SUM_OF(array) sum_of(array, 2)
#define TOTAL sum_of(total, 2)
#define TILE __shared__ float
#define REAL float

typedef float Row[4];

struct Matrix {
    float m[9];
};
struct Partial {
    float x, y, z, never;
};

__device__ float sum_of(const float* values, int count)
{
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];
    return sum;
}

__device__ __noinline__ Matrix matrix_of(float x)
{
    Matrix out;
    for (int i = 0; i < 9; ++i) out.m[i] = x * i;
    return out;
}

__device__ __noinline__ float2 pair_of(float x) { return make_float2(x, x); }

template <int kSize>
struct Sums {
    typedef float Element;
    float of[kSize];
    __device__ float sum(const float* in)
    {
        typename Sums<kSize>::Element other[kSize > 2 ? kSize : 2] = {1};
        for (int i = 0; i < kSize; ++i) this->of[i] = in[i] + other[i];
        return of[0] + other[kSize - 1];
    }
};

__global__ void all(const float* in, float* out, int n)
{
    const int t = threadIdx.x;
    float values[4] = {1, 2, 3, 4}, *first = values;
    float sum = first[n - 1];
    for (const float* at = &(values[0]); at != &(values[4]); ++at) sum += *at;

    Row rows[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    sum += sum_of(rows[n % 2], 4) + rows[1][n - 1];
    float deep[2][2][2][2][2] = {};
    deep[1][0][1][0][n % 2] = 1;
    volatile float changing[2] = {1, 2};
    volatile int steps[3];
    for (int i = 0; i < 3; ++i) steps[i] = i;
    sum += deep[1][0][1][0][0] + changing[n - 3] + float(steps[n - 2]);

    float total[2] = {1, 2}, more[2] = {3, 4};
    sum += TOTAL + SUM_OF(more);
    TILE tile[64];
    tile[t] = in[t];
    __syncthreads();
    REAL real[2];
    real[n - 3] = tile[31 - t];
    sum += real[1];

    int factors[4] = {1, 2, 3, 0};
    for (int i = 0; n * factors[i] != 0; ++i) sum += 1;
    alignas(128) float aligned[32];
    for (float& one : aligned) one = 1;
    sum += float(reinterpret_cast<unsigned long long>(&aligned[0]) % 128) + aligned[n];

    Matrix matrices[2];
    matrices[0] = matrix_of(sum);
    matrices[1] = matrices[0];
    float2 pairs[2];
    pairs[n - 3] = pair_of(sum);
    Partial points[2];
    points[0].x = points[0].y = points[0].z = 1;
    points[1] = points[0];
    sum += matrices[1].m[n] + pairs[1].y + points[1].z;

    float window[4], copied[4];
    window[0] = window[1] = sum;
    memcpy(copied, window, 2 * sizeof(float));
    sum += copied[n - 3];
    float many[40], same[40];
    std::copy(in, in + 20, many);
    std::fill(same, same + 40, 1.0f);
    float4 wide[2];
    float narrow[8];
    ((float4*)narrow)[1] = wide[0] = make_float4(1, 2, 3, 4);
    sum += many[n] + same[n] + narrow[n + 3] + wide[0].w;
    const auto by_value = [=](int i) { return values[i] + rows[1][i]; };
    sum += by_value(n - 1) + Sums<3>().sum(in) + (n & factors[1]);
    out[t] = sum;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    all<<<1, 32>>>(d_in, d_out, 4);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
