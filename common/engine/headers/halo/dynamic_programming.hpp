#pragma once
// CUDA's functions for dynamic programming (DPX): the larger or smaller of two sums, of three numbers, … in a word or in
// both of its halves. Sums wrap around. relu: negative results become 0.

#include "math.hpp"
#include "simd_in_word.hpp"

/// The body of a function of the words x, y, z, whose `expression` knows their halves as the ints a, b, c.
#define HALO_EACH_HALF(Half, expression)                                                                        \
    {                                                                                                           \
        unsigned result = 0;                                                                                    \
        for (int i = 0; i < 2; ++i) {                                                                           \
            const int a = halo_engine::part_of<Half>(x, i), b = halo_engine::part_of<Half>(y, i);               \
            const int c = halo_engine::part_of<Half>(z, i);                                                     \
            result |= halo_engine::as_part<Half>(expression, i);                                                \
        }                                                                                                       \
        return result;                                                                                          \
    }

// `m` is max or min, `compare` is >= or <=.
#define HALO_DPX(m, compare)                                                                                    \
    inline int __vi##m##_s32_relu(int a, int b) { return max(m(a, b), 0); }                                     \
    inline int __vi##m##3_s32(int a, int b, int c) { return m(m(a, b), c); }                                    \
    inline int __vi##m##3_s32_relu(int a, int b, int c) { return max(m(m(a, b), c), 0); }                       \
    inline unsigned __vi##m##3_u32(unsigned a, unsigned b, unsigned c) { return m(m(a, b), c); }                \
    inline int __viadd##m##_s32(int a, int b, int c) { return m(int(unsigned(a) + unsigned(b)), c); }           \
    inline int __viadd##m##_s32_relu(int a, int b, int c) { return max(__viadd##m##_s32(a, b, c), 0); }         \
    inline unsigned __viadd##m##_u32(unsigned a, unsigned b, unsigned c) { return m(a + b, c); }                \
    inline unsigned __vi##m##3_s16x2(unsigned x, unsigned y, unsigned z) HALO_EACH_HALF(short, m(m(a, b), c))   \
    inline unsigned __vi##m##3_u16x2(unsigned x, unsigned y, unsigned z) HALO_EACH_HALF(unsigned short, m(m(a, b), c)) \
    inline unsigned __vi##m##3_s16x2_relu(unsigned x, unsigned y, unsigned z) HALO_EACH_HALF(short, max(m(m(a, b), c), 0)) \
    inline unsigned __vi##m##_s16x2_relu(unsigned x, unsigned y) { return __vi##m##3_s16x2_relu(x, y, y); }     \
    inline unsigned __viadd##m##_s16x2(unsigned x, unsigned y, unsigned z) HALO_EACH_HALF(short, m(int(short(a + b)), c)) \
    inline unsigned __viadd##m##_s16x2_relu(unsigned x, unsigned y, unsigned z)                                 \
        HALO_EACH_HALF(short, max(m(int(short(a + b)), c), 0))                                                  \
    inline unsigned __viadd##m##_u16x2(unsigned x, unsigned y, unsigned z)                                      \
        HALO_EACH_HALF(unsigned short, m(int((unsigned short)(a + b)), c))                                      \
    /* Those with b also say whether the first of the two was taken. */                                         \
    inline int __vib##m##_s32(int a, int b, bool* first)                                                        \
    {                                                                                                           \
        *first = a compare b;                                                                                   \
        return m(a, b);                                                                                         \
    }                                                                                                           \
    inline unsigned __vib##m##_u32(unsigned a, unsigned b, bool* first)                                         \
    {                                                                                                           \
        *first = a compare b;                                                                                   \
        return m(a, b);                                                                                         \
    }                                                                                                           \
    inline unsigned __vib##m##_s16x2(unsigned x, unsigned y, bool* first_high, bool* first_low)                 \
    {                                                                                                           \
        *first_high = short(x >> 16) compare short(y >> 16);                                                    \
        *first_low = short(x) compare short(y);                                                                 \
        return __vi##m##3_s16x2(x, y, y);                                                                       \
    }                                                                                                           \
    inline unsigned __vib##m##_u16x2(unsigned x, unsigned y, bool* first_high, bool* first_low)                 \
    {                                                                                                           \
        *first_high = (x >> 16) compare (y >> 16);                                                              \
        *first_low = (x & 0xffff) compare (y & 0xffff);                                                         \
        return __vi##m##3_u16x2(x, y, y);                                                                       \
    }
HALO_DPX(max, >=)
HALO_DPX(min, <=)
#undef HALO_DPX
#undef HALO_EACH_HALF
