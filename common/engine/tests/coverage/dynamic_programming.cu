// covers: Mathematics: DPX: __viaddmax, __viaddmin, __vimax3, __vimin3 of s32, u32, s16x2 and u16x2, and their _relu forms
// covers: Mathematics: DPX: __vimax_s32_relu, __vimin_s16x2_relu, … of two; __vibmax, __vibmin with predicates
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

// Wide integers, so that nothing overflows before it is truncated on purpose.
template <class T> long long max_of(T a, T b) { return std::max<long long>(a, b); }
template <class T> long long min_of(T a, T b) { return std::min<long long>(a, b); }
template <class T> long long wrapped(long long x) { return T(std::uint64_t(x)); }
long long relu(long long x) { return std::max(x, 0LL); }

/// The results of one width and sign: what the function gives, for each of max and min.
constexpr int kResults = 12;

__device__ void words(unsigned x, unsigned y, unsigned z, unsigned* o)
{
    const int a = int(x), b = int(y), c = int(z);
    bool first;
    o[0] = unsigned(__viaddmax_s32(a, b, c));
    o[1] = unsigned(__viaddmin_s32(a, b, c));
    o[2] = unsigned(__viaddmax_s32_relu(a, b, c));
    o[3] = unsigned(__viaddmin_s32_relu(a, b, c));
    o[4] = unsigned(__vimax3_s32(a, b, c));
    o[5] = unsigned(__vimin3_s32(a, b, c));
    o[6] = unsigned(__vimax3_s32_relu(a, b, c));
    o[7] = unsigned(__vimin3_s32_relu(a, b, c));
    o[8] = unsigned(__vimax_s32_relu(a, b));
    o[9] = unsigned(__vimin_s32_relu(a, b));
    o[10] = unsigned(__vibmax_s32(a, b, &first));
    o[10] ^= first ? 0x5a5a5a5au : 0u;
    o[11] = unsigned(__vibmin_s32(a, b, &first));
    o[11] ^= first ? 0x5a5a5a5au : 0u;
}
__device__ void unsigned_words(unsigned x, unsigned y, unsigned z, unsigned* o)
{
    bool first;
    o[0] = __viaddmax_u32(x, y, z);
    o[1] = __viaddmin_u32(x, y, z);
    o[4] = __vimax3_u32(x, y, z);
    o[5] = __vimin3_u32(x, y, z);
    o[10] = __vibmax_u32(x, y, &first);
    o[10] ^= first ? 0x5a5a5a5au : 0u;
    o[11] = __vibmin_u32(x, y, &first);
    o[11] ^= first ? 0x5a5a5a5au : 0u;
}
__device__ void halves(unsigned x, unsigned y, unsigned z, unsigned* o)
{
    bool high, low;
    o[0] = __viaddmax_s16x2(x, y, z);
    o[1] = __viaddmin_s16x2(x, y, z);
    o[2] = __viaddmax_s16x2_relu(x, y, z);
    o[3] = __viaddmin_s16x2_relu(x, y, z);
    o[4] = __vimax3_s16x2(x, y, z);
    o[5] = __vimin3_s16x2(x, y, z);
    o[6] = __vimax3_s16x2_relu(x, y, z);
    o[7] = __vimin3_s16x2_relu(x, y, z);
    o[8] = __vimax_s16x2_relu(x, y);
    o[9] = __vimin_s16x2_relu(x, y);
    o[10] = __vibmax_s16x2(x, y, &high, &low);
    o[10] ^= (high ? 0x5a5a0000u : 0u) | (low ? 0x5a5au : 0u);
    o[11] = __vibmin_s16x2(x, y, &high, &low);
    o[11] ^= (high ? 0x5a5a0000u : 0u) | (low ? 0x5a5au : 0u);
}
__device__ void unsigned_halves(unsigned x, unsigned y, unsigned z, unsigned* o)
{
    bool high, low;
    o[0] = __viaddmax_u16x2(x, y, z);
    o[1] = __viaddmin_u16x2(x, y, z);
    o[4] = __vimax3_u16x2(x, y, z);
    o[5] = __vimin3_u16x2(x, y, z);
    o[10] = __vibmax_u16x2(x, y, &high, &low);
    o[10] ^= (high ? 0x5a5a0000u : 0u) | (low ? 0x5a5au : 0u);
    o[11] = __vibmin_u16x2(x, y, &high, &low);
    o[11] ^= (high ? 0x5a5a0000u : 0u) | (low ? 0x5a5au : 0u);
}

__global__ void compute(const unsigned* in, unsigned* out, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    unsigned* const o = out + i * 4 * kResults;
    for (int k = 0; k < 4 * kResults; ++k) o[k] = 0;
    words(in[3 * i], in[3 * i + 1], in[3 * i + 2], o);
    unsigned_words(in[3 * i], in[3 * i + 1], in[3 * i + 2], o + kResults);
    halves(in[3 * i], in[3 * i + 1], in[3 * i + 2], o + 2 * kResults);
    unsigned_halves(in[3 * i], in[3 * i + 1], in[3 * i + 2], o + 3 * kResults);
}

/// By definition, for numbers of type T.
template <class T>
void expected(T a, T b, T c, std::uint32_t mark, std::uint32_t* o)
{
    const bool has_relu = T(-1) < T(0);
    const long long sum = wrapped<T>((long long)a + (long long)b);
    const long long max3 = max_of<long long>(max_of(a, b), c), min3 = min_of<long long>(min_of(a, b), c);
    const long long results[kResults] = {
        max_of<long long>(sum, c), min_of<long long>(sum, c), relu(max_of<long long>(sum, c)), relu(min_of<long long>(sum, c)),
        max3, min3, relu(max3), relu(min3), relu(max_of(a, b)), relu(min_of(a, b)), max_of(a, b), min_of(a, b)};
    for (int k = 0; k < kResults; ++k) o[k] = (k == 2 || k == 3 || (k >= 6 && k <= 9)) && !has_relu ? 0 : std::uint32_t(results[k]);
    if (a >= b) o[10] ^= mark;
    if (a <= b) o[11] ^= mark;
}
template <class T>
void expected_halves(unsigned x, unsigned y, unsigned z, unsigned* o)
{
    std::uint32_t high[kResults], low[kResults];
    expected<T>(T(x >> 16), T(y >> 16), T(z >> 16), 0x5a5a, high);
    expected<T>(T(x & 0xffff), T(y & 0xffff), T(z & 0xffff), 0x5a5a, low);
    for (int k = 0; k < kResults; ++k) o[k] = high[k] << 16 | (low[k] & 0xffff);
}

int main()
{
    // The limits of both widths and their neighbours, with each other; the halves differ.
    const unsigned awkward[] = {0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x7fff8000u, 0x80007fffu,
                                0xffff0001u, 0x0001ffffu, 0x12345678u, 0x8765abcdu, 0x7ffe7fffu};
    std::vector<unsigned> in;
    for (unsigned x : awkward)
        for (unsigned y : awkward)
            for (unsigned z : awkward) in.insert(in.end(), {x, y, z});
    const int count = int(in.size() / 3);
    std::vector<unsigned> out(std::size_t(count) * 4 * kResults);

    unsigned *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(unsigned));
    cudaMalloc(&d_out, out.size() * sizeof(unsigned));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    compute<<<(count + 127) / 128, 128>>>(d_in, d_out, count);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    int failures = 0;
    for (int i = 0; i < count; ++i) {
        const unsigned x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
        unsigned want[4 * kResults];
        expected<int>(int(x), int(y), int(z), 0x5a5a5a5a, want);
        expected<unsigned>(x, y, z, 0x5a5a5a5a, want + kResults);
        expected_halves<short>(x, y, z, want + 2 * kResults);
        expected_halves<unsigned short>(x, y, z, want + 3 * kResults);
        for (int k = 0; k < 4 * kResults; ++k)
            if (out[std::size_t(i) * 4 * kResults + k] != want[k] && ++failures <= 10)
                std::printf("result %d of %08x, %08x, %08x: %08x, expected %08x\n", k, x, y, z, out[std::size_t(i) * 4 * kResults + k], want[k]);
    }
    return failures != 0;
}
