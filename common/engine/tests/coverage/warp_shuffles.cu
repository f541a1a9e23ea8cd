// covers: Warp: __shfl_sync, __shfl_up_sync, __shfl_down_sync, __shfl_xor_sync with widths from 2 to 32
// covers: Warp: shuffles of int, unsigned, long, long long, unsigned long long, float and double
// covers: Warp: shuffles among some lanes, named by a mask
// covers: Warp: a block reduction by shuffles
#include <cstdio>
#include <vector>

constexpr int kThreads = 96, kAmounts = 7;
__host__ __device__ int amount(int k) { const int all[kAmounts] = {0, 1, 3, 5, 16, 31, 33}; return all[k]; }

template <class T>
__host__ __device__ T value_of(int i) { return T(i * 1237 + 5) * T(sizeof(T) == 8 ? 1 << 20 : 1) + T(i) / T(4); }

template <class T>
__global__ void shuffle(T* out, int width)
{
    const int i = int(threadIdx.x);
    T* o = out + i * kAmounts * 4;
    for (int k = 0; k < kAmounts; ++k) {
        *o++ = __shfl_sync(0xffffffffu, value_of<T>(i), amount(k), width);
        *o++ = __shfl_up_sync(0xffffffffu, value_of<T>(i), amount(k) & 31, width);
        *o++ = __shfl_down_sync(0xffffffffu, value_of<T>(i), amount(k) & 31, width);
        *o++ = __shfl_xor_sync(0xffffffffu, value_of<T>(i), amount(k) & 31, width);
    }
}

template <class T>
bool check(const char* type)
{
    bool right = true;
    T* d_out;
    cudaMalloc(&d_out, kThreads * kAmounts * 4 * sizeof(T));
    for (int width = 2; width <= 32; width *= 2) {
        shuffle<<<1, kThreads>>>(d_out, width);
        std::vector<T> out(kThreads * kAmounts * 4);
        cudaMemcpy(out.data(), d_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
        for (int i = 0; i < kThreads; ++i)
            for (int k = 0; k < kAmounts; ++k) {
                const int group = i / width * width, place = i % width, n = amount(k) & 31;
                const int turned = i / 32 * 32 + ((i % 32) ^ n);
                const int from[4] = {group + amount(k) % width, place >= n ? i - n : i, place + n < width ? i + n : i,
                                     turned < group + width ? turned : i};
                for (int kind = 0; kind < 4; ++kind)
                    if (out[(i * kAmounts + k) * 4 + kind] != value_of<T>(from[kind])) {
                        if (right) std::printf("%s: shuffle %d by %d, width %d: thread %d\n", type, kind, amount(k), width, i);
                        right = false;
                    }
            }
    }
    cudaFree(d_out);
    return right;
}

/// The odd lanes exchange values among themselves while the others do something else.
__global__ void among_some(int* out)
{
    const int i = int(threadIdx.x), lane = i % 32;
    int value = -i;
    if (lane % 2 == 1) value = __shfl_sync(0xaaaaaaaau, 100 + i, (lane + 2) % 32);
    out[i] = value;
}

__global__ void sum_of_block(const float* in, float* out, int count)
{
    __shared__ float s_sums[32];
    float sum = 0.0f;
    for (int i = int(threadIdx.x); i < count; i += int(blockDim.x)) sum += in[i];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0) s_sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = threadIdx.x < blockDim.x / 32 ? s_sums[threadIdx.x] : 0.0f;
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0) *out = sum;
}

int main()
{
    bool right = check<int>("int");
    right = check<unsigned>("unsigned") && right;
    right = check<long>("long") && right;
    right = check<long long>("long long") && right;
    right = check<unsigned long long>("unsigned long long") && right;
    right = check<float>("float") && right;
    right = check<double>("double") && right;

    int *d_some, some[kThreads];
    cudaMalloc(&d_some, sizeof some);
    among_some<<<1, kThreads>>>(d_some);
    cudaMemcpy(some, d_some, sizeof some, cudaMemcpyDeviceToHost);
    cudaFree(d_some);
    for (int i = 0; i < kThreads; ++i) {
        const int want = i % 2 == 1 ? 100 + i / 32 * 32 + (i % 32 + 2) % 32 : -i;
        if (some[i] != want) {
            std::printf("among some lanes: thread %d has %d, expected %d\n", i, some[i], want);
            right = false;
        }
    }

    constexpr int count = 1003;
    std::vector<float> in(count);
    float want = 0.0f, got = 0.0f, *d_in, *d_sum;
    for (int i = 0; i < count; ++i) want += in[i] = float(i % 29 - 7);
    cudaMalloc(&d_in, count * sizeof(float));
    cudaMalloc(&d_sum, sizeof(float));
    cudaMemcpy(d_in, in.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    sum_of_block<<<1, 160>>>(d_in, d_sum, count);
    cudaMemcpy(&got, d_sum, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_sum);
    if (got != want) std::printf("sum %g, expected %g\n", got, want);
    return !(right && got == want);
}
