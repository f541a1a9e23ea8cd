// CUDA arrays: creating, querying and copying them.

#include "engine/api/places.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/arrays.hpp"
#include "engine/memory/textures.hpp"
#include "engine/session/turn.hpp"

using namespace halo::engine;

namespace {

/// Extents of the largest arrays of any shape. Their product fits into 64 bits.
constexpr std::size_t kMostWidth = 131072, kMostHeight = 65536, kMostDepth = 16384;

/// Sets `place` to the box in the array; an error if the box is not inside.
cudaError_t check_place(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, const Box& box, Pitched& place)
{
    if (!array_place(array, x_bytes, y, 0, place)) return fail(cudaErrorInvalidResourceHandle);
    return box.empty() || array_holds(array, x_bytes, y, 0, box) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t to_array(cudaArray_t target, std::size_t x_bytes, std::size_t y, const Pitched& source, const Box& box,
                     cudaMemcpyKind kind)
{
    Pitched place;
    if (const cudaError_t status = check_pitch(box, source.pitch, source.pitch); status != cudaSuccess) return status;
    const cudaError_t status = check_place(target, x_bytes, y, box, place);
    return status != cudaSuccess ? status : copy_box(place, source, box, kind);
}

cudaError_t from_array(const Pitched& target, cudaArray_const_t source, std::size_t x_bytes, std::size_t y, const Box& box,
                       cudaMemcpyKind kind)
{
    Pitched place;
    if (const cudaError_t status = check_pitch(box, target.pitch, target.pitch); status != cudaSuccess) return status;
    const cudaError_t status = check_place(source, x_bytes, y, box, place);
    return status != cudaSuccess ? status : copy_box(target, place, box, kind);
}

/// Likewise for a run of bytes along the rows of an array, which are stored one after the other.
cudaError_t check_run(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t bytes, Pitched& place)
{
    if (!array_place(array, x_bytes, y, 0, place)) return fail(cudaErrorInvalidResourceHandle);
    const Array& known = *find_array(array);
    const std::size_t before = y * known.row_bytes() + x_bytes;
    return y < known.rows() && x_bytes <= known.row_bytes() && within(before, bytes, known.row_bytes() * known.rows()) ? cudaSuccess
                                                                                            : fail(cudaErrorInvalidValue);
}

cudaError_t then_finish(cudaError_t status) { return status != cudaSuccess ? status : finish(); }

}  // namespace

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned int flags,
                              const char* name, halo_engine::Place at)
{
    gives(array, "cudaMallocArray");
    const Turn turn;
    if (array == nullptr || format == nullptr || extent.width == 0) return fail(cudaErrorInvalidValue);
    const std::size_t element_bytes = element_format(*format).bytes();
    if (element_bytes == 0) return fail(cudaErrorInvalidChannelDescriptor);
    if ((flags & ~unsigned(cudaArrayLayered | cudaArraySurfaceLoadStore)) != 0) return fail(cudaErrorNotSupported);
    if (extent.depth != 0 && extent.height == 0 && (flags & cudaArrayLayered) == 0) return fail(cudaErrorInvalidValue);
    if (extent.width > kMostWidth || extent.height > kMostHeight || extent.depth > kMostDepth) return fail(cudaErrorInvalidValue);
    Array made{*format, extent, flags, element_bytes, nullptr};
    made.memory = Arena::instance().allocate(made.row_bytes() * made.rows() * made.planes(), {name, std::uint32_t(element_bytes)},
                                             {at.file, at.line}, MemoryType::array);
    if (made.memory == nullptr) return fail(cudaErrorMemoryAllocation);
    *array = arrays().add(made);
    return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    on_host();
    const Turn turn;
    if (array == nullptr) return cudaSuccess;
    const Array* known = find_array(array);
    if (known == nullptr) return fail(cudaErrorInvalidResourceHandle);
    for (const Texture* texture : live_textures())
        if (texture->allocation != nullptr && texture->allocation->base == reinterpret_cast<std::uintptr_t>(known->memory)) texture->allocation->under_texture = true;
    Arena::instance().release(known->memory);
    arrays().remove(array);
    return finish();
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags, cudaArray_t array)
{
    gives(format);
    gives(extent);
    gives(flags);
    const Turn turn;
    const Array* known = find_array(array);
    if (known == nullptr) return fail(cudaErrorInvalidResourceHandle);
    if (format != nullptr) *format = known->format;
    if (extent != nullptr) *extent = known->extent;
    if (flags != nullptr) *flags = known->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array)
{
    on_host();
    return format == nullptr ? fail(cudaErrorInvalidValue)
                             : cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t target, size_t x_bytes, size_t y, const void* source, size_t source_pitch,
                                size_t width_bytes, size_t height, cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpy2DToArray", __builtin_return_address(0));
    return then_finish(to_array(target, x_bytes, y, {source, source_pitch}, {width_bytes, height}, kind));
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t target, size_t x_bytes, size_t y, const void* source, size_t source_pitch,
                                     size_t width_bytes, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpy2DToArrayAsync", __builtin_return_address(0));
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    return to_array(target, x_bytes, y, {source, source_pitch}, {width_bytes, height}, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* target, size_t target_pitch, cudaArray_const_t source, size_t x_bytes, size_t y,
                                  size_t width_bytes, size_t height, cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpy2DFromArray", __builtin_return_address(0));
    return then_finish(from_array({target, target_pitch}, source, x_bytes, y, {width_bytes, height}, kind));
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* target, size_t target_pitch, cudaArray_const_t source, size_t x_bytes, size_t y,
                                       size_t width_bytes, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpy2DFromArrayAsync", __builtin_return_address(0));
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    return from_array({target, target_pitch}, source, x_bytes, y, {width_bytes, height}, kind);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t target, size_t target_x_bytes, size_t target_y, cudaArray_const_t source,
                                     size_t source_x_bytes, size_t source_y, size_t width_bytes, size_t height,
                                     cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpy2DArrayToArray", __builtin_return_address(0));
    const Box box{width_bytes, height};
    Pitched place;
    if (const cudaError_t status = check_place(source, source_x_bytes, source_y, box, place); status != cudaSuccess) return status;
    return then_finish(to_array(target, target_x_bytes, target_y, place, box, kind));
}
cudaError_t cudaMemcpyToArray(cudaArray_t target, size_t x_bytes, size_t y, const void* source, size_t bytes,
                              cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpyToArray", __builtin_return_address(0));
    Pitched place;
    const cudaError_t status = check_run(target, x_bytes, y, bytes, place);
    return then_finish(status != cudaSuccess ? status : copy_box(place, {source}, {bytes}, kind));
}
cudaError_t cudaMemcpyFromArray(void* target, cudaArray_const_t source, size_t x_bytes, size_t y, size_t bytes,
                                cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpyFromArray", __builtin_return_address(0));
    Pitched place;
    const cudaError_t status = check_run(source, x_bytes, y, bytes, place);
    return then_finish(status != cudaSuccess ? status : copy_box({target}, place, {bytes}, kind));
}
