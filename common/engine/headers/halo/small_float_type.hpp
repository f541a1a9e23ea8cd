// No #pragma once: half.hpp and bfloat16.hpp include this once each, with the names of their types.

struct alignas(2) HALO_SMALL {
    HALO_SMALL() = default;
    HALO_SMALL(HALO_RAW raw) : bits_(raw.x) {}
    HALO_SMALL(float x) : bits_(HALO_BITS(double(x))) {}
    HALO_SMALL(double x) : bits_(HALO_BITS(x)) {}
    HALO_SMALL(short x) : HALO_SMALL(double(x)) {}
    HALO_SMALL(unsigned short x) : HALO_SMALL(double(x)) {}
    HALO_SMALL(int x) : HALO_SMALL(double(x)) {}
    HALO_SMALL(unsigned x) : HALO_SMALL(double(x)) {}
    HALO_SMALL(long x) : HALO_SMALL((long long)x) {}
    HALO_SMALL(unsigned long x) : HALO_SMALL((unsigned long long)x) {}
    HALO_SMALL(long long x) : HALO_SMALL(::halo_engine::odd_double(x)) {}
    HALO_SMALL(unsigned long long x) : HALO_SMALL(::halo_engine::odd_double(x)) {}
    /// The other of __half and __nv_bfloat16. A template, as that may not be defined here.
    template <class Other, std::enable_if_t<::halo_engine::is_same<Other, HALO_OTHER>, int> = 0>
    explicit HALO_SMALL(const Other& x) : HALO_SMALL(float(x))
    {
    }

    operator HALO_RAW() const { return {bits_}; }
    operator float() const { return HALO_VALUE(bits_); }
    operator bool() const { return (bits_ & 0x7fff) != 0; }
    operator char() const { return char(::halo_engine::clamped<signed char>(*this)); }
    operator signed char() const { return ::halo_engine::clamped<signed char>(*this); }
    operator unsigned char() const { return ::halo_engine::clamped<unsigned char>(*this); }
    operator short() const { return ::halo_engine::clamped<short>(*this); }
    operator unsigned short() const { return ::halo_engine::clamped<unsigned short>(*this); }
    operator int() const { return ::halo_engine::to_int(float(*this), ::halo_engine::Rounding::zero); }
    operator unsigned() const { return ::halo_engine::to_uint(float(*this), ::halo_engine::Rounding::zero); }
    operator long() const { return ::halo_engine::to_ll(float(*this), ::halo_engine::Rounding::zero); }
    operator unsigned long() const { return ::halo_engine::to_ull(float(*this), ::halo_engine::Rounding::zero); }
    operator long long() const { return ::halo_engine::to_ll(float(*this), ::halo_engine::Rounding::zero); }
    operator unsigned long long() const { return ::halo_engine::to_ull(float(*this), ::halo_engine::Rounding::zero); }

private:
    unsigned short bits_;
};

struct alignas(4) HALO_SMALL2 {
    HALO_SMALL x, y;
    HALO_SMALL2() = default;
    HALO_SMALL2(const HALO_SMALL& first, const HALO_SMALL& second) : x(first), y(second) {}
    HALO_SMALL2(const HALO_RAW2& raw) : x(HALO_RAW{raw.x}), y(HALO_RAW{raw.y}) {}
    operator HALO_RAW2() const { return {HALO_RAW(x).x, HALO_RAW(y).x}; }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wc++17-extensions"   // with -std=c++14
template <> inline constexpr bool halo_engine::is_loadable<HALO_SMALL> = true;
template <> inline constexpr bool halo_engine::is_loadable<HALO_SMALL2> = true;
template <> inline constexpr bool halo_engine::can_add<HALO_SMALL> = true;
template <> inline constexpr bool halo_engine::can_add<HALO_SMALL2> = true;
template <> inline constexpr bool halo_engine::can_shuffle<HALO_SMALL> = true;
template <> inline constexpr bool halo_engine::can_shuffle<HALO_SMALL2> = true;
#pragma GCC diagnostic pop
