// covers: Mathematics: cuComplex.h: cuCadd, cuCsub, cuCmul, cuCdiv, cuCfma, cuCabs, cuConj, … of cuFloatComplex and cuDoubleComplex
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cuComplex.h>
#include <vector>

constexpr int kResults = 8;

template <int Which>
__device__ cuFloatComplex result(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c)
{
    switch (Which) {
    case 0: return cuCaddf(a, b);
    case 1: return cuCsubf(a, b);
    case 2: return cuCmulf(a, b);
    case 3: return cuCdivf(a, b);
    case 4: return cuCfmaf(a, b, c);
    case 5: return make_cuFloatComplex(cuCabsf(a), cuCrealf(b));
    case 6: return cuConjf(a);
    default: return cuComplexDoubleToFloat(cuComplexFloatToDouble(make_cuComplex(cuCimagf(a), 2.0f)));
    }
}
template <int Which>
__device__ cuDoubleComplex result(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c)
{
    switch (Which) {
    case 0: return cuCadd(a, b);
    case 1: return cuCsub(a, b);
    case 2: return cuCmul(a, b);
    case 3: return cuCdiv(a, b);
    case 4: return cuCfma(a, b, c);
    case 5: return make_cuDoubleComplex(cuCabs(a), cuCreal(b));
    case 6: return cuConj(a);
    default: return make_cuDoubleComplex(cuCimag(a), 2.0);
    }
}

// A kernel of its own for each function: nvcc does not fuse a product that two of them share.
template <int Which, class C>
__global__ void calculate(const C* in, C* out, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) out[i * kResults + Which] = result<Which>(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
}

template <class C>
void calculate_all(const C* in, C* out, int count)
{
    const int blocks = (count + 63) / 64;
    calculate<0><<<blocks, 64>>>(in, out, count);
    calculate<1><<<blocks, 64>>>(in, out, count);
    calculate<2><<<blocks, 64>>>(in, out, count);
    calculate<3><<<blocks, 64>>>(in, out, count);
    calculate<4><<<blocks, 64>>>(in, out, count);
    calculate<5><<<blocks, 64>>>(in, out, count);
    calculate<6><<<blocks, 64>>>(in, out, count);
    calculate<7><<<blocks, 64>>>(in, out, count);
}

/// What device code computes: products fused with sums, each step rounded to T.
template <class T, class C>
void expected(C a, C b, C c, C* o)
{
    o[0] = C{a.x + b.x, a.y + b.y};
    o[1] = C{a.x - b.x, a.y - b.y};
    const T yy = a.y * b.y, yx = a.y * b.x;
    o[2] = C{std::fma(a.x, b.x, -yy), std::fma(a.x, b.y, yx)};
    const T scale = T(1) / (std::fabs(b.x) + std::fabs(b.y)), ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
    const T square = by * by, over = T(1) / std::fma(bx, bx, square), ayby = ay * by, axby = ax * by;
    o[3] = C{std::fma(ax, bx, ayby) * over, std::fma(ay, bx, -axby) * over};
    o[4] = C{std::fma(-a.y, b.y, std::fma(a.x, b.x, c.x)), std::fma(a.y, b.x, std::fma(a.x, b.y, c.y))};
    const T large = std::fmax(std::fabs(a.x), std::fabs(a.y)), small = std::fmin(std::fabs(a.x), std::fabs(a.y)), ratio = small / large;
    const bool plain = large == 0 || std::isinf(large);
    o[5] = C{plain ? large + small : large * std::sqrt(std::fma(ratio, ratio, T(1))), b.x};
    o[6] = C{a.x, -a.y};
    o[7] = C{a.y, T(2)};
}

template <class T>
bool same(T a, T b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

template <class T, class C>
int check(const char* type)
{
    // Signs, sizes and fractions that need rounding; the products of 1 + 2⁻ⁿ show where a sum is fused.
    const T step = sizeof(T) == 4 ? T(1) / 4096 : T(1) / (1 << 27);
    const T parts[] = {T(0), T(1), T(-3), T(1) + step, T(-1) + step, T(1) / 3, T(-1e20), T(7e-21), T(INFINITY)};
    std::vector<C> in;
    for (T x : parts)
        for (T y : parts)
            for (T z : {T(2), T(-1) / 7, T(0)}) in.insert(in.end(), {C{x, y}, C{z, T(1) + 3 * step}, C{y, -x}});
    const int count = int(in.size() / 3);
    std::vector<C> out(std::size_t(count) * kResults);
    C *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(C));
    cudaMalloc(&d_out, out.size() * sizeof(C));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(C), cudaMemcpyHostToDevice);
    calculate_all(d_in, d_out, count);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(C), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    int failures = 0;
    for (int i = 0; i < count; ++i) {
        C want[kResults];
        expected<T>(in[3 * i], in[3 * i + 1], in[3 * i + 2], want);
        for (int k = 0; k < kResults; ++k) {
            const C got = out[std::size_t(i) * kResults + k];
            if (!(same(got.x, want[k].x) && same(got.y, want[k].y)) && ++failures <= 10)
                std::printf("%s, result %d of (%.9g, %.9g), (%.9g, %.9g): (%.17g, %.17g), expected (%.17g, %.17g)\n", type, k, double(in[3 * i].x),
                            double(in[3 * i].y), double(in[3 * i + 1].x), double(in[3 * i + 1].y), double(got.x), double(got.y),
                            double(want[k].x), double(want[k].y));
        }
    }
    return failures;
}

int main() { return check<float, cuFloatComplex>("float") + check<double, cuDoubleComplex>("double") != 0; }
