// covers: Half precision: __half and __nv_bfloat16: operators, __hadd, __hsub, __hmul, __hdiv, __hfma, __hneg, __habs, rounded once
// covers: Half precision: __half2 and __nv_bfloat162: the same by pairs, make_half2, __low2float, __lowhigh2highlow, …
// covers: Half precision: comparisons, also of NaN; __hmin, __hmax and their _nan forms; saturation, relu
// covers: Half precision: hsqrt, hrsqrt, hrcp, hexp, hlog, hsin, hcos, hceil, hfloor, hrint, … and their h2 forms
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

constexpr int kCount = 4096, kKinds = 28;

template <class T> struct Pair;
template <> struct Pair<__half> { using type = __half2; };
template <> struct Pair<__nv_bfloat16> { using type = __nv_bfloat162; };

__host__ __device__ float value_of(int i, int which)
{
    const float some[] = {0.0f, -0.0f, 1.0f, -1.5f, INFINITY, -INFINITY, NAN, 1.03125f, 1.015625f, 0.0078125f, -3.0f};
    const int k = i * 31 + which * 577;
    if (k % 5 == 0) return some[k / 5 % 11];
    return float((k * 7919) % 2039 - 1000) / 64.0f;
}

template <class T>
__global__ void compute(float* out)
{
    using T2 = typename Pair<T>::type;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const T a = T(value_of(i, 0)), b = T(value_of(i, 1)), c = T(value_of(i, 2));
    T2 p;
    p.x = a;
    p.y = b;
    T2 q;
    q.x = b;
    q.y = c;
    float* o = out + i * kKinds;
    *o++ = float(a + b);
    *o++ = float(__hsub(a, b));
    *o++ = float(a * b);
    *o++ = float(a / b);
    *o++ = float(__hfma(a, b, c));
    *o++ = float(hsqrt(__habs(a)));
    *o++ = float(__hneg(a));
    *o++ = float(__hmax(a, b));
    *o++ = float(__hmin_nan(a, b));
    *o++ = float(__hadd_sat(a, b));
    *o++ = float(__hfma_relu(a, b, c));
    *o++ = float(a < b) + 2.0f * float(__hleu(a, b)) + 4.0f * float(__heq(a, a)) + 8.0f * float(a != b) + 16.0f * float(__hisnan(a));
    const T2 sum = p + q, product = __hmul2(p, q), combined = __hfma2(p, q, p);
    *o++ = __low2float(sum);
    *o++ = __high2float(sum);
    *o++ = __low2float(product);
    *o++ = __high2float(combined);
    *o++ = float(__lowhigh2highlow(p).x);
    *o++ = float(__hbeq2(p, p)) + 2.0f * float(__hge2_mask(p, q) >> 16 != 0);
    *o++ = float(hceil(a));
    *o++ = float(h2floor(p).y);
    *o++ = float(hrint(a));
    // On a card these are approximations.
    *o++ = float(hexp(T(value_of(i, 0) * 0.125f)));
    *o++ = float(hlog(__habs(a)));
    *o++ = float(hsin(b));
    *o++ = float(hrcp(a));
    *o++ = float(h2rsqrt(__habs2(p)).x);
    *o++ = float(T(i) + T(1));
    T counted = a;
    counted += b;
    *o++ = float(counted++);
}

/// All finite numbers of a format, in order.
template <class T>
std::vector<double> all_numbers()
{
    std::vector<double> numbers;
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const unsigned short word = (unsigned short)bits;
        T number;
        std::copy_n(reinterpret_cast<const char*>(&word), 2, reinterpret_cast<char*>(&number));
        const double value = double(float(number));
        if (std::isfinite(value) && bits != 0x8000) numbers.push_back(value);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

/// The nearest number; ties go to the even one, whose index in the list is even.
double nearest(const std::vector<double>& numbers, long double x)
{
    if (!std::isfinite(x)) return double(x);
    const double largest = numbers.back(), step = largest - numbers[numbers.size() - 2];
    if (std::fabs(x) >= largest + step / 2) return std::copysign(INFINITY, double(x));
    const auto up = std::lower_bound(numbers.begin(), numbers.end(), x);
    if (up == numbers.end()) return largest;
    if (*up == x) return x == 0 ? std::copysign(0.0, double(x)) : *up;
    if (up == numbers.begin()) return *up;
    const long double above = *up - x, below = x - *(up - 1);
    const long zero = long(numbers.size() / 2), place = long(up - numbers.begin()) - zero;
    double result = above < below ? *up : below < above ? *(up - 1) : place % 2 == 0 ? *up : *(up - 1);
    return result == 0 ? std::copysign(0.0, double(x)) : result;
}

template <class T>
int check(const char* type)
{
    const std::vector<double> numbers = all_numbers<T>();
    float* d_out;
    std::vector<float> out(kCount * kKinds);
    cudaMalloc(&d_out, out.size() * sizeof(float));
    compute<T><<<kCount / 128, 128>>>(d_out);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_out);

    const auto rounded = [&](long double x) { return nearest(numbers, x); };
    const double step = std::is_same_v<T, __half> ? 0x1p-10 : 0x1p-7;
    int failures = 0;
    for (int i = 0; i < kCount; ++i) {
        const double a = rounded(value_of(i, 0)), b = rounded(value_of(i, 1)), c = rounded(value_of(i, 2));
        const long double la = a, lb = b, lc = c;
        const bool nan = std::isnan(a) || std::isnan(b);
        const double sum = rounded(la + lb), fused = rounded(la * lb + lc);
        const int compared = (a < b) + 2 * !(a > b) + 4 * (a == a) + 8 * (a != b) + 16 * std::isnan(a);
        std::vector<double> want{sum, rounded(la - lb), rounded(la * lb), rounded(la / lb), fused, rounded(std::sqrt(std::fabs(la))),
                                 -a, std::fmax(a, b), nan ? NAN : std::fmin(a, b),
                                 std::isnan(sum) ? 0.0 : std::clamp(sum, 0.0, 1.0), std::isnan(fused) ? NAN : std::max(fused, 0.0),
                                 double(compared), sum, rounded(lb + lc), rounded(la * lb), rounded(lb * lc + lb), b,
                                 double(a == a && b == b) + 2.0 * (b >= c), std::ceil(a), std::floor(b), std::nearbyint(a)};
        const std::size_t exact = want.size();
        want.push_back(std::exp(rounded(value_of(i, 0) * 0.125f)));
        want.push_back(std::log(std::fabs(a)));
        want.push_back(std::sin(b));
        want.push_back(1.0 / a);
        want.push_back(1.0 / std::sqrt(std::fabs(a)));
        const std::size_t rough = want.size();
        want.push_back(rounded(static_cast<long double>(rounded(i)) + 1.0L));
        want.push_back(sum);
        for (std::size_t k = 0; k < want.size(); ++k) {
            const double got = out[i * kKinds + k], w = want[k];
            bool right = got == w || (std::isnan(got) && std::isnan(w));
            // A card's functions may be off by two units in the last place; an overflow of the format is infinite.
            if (k >= exact && k < rough && !right)
                right = std::fabs(got - w) <= 2.0 * step * std::fabs(w) + 1e-3 * (k == exact + 2) || (std::isinf(got) && std::fabs(w) > numbers.back());
            if (!right && ++failures <= 10)
                std::printf("%s: question %zu of %g, %g, %g: %.9g, expected %.9g\n", type, k, a, b, c, got, w);
        }
    }
    return failures;
}

int main()
{
    const int failures = check<__half>("__half") + check<__nv_bfloat16>("__nv_bfloat16");
    return failures != 0;
}
