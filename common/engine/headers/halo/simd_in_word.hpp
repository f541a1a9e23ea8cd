#pragma once
// Functions on the two halves or four bytes of a word: __vadd4, __vmaxs2, …

#include <limits>

#include "integers.hpp"

namespace halo_engine {

/// `change(a[i], b[i])` for each part of two words, truncated to the part.
template <class Part, class Change>
constexpr unsigned each_part(unsigned a, unsigned b, Change change)
{
    constexpr int bits = 8 * int(sizeof(Part));
    unsigned result = 0;
    for (int i = 0; i < 32 / bits; ++i)
        result |= (unsigned(change(int(part_of<Part>(a, i)), int(part_of<Part>(b, i)))) & ((1u << bits) - 1)) << (bits * i);
    return result;
}

template <class Part>
constexpr int saturated(int x)
{
    using Limits = std::numeric_limits<Part>;
    return x < int(Limits::min()) ? int(Limits::min()) : x > int(Limits::max()) ? int(Limits::max()) : x;
}

constexpr int distance(int a, int b) { return a < b ? b - a : a - b; }

}  // namespace halo_engine

// Both widths of a function: `S` and `U` are the signed and the unsigned part, `a` and `b` its values as int.
#define HALO_BINARY(name, Part4, Part2, expression)                                                                      \
    inline unsigned name##4(unsigned x, unsigned y)                                                                      \
    {                                                                                                                    \
        using Part = Part4;                                                                                              \
        return halo_engine::each_part<Part>(x, y, [](int a, int b) -> int { return expression; });                          \
    }                                                                                                                    \
    inline unsigned name##2(unsigned x, unsigned y)                                                                      \
    {                                                                                                                    \
        using Part = Part2;                                                                                              \
        return halo_engine::each_part<Part>(x, y, [](int a, int b) -> int { return expression; });                          \
    }
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

#define HALO_BINARY(name, Part4, Part2, expression)                                                                      \
    inline unsigned name##4(unsigned x)                                                                                  \
    {                                                                                                                    \
        using Part = Part4;                                                                                              \
        return halo_engine::each_part<Part>(x, 0, [](int a, int) -> int { return expression; });                            \
    }                                                                                                                    \
    inline unsigned name##2(unsigned x)                                                                                  \
    {                                                                                                                    \
        using Part = Part2;                                                                                              \
        return halo_engine::each_part<Part>(x, 0, [](int a, int) -> int { return expression; });                            \
    }
HALO_SIGNED(__vabs, a < 0 ? -a : a)
HALO_SIGNED(__vabsss, halo_engine::saturated<Part>(a < 0 ? -a : a))
HALO_SIGNED(__vneg, -a)
HALO_SIGNED(__vnegss, halo_engine::saturated<Part>(-a))
#undef HALO_BINARY
#undef HALO_SIGNED
#undef HALO_UNSIGNED

// Sums of absolute differences.
inline unsigned __vsads4(unsigned a, unsigned b) { return halo_engine::dot_product<unsigned char, unsigned char>(__vabsdiffs4(a, b), 0x01010101u, 0u, 0); }
inline unsigned __vsadu4(unsigned a, unsigned b) { return halo_engine::dot_product<unsigned char, unsigned char>(__vabsdiffu4(a, b), 0x01010101u, 0u, 0); }
inline unsigned __vsads2(unsigned a, unsigned b) { return (__vabsdiffs2(a, b) & 0xffff) + (__vabsdiffs2(a, b) >> 16); }
inline unsigned __vsadu2(unsigned a, unsigned b) { return (__vabsdiffu2(a, b) & 0xffff) + (__vabsdiffu2(a, b) >> 16); }
