#pragma once
// Device memory, pinned host memory and managed memory: allocation, copies, fills.
//
// Asynchronous calls are finished when they return, as all calls here. `name` and `at` of an allocation are for messages;
// the translator fills in the name of the pointer.

#include <cstdint>
#include <cstdlib>

#include "memory_types.hpp"
#include "place.hpp"
#include "standards.hpp"
#include "stream_api.hpp"

namespace halo_engine {

/// An allocation's name in messages, and what its pointer points to. Sizes in bytes; 0: not known.
struct Named {
    const char* name;
    unsigned element_bytes = 0;
    unsigned scalar_bytes = 0;   ///< of a number, or of a vector's component
    bool is_float = false;
};
/// The type of a vector's components; void if it is not a vector of numbers.
template <class T> std::enable_if_t<is_number<decltype(T::x)>, decltype(T::x)> component_of(int);
template <class T> void component_of(long);
/// 0 for void and for a type that is not defined here.
template <class T> constexpr unsigned size_of(std::enable_if_t<!std::is_void<T>::value, decltype(sizeof(T))>*) { return sizeof(T); }
template <class T> constexpr unsigned size_of(...) { return 0; }

template <class T>
Named named(const char* name)
{
    using Scalar = std::conditional_t<is_number<T>, T, decltype(component_of<T>(0))>;
    return {name, size_of<T>(nullptr), size_of<Scalar>(nullptr), is_float<Scalar>};
}

cudaError_t allocate(void** pointer, size_t bytes, Named named, Place at);
cudaError_t allocate_managed(void** pointer, size_t bytes, unsigned int flags, Named named, Place at);
cudaError_t allocate_host(void** pointer, size_t bytes, unsigned int flags, Named named, Place at);
cudaError_t allocate_pitched(cudaPitchedPtr* pitched, cudaExtent extent, Named named, Place at);
cudaError_t host_device_pointer(void** device, void* host, unsigned int flags);
/// A block that malloc has just returned; `name` as above. The translator calls it where a pointer is set by malloc or calloc.
void* named_block(void* block, const char* name);

/// Converts pointers to pointers of any type to `void**`, as CUDA's own templates do; also of const.
template <class T>
void** any(T** pointer)
{
    return reinterpret_cast<void**>(const_cast<std::remove_cv_t<T>**>(pointer));
}

}  // namespace halo_engine

template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes, const char* name = "",
                              halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate(halo_engine::any(pointer), bytes, halo_engine::named<T>(name), at);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal,
                                     const char* name = "", halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_managed(halo_engine::any(pointer), bytes, flags, halo_engine::named<T>(name), at);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = cudaHostAllocDefault,
                                  const char* name = "", halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_host(halo_engine::any(pointer), bytes, flags, halo_engine::named<T>(name), at);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags, const char* name = "",
                                 halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_host(halo_engine::any(pointer), bytes, flags, halo_engine::named<T>(name), at);
}
/// Rows start at multiples of 512 bytes.
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width_bytes, size_t height, const char* name = "",
                                   halo_engine::Place at = HALO_HERE)
{
    if (pointer == nullptr || pitch == nullptr) return halo_engine::allocate_pitched(nullptr, {}, halo_engine::named<T>(name), at);
    cudaPitchedPtr rows{};
    const cudaError_t status = halo_engine::allocate_pitched(&rows, {width_bytes, height, 1}, halo_engine::named<T>(name), at);
    *pointer = static_cast<T*>(rows.ptr);
    *pitch = rows.pitch;
    return status;
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent, const char* name = "",
                                halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_pitched(pitched, extent, {name}, at);
}

// Calls that fit none of these. Only the text of the attribute is reported, at the call.
#define HALO_NEEDS_ADDRESS(call) [[gnu::error(call " needs the address of the pointer, as in " call "(&d_in, bytes)")]]
template <class T>
HALO_NEEDS_ADDRESS("cudaMalloc")
cudaError_t cudaMalloc(T* pointer, size_t bytes, const char* name = "");
template <class T>
HALO_NEEDS_ADDRESS("cudaMallocManaged")
cudaError_t cudaMallocManaged(T* pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal, const char* name = "");
template <class T>
HALO_NEEDS_ADDRESS("cudaMallocHost")
cudaError_t cudaMallocHost(T* pointer, size_t bytes, unsigned int flags = cudaHostAllocDefault, const char* name = "");
[[gnu::error("cudaMalloc takes the address of a pointer and a number of bytes, as in cudaMalloc(&d_in, bytes)")]]
cudaError_t cudaMalloc(...);
#undef HALO_NEEDS_ADDRESS

cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer);
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags)
{
    return halo_engine::host_device_pointer(halo_engine::any(device), host, flags);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

cudaError_t cudaMemcpy(void* target, const void* source, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* target, const void* source, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyPeer(void* target, int target_device, const void* source, int source_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* target, int target_device, const void* source, int source_device, size_t bytes,
                                cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* target, size_t target_pitch, const void* source, size_t source_pitch, size_t width_bytes,
                         size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* target, size_t target_pitch, const void* source, size_t source_pitch,
                              size_t width_bytes, size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);

/// One batch in the order of a stream, which is not the default one. `first[i]`: the first copy that has attributes[i].
cudaError_t cudaMemcpyBatchAsync(void* const* targets, const void* const* sources, const size_t* bytes, size_t count,
                                 cudaMemcpyAttributes* attributes, size_t* first, size_t attribute_count, cudaStream_t stream);
template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* targets, U* const* sources, const size_t* bytes, size_t count,
                                        cudaMemcpyAttributes* attributes, size_t* first, size_t attribute_count, cudaStream_t stream)
{
    return cudaMemcpyBatchAsync((void* const*)targets, (const void* const*)sources, bytes, count, attributes, first, attribute_count, stream);
}
/// All copies have the same attributes.
template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* targets, U* const* sources, const size_t* bytes, size_t count,
                                        cudaMemcpyAttributes attributes, cudaStream_t stream)
{
    size_t first = 0;
    return cudaMemcpyBatchAsync((void* const*)targets, (const void* const*)sources, bytes, count, &attributes, &first, 1, stream);
}
/// CUDA 12 also says which copy fails; SIZE_MAX: not one alone.
template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* targets, U* const* sources, size_t* bytes, size_t count, cudaMemcpyAttributes* attributes,
                                        size_t* first, size_t attribute_count, size_t* failed, cudaStream_t stream)
{
    const cudaError_t status =
        cudaMemcpyBatchAsync((void* const*)targets, (const void* const*)sources, bytes, count, attributes, first, attribute_count, stream);
    if (status != cudaSuccess && failed != nullptr) *failed = SIZE_MAX;
    return status;
}

/// Likewise, of boxes in pitched memory or CUDA arrays. `flags`: 0.
cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* copies, unsigned long long flags, cudaStream_t stream);
/// CUDA 12 also says which copy fails; SIZE_MAX: not one alone.
inline cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* copies, size_t* failed, unsigned long long flags, cudaStream_t stream)
{
    const cudaError_t status = cudaMemcpy3DBatchAsync(count, copies, flags, stream);
    if (status != cudaSuccess && failed != nullptr) *failed = SIZE_MAX;
    return status;
}

cudaError_t cudaMemset(void* target, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* target, int value, size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* target, size_t pitch, int value, size_t width_bytes, size_t height);
cudaError_t cudaMemset2DAsync(void* target, size_t pitch, int value, size_t width_bytes, size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr target, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr target, int value, cudaExtent extent, cudaStream_t stream = nullptr);

// The arguments are checked; no memory is moved.
// CUDA 13 takes a location where CUDA 12 takes a device.
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, const void* pointer, size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle);
