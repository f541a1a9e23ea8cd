// covers: Mathematics: __clz, __clzll, __ffs, __ffsll, __popc, __popcll, __brev, __brevll, __byte_perm
// covers: Mathematics: __funnelshift_l, _lc, _r, _rc
// covers: Mathematics: __mulhi, __umulhi, __mul64hi, __umul64hi, __mul24, __umul24
// covers: Mathematics: __sad, __usad, __hadd, __rhadd, __uhadd, __urhadd, __dp4a, __dp2a_lo, __dp2a_hi
// covers: Mathematics: two halves or four bytes at once: __vadd, __vsub, saturating forms, __vavg, __vmin, __vmax, __vabs, __vneg, __vabsdiff, __vsad, __vcmp, __vset
// covers: Mathematics: bits of numbers: __float_as_int, __double_as_longlong, __hiloint2double, …
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

using Ull = unsigned long long;
constexpr int kCount = 300, kKinds = 64;

__host__ __device__ unsigned word(unsigned i)
{
    const unsigned edges[] = {0u, 1u, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x80808080u, 0x7f7f7f7fu, 0x8000ff01u, 0x00ff7f80u, 31u, 32u, 33u};
    return i % 3 == 0 ? edges[i / 3 % 12] : i * 2654435761u ^ i * i * 40503u;
}

template <class Vector, class Byte>
__device__ Vector bytes(unsigned x)
{
    return {Byte(x), Byte(x >> 8), Byte(x >> 16), Byte(x >> 24)};
}

__global__ void ask(Ull* out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= kCount) return;
    const unsigned a = word(i), b = word(i * 5 + 2), c = word(i * 3 + 1);
    const Ull wide = Ull(a) << 32 | b, other = Ull(c) << 32 | a;
    Ull* o = out + i * kKinds;
    *o++ = __clz(int(a));
    *o++ = __clzll((long long)wide);
    *o++ = __ffs(int(a));
    *o++ = __ffsll((long long)wide);
    *o++ = __popc(a);
    *o++ = __popcll(wide);
    *o++ = __brev(a);
    *o++ = __brevll(wide);
    *o++ = __byte_perm(a, b, c);
    *o++ = __funnelshift_l(a, b, c);
    *o++ = __funnelshift_lc(a, b, c);
    *o++ = __funnelshift_r(a, b, c);
    *o++ = __funnelshift_rc(a, b, c);
    *o++ = unsigned(__mulhi(int(a), int(b)));
    *o++ = __umulhi(a, b);
    *o++ = Ull(__mul64hi((long long)wide, (long long)other));
    *o++ = __umul64hi(wide, other);
    *o++ = unsigned(__mul24(int(a), int(b)));
    *o++ = __umul24(a, b);
    *o++ = __sad(int(a), int(b), c);
    *o++ = __usad(a, b, c);
    *o++ = unsigned(__hadd(int(a), int(b)));
    *o++ = unsigned(__rhadd(int(a), int(b)));
    *o++ = __uhadd(a, b);
    *o++ = __urhadd(a, b);
    *o++ = unsigned(__dp4a(int(a), int(b), int(c)));
    *o++ = __dp4a(a, b, c);
    *o++ = unsigned(__dp2a_lo(int(a), int(b), int(c)));
    *o++ = __dp2a_hi(a, b, c);
    *o++ = unsigned(__dp4a(bytes<char4, signed char>(a), bytes<char4, signed char>(b), int(c)));
    *o++ = __dp4a(bytes<uchar4, unsigned char>(a), bytes<uchar4, unsigned char>(b), c);
    *o++ = unsigned(__dp2a_lo(short2{short(a), short(a >> 16)}, bytes<char4, signed char>(b), int(c)));
    *o++ = __dp2a_hi(ushort2{(unsigned short)a, (unsigned short)(a >> 16)}, bytes<uchar4, unsigned char>(b), c);
    *o++ = __vadd4(a, b);
    *o++ = __vsub2(a, b);
    *o++ = __vaddss4(a, b);
    *o++ = __vaddus2(a, b);
    *o++ = __vsubss2(a, b);
    *o++ = __vsubus4(a, b);
    *o++ = __vavgs4(a, b);
    *o++ = __vavgu2(a, b);
    *o++ = __vhaddu4(a, b);
    *o++ = __vmins4(a, b);
    *o++ = __vminu2(a, b);
    *o++ = __vmaxs2(a, b);
    *o++ = __vmaxu4(a, b);
    *o++ = __vabs4(a);
    *o++ = __vabsss2(a);
    *o++ = __vneg4(a);
    *o++ = __vnegss2(a);
    *o++ = __vabsdiffs4(a, b);
    *o++ = __vabsdiffu2(a, b);
    *o++ = __vsads2(a, b);
    *o++ = __vsadu4(a, b);
    *o++ = __vcmpeq4(a, b);
    *o++ = __vcmpgts4(a, b);
    *o++ = __vcmpleu2(a, b);
    *o++ = __vsetne2(a, b);
    *o++ = __vsetges4(a, b);
    *o++ = __vsetltu4(a, b);
    *o++ = unsigned(__float_as_int(__uint_as_float(a & 0x7f7fffffu)));
    *o++ = Ull(__double_as_longlong(__hiloint2double(int(a & 0x7fefffffu), int(b))));
    *o++ = unsigned(__double2hiint(__longlong_as_double((long long)(wide & 0x7fefffffffffffffull))));
    *o++ = unsigned(__double2loint(__longlong_as_double((long long)(wide & 0x7fefffffffffffffull))));
}

// The same by definition, slowly.

int part(unsigned x, int i, int bits, bool is_signed)
{
    const int value = int(x >> (i * bits) & ((1u << bits) - 1));
    return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
}
template <class F>
unsigned parts(unsigned a, unsigned b, int bits, bool is_signed, F change)
{
    unsigned result = 0;
    for (int i = 0; i < 32 / bits; ++i)
        result |= (unsigned(change(part(a, i, bits, is_signed), part(b, i, bits, is_signed))) & ((1u << bits) - 1)) << (i * bits);
    return result;
}
unsigned sum_parts(unsigned x, int bits)
{
    unsigned sum = 0;
    for (int i = 0; i < 32 / bits; ++i) sum += unsigned(part(x, i, bits, false));
    return sum;
}
int leading_zeros(Ull x, int bits)
{
    int n = 0;
    while (n < bits && !(x >> (bits - 1 - n) & 1)) ++n;
    return n;
}
int first_set(Ull x)
{
    for (int i = 0; i < 64; ++i)
        if (x >> i & 1) return i + 1;
    return 0;
}
int ones(Ull x)
{
    int n = 0;
    for (; x; x >>= 1) n += int(x & 1);
    return n;
}
Ull reversed(Ull x, int bits)
{
    Ull r = 0;
    for (int i = 0; i < bits; ++i) r |= (x >> i & 1) << (bits - 1 - i);
    return r;
}
/// The high half of a 128-bit product, in 32-bit digits.
Ull high_product(Ull a, Ull b)
{
    const Ull a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    const Ull middle = (a0 * b0 >> 32) + (a1 * b0 & 0xffffffff) + (a0 * b1 & 0xffffffff);
    return a1 * b1 + (a1 * b0 >> 32) + (a0 * b1 >> 32) + (middle >> 32);
}

std::vector<Ull> expected(unsigned i)
{
    const unsigned a = word(i), b = word(i * 5 + 2), c = word(i * 3 + 1);
    const Ull wide = Ull(a) << 32 | b, other = Ull(c) << 32 | a;
    const long long sa = int(a), sb = int(b);
    std::vector<Ull> o;
    const auto say = [&](Ull value) { o.push_back(value); };
    say(Ull(leading_zeros(a, 32)));
    say(Ull(leading_zeros(wide, 64)));
    say(Ull(first_set(a)));
    say(Ull(first_set(wide)));
    say(Ull(ones(a)));
    say(Ull(ones(wide)));
    say(reversed(a, 32));
    say(reversed(wide, 64));
    unsigned permuted = 0;
    for (int k = 0; k < 4; ++k) {
        const unsigned pick = c >> (4 * k) & 7, from = pick & 4 ? b : a;
        permuted |= (from >> (8 * (pick & 3)) & 255) << (8 * k);
    }
    say(permuted);
    const auto left = [&](unsigned n) { return n == 0 ? b : n == 32 ? a : b << n | a >> (32 - n); };
    const auto right = [&](unsigned n) { return n == 0 ? a : n == 32 ? b : a >> n | b << (32 - n); };
    say(left(c % 32));
    say(left(std::min(c, 32u)));
    say(right(c % 32));
    say(right(std::min(c, 32u)));
    say(unsigned(sa * sb >> 32));
    say(unsigned(Ull(a) * b >> 32));
    say(high_product(wide, other) - (wide >> 63 ? other : 0) - (other >> 63 ? wide : 0));
    say(high_product(wide, other));
    const auto low24 = [](unsigned x) { return (long long)(x & 0xffffff) - (x & 0x800000 ? 0x1000000 : 0); };
    say(unsigned(low24(a) * low24(b)));
    say(unsigned(Ull(a & 0xffffff) * (b & 0xffffff)));
    say(unsigned((sa > sb ? sa - sb : sb - sa) + c));
    say(unsigned((a > b ? a - b : b - a) + c));
    say(unsigned((sa + sb) >> 1));
    say(unsigned((sa + sb + 1) >> 1));
    say(unsigned((Ull(a) + b) >> 1));
    say(unsigned((Ull(a) + b + 1) >> 1));
    unsigned dots[4] = {c, c, c, c};
    for (int k = 0; k < 4; ++k) {
        dots[0] += unsigned(part(a, k, 8, true) * part(b, k, 8, true));
        dots[1] += unsigned(part(a, k, 8, false) * part(b, k, 8, false));
    }
    for (int k = 0; k < 2; ++k) {
        dots[2] += unsigned(part(a, k, 16, true) * part(b, k, 8, true));
        dots[3] += unsigned(part(a, k, 16, false)) * unsigned(part(b, k + 2, 8, false));
    }
    for (int twice = 0; twice < 2; ++twice)                 // of words, and of vectors
        for (const unsigned dot : dots) say(dot);
    say(parts(a, b, 8, false, [](int x, int y) { return x + y; }));
    say(parts(a, b, 16, false, [](int x, int y) { return x - y; }));
    say(parts(a, b, 8, true, [](int x, int y) { return std::clamp(x + y, -128, 127); }));
    say(parts(a, b, 16, false, [](int x, int y) { return std::min(x + y, 65535); }));
    say(parts(a, b, 16, true, [](int x, int y) { return std::clamp(x - y, -32768, 32767); }));
    say(parts(a, b, 8, false, [](int x, int y) { return std::max(x - y, 0); }));
    say(parts(a, b, 8, true, [](int x, int y) { return x + y >= 0 ? (x + y + 1) / 2 : -(-(x + y) - (-(x + y) & 1)) / 2 - (-(x + y) & 1); }));
    say(parts(a, b, 16, false, [](int x, int y) { return (x + y + 1) / 2; }));
    say(parts(a, b, 8, false, [](int x, int y) { return (x + y) / 2; }));
    say(parts(a, b, 8, true, [](int x, int y) { return std::min(x, y); }));
    say(parts(a, b, 16, false, [](int x, int y) { return std::min(x, y); }));
    say(parts(a, b, 16, true, [](int x, int y) { return std::max(x, y); }));
    say(parts(a, b, 8, false, [](int x, int y) { return std::max(x, y); }));
    say(parts(a, 0, 8, true, [](int x, int) { return std::abs(x); }));
    say(parts(a, 0, 16, true, [](int x, int) { return std::min(std::abs(x), 32767); }));
    say(parts(a, 0, 8, true, [](int x, int) { return -x; }));
    say(parts(a, 0, 16, true, [](int x, int) { return std::min(-x, 32767); }));
    say(parts(a, b, 8, true, [](int x, int y) { return std::abs(x - y); }));
    say(parts(a, b, 16, false, [](int x, int y) { return std::abs(x - y); }));
    say(sum_parts(parts(a, b, 16, true, [](int x, int y) { return std::abs(x - y); }), 16));
    say(sum_parts(parts(a, b, 8, false, [](int x, int y) { return std::abs(x - y); }), 8));
    say(parts(a, b, 8, false, [](int x, int y) { return x == y ? 255 : 0; }));
    say(parts(a, b, 8, true, [](int x, int y) { return x > y ? 255 : 0; }));
    say(parts(a, b, 16, false, [](int x, int y) { return x <= y ? 65535 : 0; }));
    say(parts(a, b, 16, false, [](int x, int y) { return x != y ? 1 : 0; }));
    say(parts(a, b, 8, true, [](int x, int y) { return x >= y ? 1 : 0; }));
    say(parts(a, b, 8, false, [](int x, int y) { return x < y ? 1 : 0; }));
    say(a & 0x7f7fffffu);
    say(wide & 0x7fefffffffffffffull);
    say(a & 0x7fefffffu);
    say(b);
    return o;
}

int main()
{
    Ull* d_out;
    cudaMalloc(&d_out, kCount * kKinds * sizeof(Ull));
    cudaMemset(d_out, 0, kCount * kKinds * sizeof(Ull));
    ask<<<(kCount + 63) / 64, 64>>>(d_out);
    std::vector<Ull> out(kCount * kKinds);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(Ull), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    int failures = 0;
    for (unsigned i = 0; i < unsigned(kCount); ++i) {
        const std::vector<Ull> want = expected(i);
        for (unsigned k = 0; k < want.size(); ++k)
            if (out[i * kKinds + k] != want[k] && ++failures <= 10)
                std::printf("question %u of %x, %x, %x: %llx, expected %llx\n", k, word(i), word(i * 5 + 2), word(i * 3 + 1),
                            out[i * kKinds + k], want[k]);
    }
    return failures != 0;
}
