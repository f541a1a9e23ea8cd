// covers: Mathematics: shifts by the width or more, of 32 and 64 bits, both ways
// covers: Mathematics: floating-point numbers beyond an integer's range, and NaN, converted to integers of every size
// C++ leaves these values undefined; PTX's shl, shr and cvt do not. The host shifts as before.
#include <cmath>
#include <cstdint>
#include <cstdio>

constexpr int kAmounts = 7, kNumbers = 8;

struct Fixed {
    int value;
    __host__ __device__ Fixed operator<<(int n) const { return {value * 10 + n}; }
};

template <class T>
__device__ int bits_of(T x)
{
    int n = 0;
    while ((x >> n) > 0) ++n;
    return n;
}

__global__ void shifts(const int* amounts, unsigned* out, int* signs, unsigned long long* wide, long long* wide_signs)
{
    const int i = threadIdx.x, n = amounts[i];
    out[i] = 3u << n;
    out[kAmounts + i] = 0xc0000000u >> n;
    signs[i] = -5 >> n;
    signs[kAmounts + i] = 5 >> n;
    wide[i] = 3ull << n;
    wide[kAmounts + i] = ~0ull >> (n + 1);
    wide_signs[i] = -9ll >> n;
    wide_signs[kAmounts + i] = (i < n >> 1) + (static_cast<unsigned char>(200) >> n);   // a comparison, not a template
    if (i != 0) return;
    constexpr int kLog = 3;
    int small[1 << kLog] = {};
    small[n & 7] = bits_of(37 << n);                // near misses: of a template, and of a class
    signs[2 * kAmounts] = small[0] + (Fixed{4} << (n + 2)).value;
}

__global__ void conversions(const float* in, uint8_t* bytes, signed char* chars, short* shorts, unsigned* words, int* ints, long long* longs)
{
    const int i = threadIdx.x;
    const float x = in[i];
    const double d = x;
    bytes[i] = x;
    bytes[kNumbers + i] = (unsigned char)(x + 0.5f);
    chars[i] = static_cast<signed char>(x);
    shorts[i] = short(d);
    words[i] = (unsigned)x;
    int whole = floorf(x), doubled = (int)in[i] / 2;    // a cast before a division
    ints[i] = whole;
    ints[kNumbers + i] = doubled;
    longs[i] = (long long)x;
}

template <class T>
T* managed(int count)
{
    void* p = nullptr;
    cudaMallocManaged(&p, count * sizeof(T));
    return static_cast<T*>(p);
}

int failed = 0;
template <class T, class U>
void expect(const char* what, const T* got, const U* expected, int count)
{
    for (int i = 0; i < count; ++i) {
        if (got[i] == T(expected[i])) continue;
        std::printf("%s[%d]: %lld, expected %lld\n", what, i, (long long)got[i], (long long)expected[i]);
        failed = 1;
    }
}

int main()
{
    int* amounts = managed<int>(kAmounts);
    const int given[kAmounts] = {0, 5, 31, 32, 63, 64, -1};
    for (int i = 0; i < kAmounts; ++i) amounts[i] = given[i];
    unsigned* out = managed<unsigned>(2 * kAmounts);
    int* signs = managed<int>(2 * kAmounts + 1);
    auto* wide = managed<unsigned long long>(2 * kAmounts);
    auto* wide_signs = managed<long long>(2 * kAmounts);
    shifts<<<1, kAmounts>>>(amounts, out, signs, wide, wide_signs);
    cudaDeviceSynchronize();
    const unsigned right_out[] = {3, 96, 0x80000000u, 0, 0, 0, 0, 0xc0000000u, 0x06000000, 1, 0, 0, 0, 0};
    const int right_signs[] = {-5, -1, -1, -1, -1, -1, -1, 5, 0, 0, 0, 0, 0, 0, 48};
    const unsigned long long right_wide[] = {3, 96, 3ull << 31, 3ull << 32, 1ull << 63, 0, 0, ~0ull >> 1, ~0ull >> 6, 0xffffffff, 0x7fffffff, 0, 0, ~0ull};
    const long long right_wide_signs[] = {-9, -1, -1, -1, -1, -1, -1, 200, 7, 1, 1, 1, 1, 0};
    expect("out", out, right_out, 2 * kAmounts);
    expect("signs", signs, right_signs, 2 * kAmounts + 1);
    expect("wide", wide, right_wide, 2 * kAmounts);
    expect("wide_signs", wide_signs, right_wide_signs, 2 * kAmounts);

    float* in = managed<float>(kNumbers);
    const float numbers[kNumbers] = {-0.9f, -3.75f, 255.9f, 300.75f, 70000.5f, 5e9f, -1e20f, NAN};
    for (int i = 0; i < kNumbers; ++i) in[i] = numbers[i];
    auto* bytes = managed<uint8_t>(2 * kNumbers);
    auto* chars = managed<signed char>(kNumbers);
    auto* shorts = managed<short>(kNumbers);
    auto* words = managed<unsigned>(kNumbers);
    auto* ints = managed<int>(2 * kNumbers);
    auto* longs = managed<long long>(kNumbers);
    conversions<<<1, kNumbers>>>(in, bytes, chars, shorts, words, ints, longs);
    cudaDeviceSynchronize();
    const int right_bytes[] = {0, 0, 255, 44, 112, 255, 0, 0, 0, 0, 0, 45, 113, 255, 0, 0};
    const int right_chars[] = {0, -3, -1, 44, 112, -1, 0, 0};
    const int right_shorts[] = {0, -3, 255, 300, 4464, -1, 0, 0};
    const unsigned right_words[] = {0, 0, 255, 300, 70000, 0xffffffff, 0, 0};
    const int right_ints[] = {-1, -4, 255, 300, 70000, INT32_MAX, INT32_MIN, 0, 0, -1, 127, 150, 35000, INT32_MAX / 2, INT32_MIN / 2, 0};
    const long long right_longs[] = {0, -3, 255, 300, 70000, 5000000000, INT64_MIN, INT64_MIN};
    expect("bytes", bytes, right_bytes, 2 * kNumbers);
    expect("chars", chars, right_chars, kNumbers);
    expect("shorts", shorts, right_shorts, kNumbers);
    expect("words", words, right_words, kNumbers);
    expect("ints", ints, right_ints, 2 * kNumbers);
    expect("longs", longs, right_longs, kNumbers);
    for (void* p : {(void*)amounts, (void*)out, (void*)signs, (void*)wide, (void*)wide_signs, (void*)in, (void*)bytes, (void*)chars, (void*)shorts, (void*)words, (void*)ints,
                    (void*)longs})
        cudaFree(p);
    return failed;
}
