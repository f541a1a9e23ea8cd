// expect: clean
// Everything that one may do with a thread's own arrays.
#include <cuda_fp16.h>

constexpr int kTile = 4;

struct Padded {
    char kind;
    float value;
};

struct Sums {
    float of[kTile];
};

union Bits {
    float number;
    unsigned char bytes[4];
};

__device__ float sum_of(const float* begin, const float* end)
{
    float sum = 0;
    for (const float* at = begin; at != end; ++at) sum += *at;
    return sum;
}

template <int kCount>
__device__ void rotate(float (&values)[kCount])
{
    const float first = values[0];
    for (int i = 1; i < kCount; ++i) values[i - 1] = values[i];
    values[kCount - 1] = first;
}

__device__ Sums sums_of(const float* in)
{
    Sums sums;
    for (int i = 0; i < kTile; ++i) sums.of[i] = in[i] + in[i + 1];
    return sums;
}

__device__ float factorial(int n)
{
    float product[2];
    product[0] = n > 1 ? factorial(n - 1) : 1;
    product[1] = n;
    return product[0] * product[1];
}

__host__ __device__ constexpr int table_sum()
{
    int table[4] = {1, 2, 3, 4}, squares[4] = {};
    for (int i = 0; i < 4; ++i) squares[i] = table[i] * table[i];
    return squares[3];
}
static_assert(table_sum() == 16);

__global__ void many(const float* in, float* out)
{
    const int t = threadIdx.x;
    __shared__ float s_tile[2][32];
    s_tile[0][t] = s_tile[1][t] = in[t];
    __syncthreads();
    float total = s_tile[0][t + 16];           // the next row, on purpose: shared memory has no bounds within it

    float window[5], *end = window + 5, twice[kTile][2] = {{1, 2}, {3, 4}}, scalar = 1, other[kTile];
    for (int i = 0; i < 5; ++i) window[i] = in[t + i];
    rotate(window);
    total += sum_of(window, end) + scalar + float(&window[5] == end);

    memcpy(other, window, sizeof other);
    float copied[kTile], zeroed[kTile];
    memset(zeroed, 0, sizeof zeroed);
    memcpy(copied, other, sizeof(float) * kTile);
    for (int i = 0; i < kTile; ++i) total += copied[i] + twice[i % 2][i / 2] + zeroed[i];
    __syncthreads();

    Padded padded[2], assigned[2];
    for (int i = 0; i < 2; ++i) {
        padded[i].kind = char(i);
        padded[i].value = total;
        assigned[i] = padded[i];
    }
    total += assigned[1].value;

    char letters[8];
    *reinterpret_cast<float*>(letters) = total;
    reinterpret_cast<float*>(letters)[1] = total;
    Bits bits[2];
    bits[1].number = 1.0f;
    total += bits[1].bytes[3] + letters[5] * 0;

    const Sums sums = sums_of(in + t);
    for (const float of : sums.of) total += of;
    float2 vectors[2];
    vectors[0] = make_float2(total, 1);
    vectors[1].x = 1, vectors[1].y = 2;
    half halves[4];
    for (half& one : halves) one = __float2half(1.0f);
    total += vectors[1].y + __half2float(halves[t % 4]) + factorial(3);

    const auto shuffled = [&](int i) { return __shfl_xor_sync(0xffffffffu, window[i % 5], 1); };
    for (int round = 0; round < 3; ++round) {
        int counts[3] = {};
        for (int i = 0; i < 3; ++i) atomicAdd(&counts[i], round);
        switch (counts[round]) {
        case 0: float inner[2]; inner[0] = 1; total += inner[0]; break;
        case 1: total += shuffled(round); break;
        default: total += counts[0];
        }
    }
    total += shuffled(3);
    out[t] = total;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    many<<<1, 32>>>(d_in, d_out);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
