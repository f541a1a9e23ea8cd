#pragma once
// char1 … double4, dim3, and the make_… functions, with CUDA's layout and alignment.

#define HALO_VECTOR(name, type, size)                                                                  \
    struct name##1 { type x; };                                                                        \
    struct alignas(2 * (size)) name##2 { type x, y; };                                                 \
    struct name##3 { type x, y, z; };                                                                  \
    struct alignas((size) == 8 ? 16 : 4 * (size)) name##4 { type x, y, z, w; };                        \
    constexpr name##1 make_##name##1(type x) { return {x}; }                                           \
    constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }                                \
    constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                     \
    constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

HALO_VECTOR(char, signed char, 1)
HALO_VECTOR(uchar, unsigned char, 1)
HALO_VECTOR(short, short, 2)
HALO_VECTOR(ushort, unsigned short, 2)
HALO_VECTOR(int, int, 4)
HALO_VECTOR(uint, unsigned int, 4)
HALO_VECTOR(long, long, 8)
HALO_VECTOR(ulong, unsigned long, 8)
HALO_VECTOR(longlong, long long, 8)
HALO_VECTOR(ulonglong, unsigned long long, 8)
HALO_VECTOR(float, float, 4)
HALO_VECTOR(double, double, 8)
#undef HALO_VECTOR

struct dim3 {
    unsigned int x = 1, y = 1, z = 1;
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
