#pragma once
// Surface loads and stores in device code: x is in bytes. Like texture fetches, they are not counted.

#include "texture_fetch.hpp"

enum cudaSurfaceBoundaryMode : int { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

namespace halo_engine {

[[gnu::noinline]] Texel surface_read(cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned bytes,
                                     cudaSurfaceBoundaryMode mode) noexcept;
[[gnu::noinline]] void surface_write(Texel value, cudaSurfaceObject_t surface, int x_bytes, int y, int z, unsigned bytes,
                                     cudaSurfaceBoundaryMode mode) noexcept;

/// The first bytes of `raw`; at most 16, as no element is larger.
template <class T>
[[gnu::always_inline]] inline T from_raw(Texel raw)
{
    static_assert(sizeof(T) <= sizeof raw, "a surface element has at most 16 bytes");
    T value;
    __builtin_memcpy(&value, &raw, sizeof value);
    return value;
}
template <class T>
[[gnu::always_inline]] inline Texel to_raw(T value)
{
    static_assert(sizeof(T) <= sizeof(Texel), "a surface element has at most 16 bytes");
    Texel raw{};
    __builtin_memcpy(&raw, &value, sizeof value);
    return raw;
}

}  // namespace halo_engine

// `v = surf2Dread<float>(surface, x * sizeof(float), y)`, or with the address of v first; and stores of a value.
#define HALO_SURFACE_ARGUMENTS(...) __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap
#define HALO_SURFACE(name, parameters, y, z)                                                                           \
    template <class T>                                                                                                 \
    [[gnu::always_inline]] inline T name##read(cudaSurfaceObject_t surface, HALO_SURFACE_ARGUMENTS parameters)          \
    {                                                                                                                  \
        return ::halo_engine::from_raw<T>(::halo_engine::surface_read(surface, x, y, z, sizeof(T), mode));                   \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    [[gnu::always_inline]] inline void name##read(T* value, cudaSurfaceObject_t surface, HALO_SURFACE_ARGUMENTS parameters) \
    {                                                                                                                  \
        *value = ::halo_engine::from_raw<T>(::halo_engine::surface_read(surface, x, y, z, sizeof(T), mode));                 \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    [[gnu::always_inline]] inline void name##write(T value, cudaSurfaceObject_t surface, HALO_SURFACE_ARGUMENTS parameters) \
    {                                                                                                                  \
        ::halo_engine::surface_write(::halo_engine::to_raw(value), surface, x, y, z, sizeof(T), mode);                       \
    }
HALO_SURFACE(surf1D, (int x), 0, 0)
HALO_SURFACE(surf2D, (int x, int y), y, 0)
HALO_SURFACE(surf3D, (int x, int y, int z), y, z)
HALO_SURFACE(surf1DLayered, (int x, int layer), 0, layer)
HALO_SURFACE(surf2DLayered, (int x, int y, int layer), y, layer)
#undef HALO_SURFACE
#undef HALO_SURFACE_ARGUMENTS
