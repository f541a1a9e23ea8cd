// covers: Atomics: atomicAdd, atomicSub, atomicExch of int, unsigned and unsigned long long, in global and shared memory
// covers: Atomics: atomicMin, atomicMax of int, unsigned, long long and unsigned long long
// covers: Atomics: atomicInc, atomicDec
// covers: Atomics: atomicAnd, atomicOr, atomicXor of int, unsigned and unsigned long long
// covers: Atomics: what an atomic function returns
// covers: Atomics: the _block and _system forms
#include <algorithm>
#include <cstdio>
#include <vector>

using Ull = unsigned long long;
constexpr int kBlocks = 3, kThreads = 77, kCount = kBlocks * kThreads;

__host__ __device__ int value_of(int i) { return (i * 7919 + 13) % 1009 - 400; }

template <class T>
struct Results {
    T sum, difference, smallest, largest, all, any, odd, last;
};

template <class T>
__global__ void update(Results<T>* r, int* block_sums)
{
    __shared__ int s_sum;
    if (threadIdx.x == 0) s_sum = 0;
    __syncthreads();

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const T value = T(value_of(i));
    atomicAdd(&r->sum, value);
    atomicMin(&r->smallest, value);
    atomicMax(&r->largest, value);
    if constexpr (!(T(-1) < T(0)) || sizeof(T) == 4) {      // CUDA has these for unsigned long long, not for long long
        atomicAnd(&r->all, T(~(T(1) << (i % 19))));
        atomicOr(&r->any, T(T(1) << (i % 23)));
        atomicXor_system(&r->odd, value);
        atomicExch(&r->last, T(i + 1));
    }
    if constexpr (sizeof(T) == 4) atomicSub(&r->difference, value);
    atomicAdd_block(&s_sum, value_of(i));
    __syncthreads();
    if (threadIdx.x == 0) block_sums[blockIdx.x] = s_sum;
}

/// atomicAdd is for unsigned long long where the numbers are long long.
template <>
__global__ void update<long long>(Results<long long>* r, int*)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const long long value = value_of(i) * 1'000'000'007LL;
    atomicAdd(reinterpret_cast<Ull*>(&r->sum), Ull(value));
    atomicMin(&r->smallest, value);
    atomicMax_system(&r->largest, value);
}

__global__ void count(unsigned* up, unsigned* down, int* tickets, int* taken)
{
    atomicInc(up, 99u);
    atomicDec(down, 99u);
    const int ticket = atomicAdd(taken, 1);
    tickets[ticket] = 1;                      // each number is returned once: no two threads write the same place
}

int failures = 0;
void expect(bool right, const char* type, const char* what)
{
    if (right) return;
    std::printf("%s: %s is wrong\n", type, what);
    ++failures;
}

template <class T>
void check(const char* type, long long scale)
{
    Results<T> start{};
    start.all = T(~T(0));
    start.smallest = T(scale > 1 ? 1LL << 60 : 100000);
    start.largest = T(0);
    Results<T>* d_results;
    int* d_sums;
    cudaMalloc(&d_results, sizeof start);
    cudaMalloc(&d_sums, kBlocks * sizeof(int));
    cudaMemcpy(d_results, &start, sizeof start, cudaMemcpyHostToDevice);
    update<T><<<kBlocks, kThreads>>>(d_results, d_sums);
    Results<T> got;
    std::vector<int> sums(kBlocks);
    cudaMemcpy(&got, d_results, sizeof got, cudaMemcpyDeviceToHost);
    if (scale == 1) cudaMemcpy(sums.data(), d_sums, kBlocks * sizeof(int), cudaMemcpyDeviceToHost);

    Results<T> want = start;
    std::vector<int> want_sums(kBlocks);
    for (int i = 0; i < kCount; ++i) {
        const T value = T(value_of(i) * scale);
        want.sum = T(Ull(want.sum) + Ull(value));
        want.difference = T(Ull(want.difference) - Ull(value));
        want.smallest = std::min(want.smallest, value);
        want.largest = std::max(want.largest, value);
        want.all &= T(~(T(1) << (i % 19)));
        want.any |= T(T(1) << (i % 23));
        want.odd ^= value;
        want_sums[i / kThreads] += value_of(i);
    }
    expect(got.sum == want.sum, type, "atomicAdd");
    expect(got.smallest == want.smallest, type, "atomicMin");
    expect(got.largest == want.largest, type, "atomicMax");
    if (sizeof(T) == 4) expect(got.difference == want.difference, type, "atomicSub");
    if (scale == 1) {
        expect(got.all == want.all, type, "atomicAnd");
        expect(got.any == want.any, type, "atomicOr");
        expect(got.odd == want.odd, type, "atomicXor");
        expect(got.last >= T(1) && got.last <= T(kCount), type, "atomicExch");
        expect(sums == want_sums, type, "the sum in shared memory");
    }
    cudaFree(d_results);
    cudaFree(d_sums);
}

int main()
{
    check<int>("int", 1);
    check<unsigned>("unsigned", 1);
    check<Ull>("unsigned long long", 1);
    check<long long>("long long", 1'000'000'007LL);

    unsigned* d_up;
    int *d_tickets, *d_taken;
    cudaMalloc(&d_up, 2 * sizeof(unsigned));
    cudaMalloc(&d_tickets, kCount * sizeof(int));
    cudaMalloc(&d_taken, sizeof(int));
    cudaMemset(d_up, 0, 2 * sizeof(unsigned));
    cudaMemset(d_tickets, 0, kCount * sizeof(int));
    cudaMemset(d_taken, 0, sizeof(int));
    count<<<kBlocks, kThreads>>>(d_up, d_up + 1, d_tickets, d_taken);
    unsigned counters[2];
    std::vector<int> tickets(kCount);
    cudaMemcpy(counters, d_up, sizeof counters, cudaMemcpyDeviceToHost);
    cudaMemcpy(tickets.data(), d_tickets, kCount * sizeof(int), cudaMemcpyDeviceToHost);
    expect(counters[0] == kCount % 100, "unsigned", "atomicInc");
    expect(counters[1] == (100 - kCount % 100) % 100, "unsigned", "atomicDec");
    expect(std::count(tickets.begin(), tickets.end(), 1) == kCount, "int", "the value that atomicAdd returns");
    cudaFree(d_up);
    cudaFree(d_tickets);
    cudaFree(d_taken);
    return failures != 0;
}
