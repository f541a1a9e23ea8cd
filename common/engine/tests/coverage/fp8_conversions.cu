// covers: Half precision: __nv_fp8_e4m3 and __nv_fp8_e5m2: every code as float, __half, __nv_bfloat16, int, unsigned char, …, and back
// covers: Half precision: __nv_cvt_float_to_fp8, __nv_cvt_double_to_fp8, __nv_cvt_halfraw_to_fp8, __nv_cvt_bfloat16raw_to_fp8, with __NV_SATFINITE and __NV_NOSAT
// covers: Half precision: __nv_fp8x2_e4m3, __nv_fp8x4_e5m2, … and their __nv_cvt_…x2 functions
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp8.h>
#include <vector>

struct E4m3 {
    using One = __nv_fp8_e4m3;
    using Two = __nv_fp8x2_e4m3;
    using Four = __nv_fp8x4_e4m3;
    static constexpr __nv_fp8_interpretation_t kKind = __NV_E4M3;
    static constexpr int kFraction = 3, kBias = 7;
    static constexpr unsigned kLargest = 0x7e, kBeyond = 0x7f;
};
struct E5m2 {
    using One = __nv_fp8_e5m2;
    using Two = __nv_fp8x2_e5m2;
    using Four = __nv_fp8x4_e5m2;
    static constexpr __nv_fp8_interpretation_t kKind = __NV_E5M2;
    static constexpr int kFraction = 2, kBias = 15;
    static constexpr unsigned kLargest = 0x7b, kBeyond = 0x7c;
};

constexpr int kIntegers = 9;

template <class F>
__global__ void widen(float* values, unsigned short* bits, long long* integers)
{
    const int code = int(threadIdx.x);
    typename F::One x;
    x.__x = (unsigned char)code;
    values[code] = float(x);
    bits[3 * code] = __half_as_ushort(static_cast<__half>(x));
    bits[3 * code + 1] = __bfloat16_as_ushort(static_cast<__nv_bfloat16>(x));
    bits[3 * code + 2] = __nv_cvt_fp8_to_halfraw(x.__x, F::kKind).x;
    long long* const o = integers + kIntegers * code;
    o[0] = static_cast<int>(x);
    o[1] = static_cast<unsigned>(x);
    o[2] = static_cast<short>(x);
    o[3] = static_cast<unsigned short>(x);
    o[4] = static_cast<signed char>(x);
    o[5] = static_cast<unsigned char>(x);
    o[6] = static_cast<long long>(x);
    o[7] = (long long)static_cast<unsigned long long>(x);
    o[8] = x ? 1 : 0;
}

/// From each number: as float and as double, clamped and not.
template <class F>
__global__ void narrow(const double* values, unsigned char* codes, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    codes[4 * i] = __nv_cvt_float_to_fp8(float(values[i]), __NV_SATFINITE, F::kKind);
    codes[4 * i + 1] = __nv_cvt_float_to_fp8(float(values[i]), __NV_NOSAT, F::kKind);
    codes[4 * i + 2] = __nv_cvt_double_to_fp8(values[i], __NV_SATFINITE, F::kKind);
    codes[4 * i + 3] = __nv_cvt_double_to_fp8(values[i], __NV_NOSAT, F::kKind);
}

/// From every __half and __nv_bfloat16.
template <class F>
__global__ void narrow_halves(unsigned char* codes)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const __half_raw half = {(unsigned short)i};
    const __nv_bfloat16_raw bfloat16 = {(unsigned short)i};
    codes[4 * i] = __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, F::kKind);
    codes[4 * i + 1] = __nv_cvt_halfraw_to_fp8(half, __NV_NOSAT, F::kKind);
    codes[4 * i + 2] = __nv_cvt_bfloat16raw_to_fp8(bfloat16, __NV_SATFINITE, F::kKind);
    codes[4 * i + 3] = typename F::One(__nv_bfloat16(bfloat16)).__x;
}

/// Packs and unpacks; the first number is in the low bits.
template <class F>
__global__ void pack(unsigned* o)
{
    const float4 four = make_float4(1.5f, -2.0f, 0.25f, 1000000.0f);
    const typename F::Two two(make_float2(four.x, four.y));
    const typename F::Four both(four);
    o[0] = two.__x;
    o[1] = both.__x;
    o[2] = typename F::Four(__floats2half2_rn(four.x, four.y), __floats2half2_rn(four.z, 300.0f)).__x;
    o[3] = __nv_cvt_double2_to_fp8x2(make_double2(four.y, four.z), __NV_NOSAT, F::kKind);
    o[4] = __nv_cvt_halfraw2_to_fp8x2(__floats2half2_rn(four.z, four.x), __NV_SATFINITE, F::kKind);
    o[5] = __nv_cvt_bfloat16raw2_to_fp8x2(__floats2bfloat162_rn(four.z, four.y), __NV_SATFINITE, F::kKind);
    const float2 first = static_cast<float2>(two);
    const float4 all = static_cast<float4>(both);
    const float2 halves = __half22float2(static_cast<__half2>(two));
    o[6] = first.x == 1.5f && first.y == -2.0f && halves.x == 1.5f && halves.y == -2.0f;
    o[7] = all.x == 1.5f && all.y == -2.0f && all.z == 0.25f && all.w == (F::kKind == __NV_E4M3 ? 448.0f : 57344.0f);
    o[8] = typename F::One(7).__x;
    o[9] = typename F::One(-100000LL).__x;
    o[10] = typename F::One((unsigned short)3).__x;
}

/// The number, by definition.
template <class F>
double number(unsigned code)
{
    const int fraction = int(code & ((1u << F::kFraction) - 1)), exponent = int((code & 0x7f) >> F::kFraction);
    double size = exponent == 0 ? std::ldexp(fraction, 1 - F::kBias - F::kFraction)
                                : std::ldexp(fraction + (1 << F::kFraction), exponent - F::kBias - F::kFraction);
    if ((code & 0x7f) > F::kLargest) size = (code & 0x7f) == 0x7c && F::kFraction == 2 ? INFINITY : NAN;
    return code & 0x80 ? -size : size;
}

/// The nearest code, by searching all of this sign; of two, the even one.
template <class F>
unsigned nearest(double x, bool clamp)
{
    const unsigned sign = std::signbit(x) ? 0x80u : 0u;
    const double size = std::fabs(x);
    const auto value = [](unsigned code) {   // beyond the largest number, the sequence goes on
        return code <= F::kLargest ? number<F>(code) : 2 * number<F>(F::kLargest) - number<F>(F::kLargest - 1);
    };
    unsigned low = 0;
    while (low < F::kLargest && value(low + 1) <= size) ++low;
    const double down = size - value(low), up = value(low + 1) - size;
    const unsigned code = up < down || (up == down && low % 2 == 1) ? low + 1 : low;
    return sign | (code <= F::kLargest ? code : clamp ? F::kLargest : F::kBeyond);
}

template <class Int>
long long clamped(double x, long long low, long long high, long long nan)
{
    if (std::isnan(x)) return nan;
    return x <= double(low) ? low : x >= double(high) ? high : (long long)(Int(x));
}

template <class T>
T* on_device(std::size_t count)
{
    T* d = nullptr;
    cudaMalloc(&d, count * sizeof(T));
    return d;
}
template <class T>
std::vector<T> taken(T* d, std::size_t count)
{
    std::vector<T> h(count);
    if (cudaMemcpy(h.data(), d, count * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess) std::printf("the copy failed\n");
    cudaFree(d);
    return h;
}

template <class F>
int check(const char* type)
{
    int failures = 0;
    const auto tell = [&](const char* what, double x, double got, double want) {
        if (++failures <= 10) std::printf("%s, %s of %.17g: %.9g, expected %.9g\n", type, what, x, got, want);
    };
    const auto same = [](double a, double b) { return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b)); };

    float* d_values = on_device<float>(256);
    unsigned short* d_bits = on_device<unsigned short>(3 * 256);
    long long* d_integers = on_device<long long>(256 * kIntegers);
    widen<F><<<1, 256>>>(d_values, d_bits, d_integers);
    const std::vector<float> values = taken(d_values, 256);
    const std::vector<unsigned short> bits = taken(d_bits, 3 * 256);
    const std::vector<long long> integers = taken(d_integers, 256 * kIntegers);
    for (unsigned code = 0; code < 256; ++code) {
        const double x = number<F>(code);
        if (!same(values[code], x)) tell("value", code, values[code], x);
        if (!same(__half2float(__ushort_as_half(bits[3 * code])), x)) tell("half", code, bits[3 * code], x);
        if (!same(__bfloat162float(__ushort_as_bfloat16(bits[3 * code + 1])), x)) tell("bfloat16", code, bits[3 * code + 1], x);
        if (std::isnan(x) && bits[3 * code + 2] != 0x7fff) tell("half of a NaN", code, bits[3 * code + 2], 0x7fff);
        const long long least = -0x7fffffffffffffffLL - 1;
        const long long want[kIntegers] = {
            clamped<int>(x, -2147483648LL, 2147483647, 0), clamped<long long>(x, 0, 4294967295LL, 0), clamped<int>(x, -32768, 32767, 0),
            clamped<int>(x, 0, 65535, 0), clamped<int>(x, -128, 127, 0), clamped<int>(x, 0, 255, 0),
            std::isinf(x) ? (x < 0 ? least : 0x7fffffffffffffffLL) : clamped<long long>(x, -100000, 100000, least),
            std::isinf(x) ? (x < 0 ? 0 : -1) : clamped<long long>(x, 0, 100000, least), (code & 0x7f) != 0};
        for (int k = 0; k < kIntegers; ++k)
            if (integers[code * kIntegers + unsigned(k)] != want[k]) tell("integer", x, double(integers[code * kIntegers + unsigned(k)]), double(want[k]));
    }

    // Each number, the middle between it and the next, and the nearest floats and doubles around both; both signs.
    std::vector<double> inputs = {0.0, -0.0, INFINITY, -INFINITY, NAN, -double(NAN), 1e30, -3e38, 1e-40, 4.9e-324, 1e300};
    for (unsigned code = 0; code <= F::kLargest; ++code) {
        const double x = number<F>(code);
        const double middle = x + (code < F::kLargest ? number<F>(code + 1) - x : x - number<F>(code - 1)) / 2;
        for (const double at : {x, middle})
            for (const double near : {at, double(std::nextafter(float(at), INFINITY)), double(std::nextafter(float(at), -1.0f)),
                                      std::nextafter(at, INFINITY), std::nextafter(at, -1.0)})
                inputs.insert(inputs.end(), {near, -near});
    }
    double* d_inputs = on_device<double>(inputs.size());
    unsigned char* d_codes = on_device<unsigned char>(inputs.size() * 4);
    cudaMemcpy(d_inputs, inputs.data(), inputs.size() * sizeof(double), cudaMemcpyHostToDevice);
    narrow<F><<<int(inputs.size() + 127) / 128, 128>>>(d_inputs, d_codes, int(inputs.size()));
    std::vector<unsigned char> codes = taken(d_codes, inputs.size() * 4);
    cudaFree(d_inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        for (unsigned k = 0; k < 4; ++k) {
            const double x = k < 2 ? double(float(inputs[i])) : inputs[i];
            unsigned want = nearest<F>(x, k % 2 == 0);
            if (std::isnan(x)) want = k < 2 ? 0x7fu : (std::signbit(x) ? 0x80u : 0u) | (F::kFraction == 3 ? 0x7fu : 0x7eu);   // the fraction of NAN is 0.5
            if (codes[4 * i + k] != want) tell(k == 0 ? "float, clamped" : k == 1 ? "float" : k == 2 ? "double, clamped" : "double", x, codes[4 * i + k], want);
        }

    d_codes = on_device<unsigned char>(65536 * 4);
    narrow_halves<F><<<256, 256>>>(d_codes);
    codes = taken(d_codes, 65536 * 4);
    for (unsigned i = 0; i < 65536; ++i)
        for (unsigned k = 0; k < 4; ++k) {
            const double x = k < 2 ? __half2float(__ushort_as_half((unsigned short)i)) : __bfloat162float(__ushort_as_bfloat16((unsigned short)i));
            const unsigned want = std::isnan(x) ? 0x7f : nearest<F>(x, k != 1);
            if (codes[4 * i + k] != want) tell(k < 2 ? "half" : "bfloat16", x, codes[4 * i + k], want);
        }

    unsigned* d_packed = on_device<unsigned>(11);
    pack<F><<<1, 1>>>(d_packed);
    const std::vector<unsigned> packed = taken(d_packed, 11);
    const auto code = [](double x) { return nearest<F>(x, true); };
    const unsigned want[11] = {code(1.5) | code(-2) << 8,
                               code(1.5) | code(-2) << 8 | code(0.25) << 16 | code(1e6) << 24,
                               code(1.5) | code(-2) << 8 | code(0.25) << 16 | code(300) << 24,
                               code(-2) | code(0.25) << 8,
                               code(0.25) | code(1.5) << 8,
                               code(0.25) | code(-2) << 8,
                               1, 1, code(7), code(-100000), code(3)};
    for (int k = 0; k < 11; ++k)
        if (packed[k] != want[k]) tell("packed", k, packed[k], want[k]);
    return failures;
}

int main() { return check<E4m3>("e4m3") + check<E5m2>("e5m2") != 0; }
