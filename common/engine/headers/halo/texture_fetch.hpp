#pragma once
// Texture fetches in device code. They cannot leave the texture, and are not global loads: no counter includes them.
//
// Linear filtering uses a card's weights, with fractions rounded to 1/256.

#include <cstdint>

#include "standards.hpp"
#include "texture_api.hpp"

namespace halo_engine {

/// Four lanes of 32 bits: the result of every fetch, regardless of the texture's format.
struct Texel {
    std::uint64_t xy, zw;
};

/// Uses the first `dimensions` of x, y, z; `layer` only in a layered texture.
[[gnu::noinline]] Texel fetch(cudaTextureObject_t texture, int dimensions, float x, float y, float z, int layer) noexcept;
[[gnu::noinline]] Texel fetch_linear(cudaTextureObject_t texture, int index) noexcept;

/// One 32-bit lane as a component: integers are truncated to its width.
template <class C>
[[gnu::always_inline]] inline C component(std::uint64_t lanes, int high)
{
    const auto bits = static_cast<std::uint32_t>(lanes >> 32 * high);
    if constexpr (is_same<C, float>)
        return __builtin_bit_cast(float, bits);
    else
        return static_cast<C>(bits);
}

template <class T>
[[gnu::always_inline]] inline T texel_as(Texel texel)
{
    if constexpr (is_number<T>) {
        static_assert(sizeof(T) <= 4, "a texture element is read as components of at most 32 bits");
        return component<T>(texel.xy, 0);
    } else {
        using C = decltype(T::x);
        constexpr std::size_t components = sizeof(T) / sizeof(C);
        static_assert(sizeof(C) <= 4 && components != 3, "a texture element has 1, 2 or 4 components of at most 32 bits");
        T value;
        value.x = component<C>(texel.xy, 0);
        if constexpr (components > 1) value.y = component<C>(texel.xy, 1);
        if constexpr (components > 2) {
            value.z = component<C>(texel.zw, 0);
            value.w = component<C>(texel.zw, 1);
        }
        return value;
    }
}

}  // namespace halo_engine

// Each in both of CUDA's forms: `v = tex2D<float>(texture, x, y)` and `tex2D(&v, texture, x, y)`.
#define HALO_FETCH(name, parameters, call)                                                   \
    template <class T>                                                                       \
    [[gnu::always_inline]] inline T name parameters                                          \
    {                                                                                        \
        return ::halo_engine::texel_as<T>(::halo_engine::call);                                    \
    }
#define HALO_FETCH_TO(name, parameters, call)                                                \
    template <class T>                                                                       \
    [[gnu::always_inline]] inline void name parameters                                       \
    {                                                                                        \
        *value = ::halo_engine::texel_as<T>(::halo_engine::call);                                  \
    }
HALO_FETCH(tex1Dfetch, (cudaTextureObject_t texture, int i), fetch_linear(texture, i))
HALO_FETCH(tex1D, (cudaTextureObject_t texture, float x), fetch(texture, 1, x, 0, 0, 0))
HALO_FETCH(tex2D, (cudaTextureObject_t texture, float x, float y), fetch(texture, 2, x, y, 0, 0))
HALO_FETCH(tex3D, (cudaTextureObject_t texture, float x, float y, float z), fetch(texture, 3, x, y, z, 0))
HALO_FETCH(tex1DLayered, (cudaTextureObject_t texture, float x, int layer), fetch(texture, 1, x, 0, 0, layer))
HALO_FETCH(tex2DLayered, (cudaTextureObject_t texture, float x, float y, int layer), fetch(texture, 2, x, y, 0, layer))
HALO_FETCH_TO(tex1Dfetch, (T * value, cudaTextureObject_t texture, int i), fetch_linear(texture, i))
HALO_FETCH_TO(tex1D, (T * value, cudaTextureObject_t texture, float x), fetch(texture, 1, x, 0, 0, 0))
HALO_FETCH_TO(tex2D, (T * value, cudaTextureObject_t texture, float x, float y), fetch(texture, 2, x, y, 0, 0))
HALO_FETCH_TO(tex3D, (T * value, cudaTextureObject_t texture, float x, float y, float z), fetch(texture, 3, x, y, z, 0))
#undef HALO_FETCH
#undef HALO_FETCH_TO
