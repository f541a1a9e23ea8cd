#pragma once
// Integer intrinsics, and access to the bits of numbers.

#include <cstdint>

#include "standards.hpp"
#include "vector_types.hpp"

inline int __clz(int x) { return halo_engine::leading_zeros(unsigned(x)); }
inline int __clzll(long long x) { return halo_engine::leading_zeros((unsigned long long)x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

inline unsigned long long __brevll(unsigned long long x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}
inline unsigned __brev(unsigned x) { return unsigned(__brevll(x) >> 32); }

/// Each of the four nibbles of `selector` picks a byte of y:x. The nibble's highest bit is ignored, as on a card: `prmt` would take the byte's sign.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const std::uint64_t bytes = std::uint64_t(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned pick = selector >> (4 * i) & 7;
        result |= unsigned(bytes >> (8 * pick) & 0xff) << (8 * i);
    }
    return result;
}

// The high word of hi:lo shifted left, or its low word shifted right; by shift mod 32, or by at most 32 (c: clamped).
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return unsigned((std::uint64_t(hi) << 32 | lo) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return unsigned((std::uint64_t(hi) << 32 | lo) >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

inline int __mulhi(int a, int b) { return int(std::int64_t(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return unsigned(std::uint64_t(a) * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    __extension__ using Product = unsigned __int128;
    return (unsigned long long)(Product(a) * b >> 64);
}
inline long long __mul64hi(long long a, long long b)
{
    __extension__ using Product = __int128;
    return (long long)(Product(a) * b >> 64);
}
inline int __mul24(int a, int b)
{
    return int(unsigned(std::int32_t(unsigned(a) << 8) >> 8) * unsigned(std::int32_t(unsigned(b) << 8) >> 8));
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }

/// |a - b| + c
inline unsigned __sad(int a, int b, unsigned c) { return (a < b ? unsigned(b) - unsigned(a) : unsigned(a) - unsigned(b)) + c; }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }

// Averages, without overflow; r: rounded up.
inline int __hadd(int a, int b) { return int((std::int64_t(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return int((std::int64_t(a) + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return unsigned((std::uint64_t(a) + b) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return unsigned((std::uint64_t(a) + b + 1) >> 1); }

namespace halo_engine {

/// The i-th Part of a word.
template <class Part>
constexpr Part part_of(unsigned word, int i)
{
    return Part(word >> (8 * int(sizeof(Part)) * i));
}

/// Σ a[i] · b[first + i] + c, over the parts of `a`.
template <class A, class B, class Sum>
constexpr Sum dot_product(unsigned a, unsigned b, Sum c, int first)
{
    unsigned sum = unsigned(c);
    for (int i = 0; i < int(4 / sizeof(A)); ++i) sum += unsigned(int(part_of<A>(a, i)) * int(part_of<B>(b, first + i)));
    return Sum(sum);
}

}  // namespace halo_engine

inline int __dp4a(int a, int b, int c) { return halo_engine::dot_product<signed char, signed char>(unsigned(a), unsigned(b), c, 0); }
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return halo_engine::dot_product<unsigned char, unsigned char>(a, b, c, 0); }
inline int __dp2a_lo(int a, int b, int c) { return halo_engine::dot_product<short, signed char>(unsigned(a), unsigned(b), c, 0); }
inline int __dp2a_hi(int a, int b, int c) { return halo_engine::dot_product<short, signed char>(unsigned(a), unsigned(b), c, 2); }
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return halo_engine::dot_product<unsigned short, unsigned char>(a, b, c, 0); }
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return halo_engine::dot_product<unsigned short, unsigned char>(a, b, c, 2); }

// The same of vectors, whose bits the words are.
inline int __dp4a(char4 a, char4 b, int c) { return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }
inline int __dp2a_lo(short2 a, char4 b, int c) { return __dp2a_lo(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
inline int __dp2a_hi(short2 a, char4 b, int c) { return __dp2a_hi(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
inline unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) { return __dp2a_lo(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }
inline unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) { return __dp2a_hi(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }

inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
inline float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
inline unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
inline float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
inline int __double2hiint(double x) { return int(__builtin_bit_cast(std::uint64_t, x) >> 32); }
inline int __double2loint(double x) { return int(__builtin_bit_cast(std::uint64_t, x)); }
inline double __hiloint2double(int hi, int lo) { return __builtin_bit_cast(double, std::uint64_t(unsigned(hi)) << 32 | unsigned(lo)); }

// CUDA declares these globally, and older programs call umin, umax and the like.
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a < b ? b : a; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
