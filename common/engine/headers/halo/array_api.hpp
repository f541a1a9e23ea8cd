#pragma once
// CUDA arrays: memory with a shape and an element format, for textures and surfaces. Here their rows are stored one after
// the other; a card's internal order is not visible to programs.

#include "memory_api.hpp"

enum cudaChannelFormatKind : int {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3,
};
struct cudaChannelFormatDesc {
    int x, y, z, w;
    cudaChannelFormatKind f;
};
constexpr cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return {x, y, z, w, kind};
}
namespace halo_engine {

/// The format of elements with `count` components C.
template <class C>
constexpr cudaChannelFormatDesc format_of(int count)
{
    const int bits = 8 * int(sizeof(C));
    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
            is_float<C>                  ? cudaChannelFormatKindFloat
            : std::is_signed<C>::value ? cudaChannelFormatKindSigned
                                         : cudaChannelFormatKindUnsigned};
}

}  // namespace halo_engine

/// The format of T: an arithmetic type, or a vector type with 1, 2 or 4 components.
template <class T>
constexpr cudaChannelFormatDesc cudaCreateChannelDesc()
{
    if constexpr (halo_engine::is_number<T>)
        return halo_engine::format_of<T>(1);
    else
        return halo_engine::format_of<decltype(T::x)>(int(sizeof(T) / sizeof(T::x)));
}
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }

#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08

/// Height 0: one-dimensional; depth 0: two-dimensional. With cudaArrayLayered, the depth is the number of layers.
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags = cudaArrayDefault, const char* name = "",
                              halo_engine::Place at = HALO_HERE);
inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                                   size_t height = 0, unsigned int flags = cudaArrayDefault, const char* name = "",
                                   halo_engine::Place at = HALO_HERE)
{
    return cudaMalloc3DArray(array, format, {width, height, 0}, flags, name, at);
}
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);

// Offsets and widths are in bytes, heights in rows.
cudaError_t cudaMemcpy2DToArray(cudaArray_t target, size_t x_bytes, size_t y, const void* source, size_t source_pitch,
                                size_t width_bytes, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t target, size_t x_bytes, size_t y, const void* source, size_t source_pitch,
                                     size_t width_bytes, size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* target, size_t target_pitch, cudaArray_const_t source, size_t x_bytes, size_t y,
                                  size_t width_bytes, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* target, size_t target_pitch, cudaArray_const_t source, size_t x_bytes, size_t y,
                                       size_t width_bytes, size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t target, size_t target_x_bytes, size_t target_y, cudaArray_const_t source,
                                     size_t source_x_bytes, size_t source_y, size_t width_bytes, size_t height,
                                     cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
/// `bytes` in the order of the array's rows, from (x_bytes, y) on.
cudaError_t cudaMemcpyToArray(cudaArray_t target, size_t x_bytes, size_t y, const void* source, size_t bytes,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* target, cudaArray_const_t source, size_t x_bytes, size_t y, size_t bytes,
                                cudaMemcpyKind kind);
