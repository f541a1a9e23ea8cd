// CUDA's copies and fills. Each is a box of bytes; a plain copy has one row.

#include <utility>

#include "engine/api/places.hpp"
#include "engine/headers/halo/memory_api.hpp"
#include "engine/memory/arrays.hpp"

using namespace halo::engine;

namespace {

/// An asynchronous call.
template <class Work>
cudaError_t on_stream(cudaStream_t stream, Work work)
{
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    return work();
}

template <class Work>
cudaError_t synchronously(Work work)
{
    const cudaError_t status = work();
    return status != cudaSuccess ? status : finish();
}

cudaError_t copy_flat(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind)
{
    return copy_box({target}, {source}, {bytes}, kind);
}

cudaError_t copy_2d(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
                    std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    if (const cudaError_t status = check_pitch({width, height}, target_pitch, source_pitch); status != cudaSuccess) return status;
    return copy_box({target, target_pitch}, {source, source_pitch}, {width, height}, kind);
}

cudaError_t check_devices(int target, int source)
{
    return target == 0 && source == 0 ? cudaSuccess : fail(cudaErrorInvalidDevice);
}

/// Source or target of a 3D copy: an array, or pitched memory. Positions along x are in elements for an array, else in
/// bytes.
bool locate(cudaArray_t array, const cudaPos& position, const cudaPitchedPtr& pointer, std::size_t element_bytes, Pitched& out)
{
    if (array != nullptr) return array_place(array, position.x * element_bytes, position.y, position.z, out);
    out = {static_cast<char*>(pointer.ptr) + position.z * pointer.pitch * pointer.ysize + position.y * pointer.pitch + position.x,
           pointer.pitch, pointer.pitch * pointer.ysize};
    return pointer.ptr != nullptr;
}

cudaError_t copy_3d(const cudaMemcpy3DParms* p)
{
    if (p == nullptr) return fail(cudaErrorInvalidValue);
    if ((p->srcArray == nullptr) == (p->srcPtr.ptr == nullptr)) return fail(cudaErrorInvalidValue);
    if ((p->dstArray == nullptr) == (p->dstPtr.ptr == nullptr)) return fail(cudaErrorInvalidValue);
    std::size_t element_bytes = 1;
    for (const cudaArray_t array : {p->srcArray, p->dstArray}) {
        if (array == nullptr) continue;
        const std::size_t bytes = array_element_bytes(array);
        if (bytes == 0) return fail(cudaErrorInvalidResourceHandle);
        if (element_bytes != 1 && element_bytes != bytes) return fail(cudaErrorInvalidValue);
        element_bytes = bytes;
    }
    const Box box{p->extent.width * element_bytes, p->extent.height, p->extent.depth};
    Pitched target, source;
    if (!locate(p->dstArray, p->dstPos, p->dstPtr, element_bytes, target)) return fail(cudaErrorInvalidValue);
    if (!locate(p->srcArray, p->srcPos, p->srcPtr, element_bytes, source)) return fail(cudaErrorInvalidValue);
    for (const auto& [array, position] : {std::pair{p->srcArray, p->srcPos}, std::pair{p->dstArray, p->dstPos}})
        if (array != nullptr && !array_holds(array, position.x * element_bytes, position.y, position.z, box))
            return fail(cudaErrorInvalidValue);
    return copy_box(target, source, box, p->kind);
}

cudaError_t fill_3d(const cudaPitchedPtr& target, int value, const cudaExtent& extent)
{
    return fill_box({target.ptr, target.pitch, target.pitch * target.ysize}, value,
                    {extent.width, extent.height, extent.depth});
}

}  // namespace

cudaError_t cudaMemcpy(void* target, const void* source, size_t bytes, cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpy", __builtin_return_address(0));
    return synchronously([&] { return copy_flat(target, source, bytes, kind); });
}
cudaError_t cudaMemcpyAsync(void* target, const void* source, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpyAsync", __builtin_return_address(0));
    return on_stream(stream, [&] { return copy_flat(target, source, bytes, kind); });
}
cudaError_t cudaMemcpyPeer(void* target, int target_device, const void* source, int source_device, size_t bytes)
{
    const CalledCopy called("cudaMemcpyPeer", __builtin_return_address(0));
    if (const cudaError_t status = check_devices(target_device, source_device); status != cudaSuccess) return status;
    return synchronously([&] { return copy_flat(target, source, bytes, cudaMemcpyDeviceToDevice); });
}
cudaError_t cudaMemcpyPeerAsync(void* target, int target_device, const void* source, int source_device, size_t bytes,
                                cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpyPeerAsync", __builtin_return_address(0));
    if (const cudaError_t status = check_devices(target_device, source_device); status != cudaSuccess) return status;
    return on_stream(stream, [&] { return copy_flat(target, source, bytes, cudaMemcpyDeviceToDevice); });
}
cudaError_t cudaMemcpy2D(void* target, size_t target_pitch, const void* source, size_t source_pitch, size_t width_bytes,
                         size_t height, cudaMemcpyKind kind)
{
    const CalledCopy called("cudaMemcpy2D", __builtin_return_address(0));
    return synchronously([&] { return copy_2d(target, target_pitch, source, source_pitch, width_bytes, height, kind); });
}
cudaError_t cudaMemcpy2DAsync(void* target, size_t target_pitch, const void* source, size_t source_pitch,
                              size_t width_bytes, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpy2DAsync", __builtin_return_address(0));
    return on_stream(stream, [&] { return copy_2d(target, target_pitch, source, source_pitch, width_bytes, height, kind); });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters)
{
    const CalledCopy called("cudaMemcpy3D", __builtin_return_address(0));
    return synchronously([&] { return copy_3d(parameters); });
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpy3DAsync", __builtin_return_address(0));
    return on_stream(stream, [&] { return copy_3d(parameters); });
}

cudaError_t cudaMemset(void* target, int value, size_t bytes)
{
    const CalledCopy called("cudaMemset", __builtin_return_address(0));
    return synchronously([&] { return fill_box({target}, value, {bytes}); });
}
cudaError_t cudaMemsetAsync(void* target, int value, size_t bytes, cudaStream_t stream)
{
    const CalledCopy called("cudaMemsetAsync", __builtin_return_address(0));
    return on_stream(stream, [&] { return fill_box({target}, value, {bytes}); });
}
cudaError_t cudaMemset2D(void* target, size_t pitch, int value, size_t width_bytes, size_t height)
{
    const CalledCopy called("cudaMemset2D", __builtin_return_address(0));
    return synchronously([&] { return fill_box({target, pitch}, value, {width_bytes, height}); });
}
cudaError_t cudaMemset2DAsync(void* target, size_t pitch, int value, size_t width_bytes, size_t height, cudaStream_t stream)
{
    const CalledCopy called("cudaMemset2DAsync", __builtin_return_address(0));
    return on_stream(stream, [&] { return fill_box({target, pitch}, value, {width_bytes, height}); });
}
cudaError_t cudaMemset3D(cudaPitchedPtr target, int value, cudaExtent extent)
{
    const CalledCopy called("cudaMemset3D", __builtin_return_address(0));
    return synchronously([&] { return fill_3d(target, value, extent); });
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr target, int value, cudaExtent extent, cudaStream_t stream)
{
    const CalledCopy called("cudaMemset3DAsync", __builtin_return_address(0));
    return on_stream(stream, [&] { return fill_3d(target, value, extent); });
}
