// covers: Mathematics: `__powf` and `__fdividef` at their edges, infinity in `norm3df`, `__byte_perm`'s unused bit, `math_constants.h` in any standard
// covers: Cooperative groups: numbers of groups of `labeled_partition` and `binary_partition`
// Where the documentation leaves room, an H200 printed the right values (CUDA 13.0).
#include <cmath>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <math_constants.h>

namespace cg = cooperative_groups;

constexpr int kValues = 16;

__global__ void edges(const float* in, unsigned* out)
{
    const float minus_two = in[0], zero = in[1], infinite = in[2], none = in[3], huge = in[4], three = in[5];
    float* o = reinterpret_cast<float*>(out);
    o[0] = __powf(minus_two, three);            // 2 to the power of 3 · log2(−2)
    o[1] = __powf(zero, zero);
    o[2] = __powf(-zero, -three);
    o[3] = __powf(three, zero);                 // a near miss
    o[4] = __fdividef(three, huge);
    o[5] = __fdividef(infinite, -huge);
    o[6] = __fdividef(three, 0.5f * huge);      // a near miss
    o[7] = norm3df(none, infinite, zero);
    out[8] = __byte_perm(0x80f17ee3, 0x9abc0123, 0x8f40);
    out[9] = __byte_perm(0x80f17ee3, 0x9abc0123, 0x0740);
    o[10] = CUDART_PI_F * three;
    o[11] = float(CUDART_SQRT_TWO) * three;
    o[12] = min(zero, -zero);
    o[13] = max(-zero, zero);
    o[14] = min(none, three);                   // a near miss
    out[15] = rhypot(1.7e308, 1.7e308) > 0.0 && rhypot(3.0, 4.0) == 0.2;
}

__global__ void numbers(const int* labels, int* out)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int i = threadIdx.x, label = labels[i];
    const cg::coalesced_group same = cg::labeled_partition(warp, label), high = cg::binary_partition(warp, label > 1), all = cg::binary_partition(warp, label >= 0);
    out[i] = int(same.meta_group_rank() * 10000 + same.meta_group_size() * 1000 + high.meta_group_rank() * 100 + high.meta_group_size() * 10 + all.meta_group_rank() * 5 +
                 all.meta_group_size());
}

int main()
{
    int failed = 0;
    const float in[6] = {-2.0f, 0.0f, INFINITY, NAN, 1e38f, 3.0f};
    const unsigned expected[kValues] = {0x7fffffff, 0x7fffffff, 0x7f800000, 0x3f800000, 0, 0x7fffffff, 0x01a355e6, 0x7f800000, 0xe39a23e3, 0xe39a23e3, 0x4116cbe4, 0x4087c3b6, 0x80000000, 0, 0x40400000, 1};
    float* d_in = nullptr;
    unsigned *d_out = nullptr, out[kValues];
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    edges<<<1, 1>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kValues; ++i) {
        const bool nan = expected[i] == 0x7fffffff;
        float value;
        std::memcpy(&value, &out[i], sizeof value);
        if (nan ? value != value : out[i] == expected[i]) continue;
        std::printf("value %d: %08x, expected %08x\n", i, out[i], expected[i]);
        failed = 1;
    }
    cudaFree(d_in);
    cudaFree(d_out);

    // Seven labels; the first lanes of 3, 1, 6, 4, 2, 0, 5 come in this order.
    int labels[32], ranks[7] = {5, 1, 4, 0, 3, 6, 2}, *d_labels = nullptr, *d_numbers = nullptr, found[32];
    for (int i = 0; i < 32; ++i) labels[i] = (i * 5 + 3) % 7;
    cudaMalloc(&d_labels, sizeof labels);
    cudaMalloc(&d_numbers, sizeof found);
    cudaMemcpy(d_labels, labels, sizeof labels, cudaMemcpyHostToDevice);
    numbers<<<1, 32>>>(d_labels, d_numbers);
    cudaMemcpy(found, d_numbers, sizeof found, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) {
        const int right = ranks[labels[i]] * 10000 + 7 * 1000 + (labels[i] > 1) * 100 + 2 * 10 + 1;
        if (found[i] == right) continue;
        std::printf("lane %d: %d, expected %d\n", i, found[i], right);
        failed = 1;
    }
    cudaFree(d_labels);
    cudaFree(d_numbers);
    return failed;
}
