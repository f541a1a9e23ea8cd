#pragma once
// Functions on the two halves or four bytes of a word: __vadd4, __vmaxs2, …

#include <limits>

#include "integers.hpp"

namespace halo_engine {

/// A word that is `value`, truncated to the part, in part i, and elsewhere 0.
template <class Part>
constexpr unsigned as_part(int value, int i)
{
    constexpr int bits = 8 * int(sizeof(Part));
    return (unsigned(value) & ((1u << bits) - 1)) << (bits * i);
}

template <class Part>
constexpr int saturated(int x)
{
    using Limits = std::numeric_limits<Part>;
    return x < int(Limits::min()) ? int(Limits::min()) : x > int(Limits::max()) ? int(Limits::max()) : x;
}

constexpr int distance(int a, int b) { return a < b ? b - a : a - b; }

}  // namespace halo_engine

// Both widths of a function, whose `expression` knows the type Part and its values `a` and `b` as int. No templates with lambdas: every file would
// instantiate eighty of them, whether it calls one or not.
#define HALO_EACH_PART(PartOfWord, x, y, expression)                                                                     \
    {                                                                                                                    \
        using Part = PartOfWord;                                                                                         \
        unsigned result = 0;                                                                                             \
        for (int i = 0; i < int(4 / sizeof(Part)); ++i) {                                                                \
            const int a = halo_engine::part_of<Part>(x, i);                                                              \
            [[maybe_unused]] const int b = halo_engine::part_of<Part>(y, i);                                             \
            result |= halo_engine::as_part<Part>(expression, i);                                                         \
        }                                                                                                                \
        return result;                                                                                                   \
    }
#define HALO_BINARY(name, Part4, Part2, expression)                                      \
    inline unsigned name##4(unsigned x, unsigned y) HALO_EACH_PART(Part4, x, y, expression) \
    inline unsigned name##2(unsigned x, unsigned y) HALO_EACH_PART(Part2, x, y, expression)
#define HALO_SIGNED(name, expression) HALO_BINARY(name, signed char, short, expression)
#define HALO_UNSIGNED(name, expression) HALO_BINARY(name, unsigned char, unsigned short, expression)
HALO_UNSIGNED(__vadd, a + b)
HALO_UNSIGNED(__vsub, a - b)
HALO_SIGNED(__vaddss, halo_engine::saturated<Part>(a + b))
HALO_UNSIGNED(__vaddus, halo_engine::saturated<Part>(a + b))
HALO_SIGNED(__vsubss, halo_engine::saturated<Part>(a - b))
HALO_UNSIGNED(__vsubus, halo_engine::saturated<Part>(a - b))
HALO_SIGNED(__vavgs, (a + b + (a + b >= 0)) >> 1)
HALO_UNSIGNED(__vavgu, (a + b + 1) >> 1)
HALO_UNSIGNED(__vhaddu, (a + b) >> 1)
HALO_SIGNED(__vmins, a < b ? a : b)
HALO_UNSIGNED(__vminu, a < b ? a : b)
HALO_SIGNED(__vmaxs, a < b ? b : a)
HALO_UNSIGNED(__vmaxu, a < b ? b : a)
HALO_SIGNED(__vabsdiffs, halo_engine::distance(a, b))
HALO_UNSIGNED(__vabsdiffu, halo_engine::distance(a, b))
// Comparisons: __vcmp sets all bits of the part, __vset sets it to 1.
#define HALO_COMPARE(name, compare)                                 \
    HALO_SIGNED(__vcmp##name##s, (a compare b) ? -1 : 0)            \
    HALO_UNSIGNED(__vcmp##name##u, (a compare b) ? -1 : 0)          \
    HALO_SIGNED(__vset##name##s, (a compare b) ? 1 : 0)             \
    HALO_UNSIGNED(__vset##name##u, (a compare b) ? 1 : 0)
HALO_COMPARE(gt, >)
HALO_COMPARE(ge, >=)
HALO_COMPARE(lt, <)
HALO_COMPARE(le, <=)
#undef HALO_COMPARE
HALO_UNSIGNED(__vcmpeq, a == b ? -1 : 0)
HALO_UNSIGNED(__vcmpne, a != b ? -1 : 0)
HALO_UNSIGNED(__vseteq, a == b ? 1 : 0)
HALO_UNSIGNED(__vsetne, a != b ? 1 : 0)
#undef HALO_BINARY

#define HALO_BINARY(name, Part4, Part2, expression)                          \
    inline unsigned name##4(unsigned x) HALO_EACH_PART(Part4, x, 0u, expression) \
    inline unsigned name##2(unsigned x) HALO_EACH_PART(Part2, x, 0u, expression)
HALO_SIGNED(__vabs, a < 0 ? -a : a)
HALO_SIGNED(__vabsss, halo_engine::saturated<Part>(a < 0 ? -a : a))
HALO_SIGNED(__vneg, -a)
HALO_SIGNED(__vnegss, halo_engine::saturated<Part>(-a))
#undef HALO_BINARY
#undef HALO_EACH_PART
#undef HALO_SIGNED
#undef HALO_UNSIGNED

// Sums of absolute differences.
inline unsigned __vsads4(unsigned a, unsigned b) { return halo_engine::dot_product<unsigned char, unsigned char>(__vabsdiffs4(a, b), 0x01010101u, 0u, 0); }
inline unsigned __vsadu4(unsigned a, unsigned b) { return halo_engine::dot_product<unsigned char, unsigned char>(__vabsdiffu4(a, b), 0x01010101u, 0u, 0); }
inline unsigned __vsads2(unsigned a, unsigned b) { return (__vabsdiffs2(a, b) & 0xffff) + (__vabsdiffs2(a, b) >> 16); }
inline unsigned __vsadu2(unsigned a, unsigned b) { return (__vabsdiffu2(a, b) & 0xffff) + (__vabsdiffu2(a, b) >> 16); }
