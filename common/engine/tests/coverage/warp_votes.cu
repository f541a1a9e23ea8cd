// covers: Warp: __all_sync, __any_sync, __ballot_sync, __activemask
// covers: Warp: __match_any_sync, __match_all_sync
// covers: Warp: __reduce_add_sync, _min, _max, _and, _or, _xor
// covers: Synchronisation: __syncwarp between writing and reading shared memory
#include <cstdio>
#include <vector>

constexpr int kThreads = 128, kKinds = 16;

__host__ __device__ int value_of(int i) { return (i * 7919 + 3) % 101 - 50; }
__host__ __device__ bool holds(int i) { return i / 32 == 1 || (i / 32 != 3 && i % 3 == 0); }
__host__ __device__ bool low(int lane) { return lane < 12; }

__global__ void ask(unsigned* out)
{
    __shared__ int s_values[kThreads];
    const int i = int(threadIdx.x), lane = i % 32;
    unsigned* o = out + i * kKinds;
    o[0] = unsigned(__all_sync(0xffffffffu, holds(i)));
    o[1] = unsigned(__any_sync(0xffffffffu, holds(i)));
    o[2] = __ballot_sync(0xffffffffu, holds(i));
    o[3] = __match_any_sync(0xffffffffu, value_of(i) / 16);
    int same = -1;
    o[4] = __match_all_sync(0xffffffffu, holds(i) ? 2.5 : -1.0, &same);
    o[5] = unsigned(same);
    o[6] = unsigned(__reduce_add_sync(0xffffffffu, value_of(i)));
    o[7] = unsigned(__reduce_min_sync(0xffffffffu, value_of(i)));
    o[8] = unsigned(__reduce_max_sync(0xffffffffu, value_of(i)));
    o[9] = __reduce_and_sync(0xffffffffu, unsigned(value_of(i)) | 0x10u);
    o[10] = __reduce_or_sync(0xffffffffu, unsigned(value_of(i)) & 0x24u);
    o[11] = __reduce_xor_sync(0xffffffffu, unsigned(value_of(i)));
    if (low(lane)) {
        o[12] = __activemask();
        o[13] = __ballot_sync(0xfffu, lane % 4 == 1);
    } else {
        o[12] = __ballot_sync(0xfffff000u, true);
        o[13] = __reduce_max_sync(0xfffff000u, unsigned(lane));
    }
    __syncwarp();
    s_values[i] = value_of(i);
    __syncwarp();
    o[14] = unsigned(s_values[i ^ 31]);
    __syncwarp(0xffffffffu);
    if (lane < 31) s_values[i] = s_values[i] + 1;
    __syncwarp();
    o[15] = unsigned(s_values[i / 32 * 32 + 31]);
}

int main()
{
    unsigned* d_out;
    std::vector<unsigned> out(kThreads * kKinds);
    cudaMalloc(&d_out, out.size() * sizeof(unsigned));
    ask<<<1, kThreads>>>(d_out);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d_out);

    int failures = 0;
    for (int i = 0; i < kThreads; ++i) {
        const int warp = i / 32 * 32;
        unsigned votes = 0, same = 0, bits_and = ~0u, bits_or = 0, bits_xor = 0;
        int sum = 0, smallest = 1000, largest = -1000;
        for (int j = warp; j < warp + 32; ++j) {
            votes |= unsigned(holds(j)) << (j - warp);
            same |= unsigned(value_of(j) / 16 == value_of(i) / 16) << (j - warp);
            sum += value_of(j);
            smallest = value_of(j) < smallest ? value_of(j) : smallest;
            largest = value_of(j) > largest ? value_of(j) : largest;
            bits_and &= unsigned(value_of(j)) | 0x10u;
            bits_or |= unsigned(value_of(j)) & 0x24u;
            bits_xor ^= unsigned(value_of(j));
        }
        const bool alike = votes == 0 || votes == ~0u;
        const unsigned want[kKinds] = {votes == ~0u, votes != 0, votes, same, alike ? ~0u : 0u, alike, unsigned(sum),
                                       unsigned(smallest), unsigned(largest), bits_and, bits_or, bits_xor,
                                       low(i % 32) ? 0xfffu : 0xfffff000u, low(i % 32) ? 0x222u : 31u,
                                       unsigned(value_of(i ^ 31)), unsigned(value_of(warp + 31))};
        for (int k = 0; k < kKinds; ++k) {
            // __activemask may name fewer lanes of the branch, but always the caller.
            const bool right = k == 12 && low(i % 32) ? (out[i * kKinds + k] & ~want[k]) == 0 && (out[i * kKinds + k] >> i % 32 & 1)
                                                      : out[i * kKinds + k] == want[k];
            if (!right && ++failures <= 10)
                std::printf("thread %d, question %d: %x, expected %x\n", i, k, out[i * kKinds + k], want[k]);
        }
    }
    return failures != 0;
}
