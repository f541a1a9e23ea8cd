#pragma once
// What these headers need of later standards than the program's own, which may be C++14. What a compiler knows in each
// standard is used as it is: `if constexpr`, inline variables, folds.

#include <type_traits>

namespace halo_engine {

/// T, but not deduced from the argument.
template <class T>
struct Itself {
    using type = T;
};
template <class T>
using Given = typename Itself<T>::type;

template <class T, class U> inline constexpr bool is_same = std::is_same<T, U>::value;
template <class T> inline constexpr bool is_number = std::is_arithmetic<T>::value;
template <class T> inline constexpr bool is_float = std::is_floating_point<T>::value;
template <class T> inline constexpr bool is_integer = std::is_integral<T>::value;

constexpr int leading_zeros(unsigned x) { return x == 0 ? 32 : __builtin_clz(x); }
constexpr int leading_zeros(unsigned long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
/// `x` is not 0.
constexpr int trailing_zeros(unsigned x) { return __builtin_ctz(x); }

}  // namespace halo_engine
