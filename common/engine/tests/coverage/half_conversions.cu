// covers: Half precision: every __half and __nv_bfloat16 as a float, and back, in all four roundings
// covers: Half precision: to and from int, unsigned, short, long long and unsigned long long, in all four roundings
// covers: Half precision: a __half from a __nv_bfloat16, and the other way, by static_cast
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

constexpr int kRoundings = 4;

struct Half {
    static constexpr int kFraction = 10, kBias = 15;
    static __device__ float value(unsigned short bits) { return __half2float(__ushort_as_half(bits)); }
    static __device__ unsigned short bits(float x, int rounding)
    {
        return __half_as_ushort(rounding == 0 ? __float2half_rn(x) : rounding == 1 ? __float2half_rz(x)
                                : rounding == 2 ? __float2half_ru(x) : __float2half_rd(x));
    }
    static __device__ void integers(unsigned short b, long long* o)
    {
        const __half h = __ushort_as_half(b);
        o[0] = __half2int_rn(h);
        o[1] = __half2uint_rz(h);
        o[2] = __half2short_ru(h);
        o[3] = __half2ushort_rd(h);
        o[4] = __half2ll_rn(h);
        o[5] = (long long)__half2ull_ru(h);
        o[6] = __half_as_ushort(__int2half_rn(int(b) * 3 - 70000));
        o[7] = __half_as_ushort(__ll2half_rz((long long)b * 5 - 100000));
    }
};
struct Bfloat16 {
    static constexpr int kFraction = 7, kBias = 127;
    static __device__ float value(unsigned short bits) { return __bfloat162float(__ushort_as_bfloat16(bits)); }
    static __device__ unsigned short bits(float x, int rounding)
    {
        return __bfloat16_as_ushort(rounding == 0 ? __float2bfloat16_rn(x) : rounding == 1 ? __float2bfloat16_rz(x)
                                    : rounding == 2 ? __float2bfloat16_ru(x) : __float2bfloat16_rd(x));
    }
    static __device__ void integers(unsigned short b, long long* o)
    {
        const __nv_bfloat16 h = __ushort_as_bfloat16(b);
        o[0] = __bfloat162int_rn(h);
        o[1] = __bfloat162uint_rz(h);
        o[2] = __bfloat162short_ru(h);
        o[3] = __bfloat162ushort_rd(h);
        o[4] = __bfloat162ll_rn(h);
        o[5] = (long long)__bfloat162ull_ru(h);
        o[6] = __bfloat16_as_ushort(__int2bfloat16_rn(int(b) * 3 - 70000));
        o[7] = __bfloat16_as_ushort(__ll2bfloat16_rz((long long)b * 5 - 100000));
    }
};

template <class F>
__global__ void widen(float* values, long long* integers)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = F::value((unsigned short)i);
    F::integers((unsigned short)i, integers + i * 8);
}
template <class F>
__global__ void narrow(const float* values, unsigned short* bits, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    for (int r = 0; r < kRoundings; ++r) bits[i * kRoundings + r] = F::bits(values[i], r);
}

/// The number, by definition.
template <class F>
double number(unsigned bits)
{
    const int fraction = int(bits & ((1u << F::kFraction) - 1)), exponent = int((bits & 0x7fff) >> F::kFraction);
    double size = exponent == 0 ? std::ldexp(fraction, 1 - F::kBias - F::kFraction)
                                : std::ldexp(fraction + (1 << F::kFraction), exponent - F::kBias - F::kFraction);
    if (exponent == 2 * F::kBias + 1) size = fraction == 0 ? INFINITY : NAN;
    return bits & 0x8000 ? -size : size;
}

template <class Int>
long long clamped(double x, long long nan)
{
    if (std::isnan(x)) return nan;
    const double low = double(std::numeric_limits<Int>::min()), high = std::ldexp(1.0, std::numeric_limits<Int>::digits);
    return (long long)(x < low ? std::numeric_limits<Int>::min() : x >= high ? std::numeric_limits<Int>::max() : Int(x));
}

template <class F>
int check(const char* type)
{
    int failures = 0;
    const auto tell = [&](const char* what, double x, double got, double want) {
        if (++failures <= 10) std::printf("%s, %s of %.9g: %.9g, expected %.9g\n", type, what, x, got, want);
    };
    float* d_values;
    long long* d_integers;
    unsigned short* d_bits;

    std::vector<float> values(65536);
    std::vector<long long> integers(65536 * 8);
    cudaMalloc(&d_values, 65536 * sizeof(float));
    cudaMalloc(&d_integers, integers.size() * sizeof(long long));
    widen<F><<<256, 256>>>(d_values, d_integers);
    cudaMemcpy(values.data(), d_values, 65536 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(integers.data(), d_integers, integers.size() * sizeof(long long), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    cudaFree(d_integers);

    const auto rounded = [&](double x, int rounding) -> unsigned {   // by searching all numbers of this sign
        const unsigned sign = std::signbit(x) ? 0x8000u : 0u, infinity = (2u * F::kBias + 1) << F::kFraction;
        const double size = std::fabs(x);
        unsigned low = 0, high = infinity;                            // number(low) <= size < number(high)
        while (high - low > 1) {
            const unsigned middle = (low + high) / 2;
            (number<F>(middle) <= size ? low : high) = middle;
        }
        const double exact = number<F>(low), next = high == infinity ? std::ldexp(1.0, F::kBias + 1) : number<F>(high);
        if (exact == size) return sign | low;
        const bool away = rounding == 0 ? size - exact > next - size || (size - exact == next - size && low % 2 == 1)
                          : rounding == 1 ? false : (rounding == 2) == (sign == 0);
        return sign | (away ? high : low);
    };

    for (unsigned b = 0; b < 65536; ++b) {
        const double x = number<F>(b);
        if (!(double(values[b]) == x && std::signbit(values[b]) == std::signbit(x)) && !(std::isnan(values[b]) && std::isnan(x)))
            tell("value", b, values[b], x);
        const long long sign_bit = -0x7fffffffffffffffLL - 1;
        const long long want[8] = {clamped<int>(std::nearbyint(x), 0), clamped<unsigned>(std::trunc(x), 0),
                                   clamped<short>(std::ceil(x), 0), clamped<unsigned short>(std::floor(x), 0),
                                   clamped<long long>(std::nearbyint(x), sign_bit), clamped<unsigned long long>(std::ceil(x), sign_bit),
                                   rounded(int(b) * 3 - 70000, 0), rounded(double((long long)b * 5 - 100000), 1)};
        for (int k = 0; k < 8; ++k)
            if (integers[b * 8 + unsigned(k)] != want[k]) tell("integer", x, double(integers[b * 8 + unsigned(k)]), double(want[k]));
    }

    // For every number: itself, its neighbours in float, and values around the midpoint to the next.
    std::vector<float> inputs;
    const unsigned infinity = (2u * F::kBias + 1) << F::kFraction;
    for (unsigned b = 0; b < infinity; ++b) {
        const double low = number<F>(b), high = b + 1 == infinity ? std::ldexp(1.0, F::kBias + 1) : number<F>(b + 1);
        const float middle = float((low + high) / 2);
        for (const float x : {float(low), std::nextafter(float(low), INFINITY), std::nextafter(middle, 0.0f), middle,
                              std::nextafter(middle, INFINITY), std::nextafter(float(high), 0.0f)}) {
            inputs.push_back(x);
            inputs.push_back(-x);
        }
    }
    inputs.push_back(NAN);
    const int count = int(inputs.size());
    std::vector<unsigned short> bits(inputs.size() * kRoundings);
    cudaMalloc(&d_values, inputs.size() * sizeof(float));
    cudaMalloc(&d_bits, bits.size() * sizeof(unsigned short));
    cudaMemcpy(d_values, inputs.data(), inputs.size() * sizeof(float), cudaMemcpyHostToDevice);
    narrow<F><<<(count + 255) / 256, 256>>>(d_values, d_bits, count);
    cudaMemcpy(bits.data(), d_bits, bits.size() * sizeof(unsigned short), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    cudaFree(d_bits);
    for (int i = 0; i < count; ++i)
        for (int r = 0; r < kRoundings; ++r) {
            const unsigned want = std::isnan(inputs[i]) ? 0x7fff : std::isinf(inputs[i]) ? (inputs[i] < 0 ? 0x8000 | infinity : infinity)
                                                                                         : rounded(inputs[i], r);
            if (bits[i * kRoundings + r] != want) tell(r == 0 ? "rn" : r == 1 ? "rz" : r == 2 ? "ru" : "rd", inputs[i], bits[i * kRoundings + r], want);
        }
    return failures;
}

/// From each bit pattern of the other format.
__global__ void cross(unsigned short* bits)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    bits[2 * i] = __half_as_ushort(static_cast<__half>(__ushort_as_bfloat16((unsigned short)i)));
    bits[2 * i + 1] = __bfloat16_as_ushort(static_cast<__nv_bfloat16>(__ushort_as_half((unsigned short)i)));
}
int check_casts()
{
    std::vector<unsigned short> bits(2 * 65536);
    unsigned short* d_bits;
    cudaMalloc(&d_bits, bits.size() * sizeof(unsigned short));
    cross<<<256, 256>>>(d_bits);
    cudaMemcpy(bits.data(), d_bits, bits.size() * sizeof(unsigned short), cudaMemcpyDeviceToHost);
    cudaFree(d_bits);
    int failures = 0;
    for (unsigned i = 0; i < 65536; ++i) {
        const unsigned half = __half_as_ushort(__float2half_rn(float(number<Bfloat16>(i))));
        const unsigned bfloat16 = __bfloat16_as_ushort(__float2bfloat16_rn(float(number<Half>(i))));
        failures += (bits[2 * i] != half) + (bits[2 * i + 1] != bfloat16);
    }
    if (failures != 0) std::printf("%d casts between __half and __nv_bfloat16 are wrong\n", failures);
    return failures;
}

#if defined(__FLT16_MANT_DIG__) && !defined(__NVCC__)
/// The compiler's own 16-bit numbers, where it has them.
int compare_with_compiler()
{
    int failures = 0;
    for (unsigned b = 0; b < 65536; ++b) {
        const unsigned short word = (unsigned short)b;
        _Float16 own;
        std::memcpy(&own, &word, 2);
        const float ours = __half2float(__ushort_as_half(word));
        const float x = float(own) * 1.0003f;
        const _Float16 back = _Float16(x);
        std::memcpy(const_cast<unsigned short*>(&word), &back, 2);
        const bool right = (ours == float(own) || own != own) && (x != x || __half_as_ushort(__float2half(x)) == word);
        failures += !right;
    }
    if (failures != 0) std::printf("%d numbers differ from the compiler's\n", failures);
    return failures;
}
#else
int compare_with_compiler()
{
    return 0;
}
#endif

int main()
{
    return check<Half>("__half") + check<Bfloat16>("__nv_bfloat16") + check_casts() + compare_with_compiler() != 0;
}
