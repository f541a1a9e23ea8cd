// covers: Mathematics: __fadd, __fsub, __fmul, __fdiv, __fmaf, __frcp, __fsqrt and __dadd … __fma, __dsqrt with _rn, _rz, _ru, _rd
// covers: Mathematics: conversions between int, unsigned, long long, float and double with _rn, _rz, _ru, _rd, clamped
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

using Ull = unsigned long long;
constexpr int kCount = 2048, kKinds = 16, kRoundings = 4;

__host__ __device__ double value_of(int i, int which)
{
    const double edges[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.4e38, -3.4e38, 1.2e-38, 1.4e-45, -1e-40, 2147483647.0, 4294967296.0, 1e19, -9.3e18, 16777217.0, 0.1};
    const unsigned k = unsigned(i) * 31u + unsigned(which) * 577u, bits = k * 2654435761u;
    if (k % 4 == 0) return edges[k / 4 % 18];
    const double size = double(bits >> 8) * (1.0 + double(bits & 255) / 1048576.0);
    return (k % 2 == 0 ? -size : size) * (k % 7 < 3 ? 0x1p-24 : k % 7 < 5 ? 1.0 : 0x1p-3);
}
__host__ __device__ long long integer_of(int i) { return (long long)(unsigned(i) * 2654435761u) * (i % 3 == 0 ? 1 : i % 3 == 1 ? -4294967291LL : 3); }

#define ALL_ROUNDINGS(function, ...) \
    (rounding == 0 ? function##_rn(__VA_ARGS__) : rounding == 1 ? function##_rz(__VA_ARGS__) : rounding == 2 ? function##_ru(__VA_ARGS__) : function##_rd(__VA_ARGS__))

__global__ void compute(float* floats, double* doubles, Ull* integers)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double a = value_of(i, 0), b = value_of(i, 1), c = value_of(i, 2);
    const float fa = float(a), fb = float(b), fc = float(c);
    const long long n = integer_of(i);
    for (int rounding = 0; rounding < kRoundings; ++rounding) {
        const int place = (i * kRoundings + rounding) * kKinds;
        float* f = floats + place;
        *f++ = ALL_ROUNDINGS(__fadd, fa, fb);
        *f++ = ALL_ROUNDINGS(__fsub, fa, fb);
        *f++ = ALL_ROUNDINGS(__fmul, fa, fb);
        *f++ = ALL_ROUNDINGS(__fdiv, fa, fb);
        *f++ = ALL_ROUNDINGS(__fmaf, fa, fb, fc);
        *f++ = ALL_ROUNDINGS(__frcp, fa);
        *f++ = ALL_ROUNDINGS(__fsqrt, fabsf(fa));
        *f++ = ALL_ROUNDINGS(__double2float, a);
        *f++ = ALL_ROUNDINGS(__int2float, int(n));
        *f++ = ALL_ROUNDINGS(__uint2float, unsigned(n));
        *f++ = ALL_ROUNDINGS(__ll2float, n);
        *f++ = ALL_ROUNDINGS(__ull2float, Ull(n));
        double* d = doubles + place;
        *d++ = ALL_ROUNDINGS(__dadd, a, b);
        *d++ = ALL_ROUNDINGS(__dsub, a, b);
        *d++ = ALL_ROUNDINGS(__dmul, a, b);
        *d++ = ALL_ROUNDINGS(__ddiv, a, b);
        *d++ = ALL_ROUNDINGS(__fma, a, b, c);
        *d++ = ALL_ROUNDINGS(__drcp, a);
        *d++ = ALL_ROUNDINGS(__dsqrt, fabs(a));
        *d++ = ALL_ROUNDINGS(__ll2double, n);
        *d++ = ALL_ROUNDINGS(__ull2double, Ull(n));
        Ull* o = integers + place;
        *o++ = Ull((long long)ALL_ROUNDINGS(__float2int, fa));
        *o++ = ALL_ROUNDINGS(__float2uint, fa);
        *o++ = Ull(ALL_ROUNDINGS(__float2ll, fa));
        *o++ = ALL_ROUNDINGS(__float2ull, fa);
        *o++ = Ull((long long)ALL_ROUNDINGS(__double2int, a));
        *o++ = ALL_ROUNDINGS(__double2uint, a);
        *o++ = Ull(ALL_ROUNDINGS(__double2ll, a));
        *o++ = ALL_ROUNDINGS(__double2ull, a);
    }
}

// The host's reference: a result r is right if no number is between it and the exact result in the direction of rounding.
// `side(r)` is the sign of exact - r, in 113 bits.
__extension__ using Quad = __float128;
int sign(Quad x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
/// The exact sign of a + b, for terms that fit into 113 bits.
int sign_of_sum(Quad a, Quad b) { return sign(a + b); }
/// The sign of a + b + c; if the rounded sum is 0, that of its rounding error.
int sign_of_sum(Quad a, Quad b, Quad c)
{
    const Quad sum = a + b, part = sum - a, lost = (a - (sum - part)) + (b - part);
    return sum + c != 0 ? sign(sum + c) : sign(lost);
}

template <class T, class Side>
bool right(T r, int rounding, bool finite, T plain, Side side)
{
    if (!finite) return r == plain || (r != r && plain != plain);
    const T infinity = std::numeric_limits<T>::infinity(), largest = std::numeric_limits<T>::max();
    if (r != r) return false;
    const auto exact_is_above = [&](T x) { return x == infinity ? false : x == -infinity ? true : side(x) > 0; };
    const auto exact_is_below = [&](T x) { return x == infinity ? true : x == -infinity ? false : side(x) < 0; };
    if (r != infinity && r != -infinity && side(r) == 0) return true;
    const bool positive = exact_is_above(T(0));
    const int towards = rounding == 2 ? 1 : rounding == 3 ? -1 : rounding == 1 ? (positive ? -1 : 1) : 0;
    if (towards > 0) return exact_is_below(r) && !exact_is_below(r == infinity ? largest : std::nextafter(r, -infinity));
    if (towards < 0) return exact_is_above(r) && !exact_is_above(r == -infinity ? -largest : std::nextafter(r, infinity));
    return r == plain;   // to nearest: what the host computes
}

template <class Int, class Float>
Ull clamped(Float x, int rounding)
{
    const Float whole = rounding == 0 ? std::nearbyint(x) : rounding == 1 ? std::trunc(x) : rounding == 2 ? std::ceil(x) : std::floor(x);
    const Float high = std::ldexp(Float(1), std::numeric_limits<Int>::digits), low = Float(std::numeric_limits<Int>::min());
    const Int result = whole >= high ? std::numeric_limits<Int>::max() : whole < low ? std::numeric_limits<Int>::min() : Int(whole);
    return std::is_signed_v<Int> ? Ull((long long)result) : Ull(result);
}

int failures = 0;
void expect(bool ok, const char* what, int rounding, double a, double b, double got)
{
    const char* names[] = {"rn", "rz", "ru", "rd"};
    if (!ok && ++failures <= 12) std::printf("%s_%s of %.17g and %.17g: %.17g\n", what, names[rounding], a, b, got);
}

template <class T>
void check(const T* r, int rounding, T a, T b, T c, const char* type)
{
    const Quad qa = a, qb = b, qc = c;
    const bool quotient = std::isfinite(a / b) || (b != 0 && std::isfinite(a)), reciprocal = a != 0;
    expect(right(r[0], rounding, true, a + b, [&](T x) { return sign_of_sum(qa, qb, -Quad(x)); }), type, rounding, a, b, r[0]);
    expect(right(r[1], rounding, true, a - b, [&](T x) { return sign_of_sum(qa, -qb, -Quad(x)); }), type, rounding, a, b, r[1]);
    expect(right(r[2], rounding, true, a * b, [&](T x) { return sign_of_sum(qa * qb, -Quad(x)); }), type, rounding, a, b, r[2]);
    expect(right(r[3], rounding, quotient, a / b, [&](T x) { return sign(qb) * sign_of_sum(qa, -Quad(x) * qb); }), type, rounding, a, b, r[3]);
    expect(right(r[4], rounding, true, std::fma(a, b, c), [&](T x) { return sign_of_sum(qa * qb, qc, -Quad(x)); }), type, rounding, a, b, r[4]);
    expect(right(r[5], rounding, reciprocal, 1 / a, [&](T x) { return sign(qa) * sign_of_sum(Quad(1), -Quad(x) * qa); }), type, rounding, a, a, r[5]);
    const T root = std::fabs(a);
    expect(right(r[6], rounding, true, std::sqrt(root), [&](T x) { return x < 0 ? 1 : sign_of_sum(Quad(root), -Quad(x) * Quad(x)); }), type, rounding, a, a, r[6]);
}

int main()
{
    const std::size_t size = std::size_t(kCount) * kRoundings * kKinds;
    std::vector<float> floats(size);
    std::vector<double> doubles(size);
    std::vector<Ull> integers(size);
    float* d_floats;
    double* d_doubles;
    Ull* d_integers;
    cudaMalloc(&d_floats, size * sizeof(float));
    cudaMalloc(&d_doubles, size * sizeof(double));
    cudaMalloc(&d_integers, size * sizeof(Ull));
    cudaMemset(d_floats, 0, size * sizeof(float));
    cudaMemset(d_doubles, 0, size * sizeof(double));
    cudaMemset(d_integers, 0, size * sizeof(Ull));
    compute<<<kCount / 128, 128>>>(d_floats, d_doubles, d_integers);
    cudaMemcpy(floats.data(), d_floats, size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(doubles.data(), d_doubles, size * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(integers.data(), d_integers, size * sizeof(Ull), cudaMemcpyDeviceToHost);
    cudaFree(d_floats);
    cudaFree(d_doubles);
    cudaFree(d_integers);

    for (int i = 0; i < kCount; ++i)
        for (int rounding = 0; rounding < kRoundings; ++rounding) {
            const std::size_t place = std::size_t(i * kRoundings + rounding) * kKinds;
            const double a = value_of(i, 0), b = value_of(i, 1), c = value_of(i, 2);
            const float fa = float(a), fb = float(b), fc = float(c);
            const float* f = &floats[place];
            const double* d = &doubles[place];
            check(f, rounding, fa, fb, fc, "float arithmetic");
            check(d, rounding, a, b, c, "double arithmetic");
            const long long n = integer_of(i);
            const Quad exact[] = {Quad(a), Quad(int(n)), Quad(unsigned(n)), Quad(n), Quad(Ull(n))};
            const float plain[] = {fa, float(int(n)), float(unsigned(n)), float(n), float(Ull(n))};
            for (int k = 0; k < 5; ++k)
                expect(right(f[7 + k], rounding, true, plain[k], [&](float x) { return sign(exact[k] - Quad(x)); }), "to float", rounding, a, double(n), f[7 + k]);
            expect(right(d[7], rounding, true, double(n), [&](double x) { return sign(Quad(n) - Quad(x)); }), "to double", rounding, double(n), 0, d[7]);
            expect(right(d[8], rounding, true, double(Ull(n)), [&](double x) { return sign(Quad(Ull(n)) - Quad(x)); }), "to double", rounding, double(n), 0, d[8]);
            const Ull want[] = {clamped<int>(fa, rounding), clamped<unsigned>(fa, rounding), clamped<long long>(fa, rounding), clamped<Ull>(fa, rounding),
                                clamped<int>(a, rounding), clamped<unsigned>(a, rounding), clamped<long long>(a, rounding), clamped<Ull>(a, rounding)};
            for (int k = 0; k < 8; ++k) expect(integers[place + std::size_t(k)] == want[k], "to an integer", rounding, a, k, double(integers[place + std::size_t(k)]));
        }
    return failures != 0;
}
