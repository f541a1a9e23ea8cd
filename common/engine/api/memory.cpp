// Allocation of device, host and managed memory, and queries about pointers.

#include "engine/headers/halo/memory_api.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "engine/memory/host_arrays.hpp"
#include "engine/memory/host_memory.hpp"
#include "engine/memory/layout.hpp"
#include "engine/memory/registered.hpp"
#include "engine/api/places.hpp"
#include "engine/api/pools.hpp"
#include "engine/session/turn.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kPitchUnit = 512;

/// The flags with which pinned memory was allocated, by address.
std::map<std::uintptr_t, unsigned>& pinned_flags()
{
    static auto* flags = new std::map<std::uintptr_t, unsigned>;
    return *flags;
}

const Allocation* live(const void* pointer)
{
    const Allocation* allocation = Arena::instance().find(address_of(pointer));
    return allocation == nullptr || allocation->freed || address_of(pointer) >= allocation->end() ? nullptr : allocation;
}

cudaError_t take(void** pointer, std::size_t bytes, const halo_engine::Named& named, const halo_engine::Place& at, MemoryType type)
{
    const Turn turn;
    if (pointer == nullptr) return fail(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    *pointer = Arena::instance().allocate(bytes, {named.name, named.element_bytes, named.scalar_bytes, named.is_float}, {at.file, at.line}, type);
    if (*pointer != nullptr) return fail(cudaSuccess);
    Refusal refusal{.kind = RefusedCall::allocation};
    refusal.target.array = named.name;
    refusal.target.asked = bytes;
    refusal.target.there = Arena::instance().capacity() - Arena::instance().live_bytes();
    return refuse(cudaErrorMemoryAllocation, std::move(refusal));
}

cudaError_t give_back(void* pointer, bool pinned)
{
    const Turn turn;
    if (pointer == nullptr) return cudaSuccess;
    const Allocation* allocation = live(pointer);
    if (allocation == nullptr || allocation->type == MemoryType::array || (allocation->type == MemoryType::pinned) != pinned || !Arena::instance().release(pointer))
        return refuse(cudaErrorInvalidValue, {.kind = RefusedCall::free, .target = refused_pointer(pointer, 0)});
    leaves_pool(pointer);
    return fail(cudaSuccess);
}

bool is_managed(const void* pointer, std::size_t bytes)
{
    const Allocation* allocation = live(pointer);
    if (allocation != nullptr)
        return allocation->type == MemoryType::managed && bytes <= allocation->end() - address_of(pointer);
    return Layout::instance().device_variables().contains(address_of(pointer));  // may be a __managed__ variable
}

cudaError_t check_range(const void* pointer, std::size_t bytes, int device)
{
    const Turn turn;
    if (bytes == 0 || !is_managed(pointer, bytes)) return fail(cudaErrorInvalidValue);
    return device == 0 || device == cudaCpuDeviceId ? cudaSuccess : fail(cudaErrorInvalidDevice);
}

int device_of(cudaMemLocation location)
{
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

}  // namespace

}  // namespace halo::engine

using namespace halo::engine;

namespace halo_engine {

cudaError_t allocate(void** pointer, size_t bytes, Named named, Place at)
{
    gives(pointer, "cudaMalloc");
    return take(pointer, bytes, named, at, MemoryType::device);
}

cudaError_t allocate_managed(void** pointer, size_t bytes, unsigned int flags, Named named, Place at)
{
    gives(pointer, "cudaMallocManaged");
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return fail(cudaErrorInvalidValue);
    return take(pointer, bytes, named, at, MemoryType::managed);
}

cudaError_t allocate_host(void** pointer, size_t bytes, unsigned int flags, Named named, Place at)
{
    gives(pointer, "cudaMallocHost");
    if (flags > 7) return fail(cudaErrorInvalidValue);
    const cudaError_t status = take(pointer, bytes, named, at, MemoryType::pinned);
    const Turn turn;
    if (status == cudaSuccess && bytes != 0) pinned_flags()[address_of(*pointer)] = flags;
    return status;
}

cudaError_t allocate_pitched(cudaPitchedPtr* pitched, cudaExtent extent, Named named, Place at)
{
    if (pitched == nullptr) return fail(cudaErrorInvalidValue);
    gives(pitched, "cudaMallocPitch");
    std::size_t pitch = 0, plane = 0, all = 0;
    if (__builtin_add_overflow(extent.width, kPitchUnit - 1, &pitch)) return fail(cudaErrorInvalidValue);
    pitch = pitch / kPitchUnit * kPitchUnit;
    if (__builtin_mul_overflow(pitch, extent.height, &plane) || __builtin_mul_overflow(plane, extent.depth, &all)) all = SIZE_MAX;
    *pitched = {nullptr, pitch, extent.width, extent.height};
    return take(&pitched->ptr, all, named, at, MemoryType::device);
}

cudaError_t host_device_pointer(void** device, void* host, unsigned int flags)
{
    gives(device, "cudaHostGetDevicePointer");
    if (device == nullptr || host == nullptr || flags != 0) return fail(cudaErrorInvalidValue);
    const Turn turn;
    const Allocation* allocation = live(host);
    const bool pinned = allocation != nullptr && allocation->type == MemoryType::pinned;
    if (!pinned && registered_memory(address_of(host), 1) == nullptr) return fail(cudaErrorInvalidValue);
    *device = host;  // one address space
    return cudaSuccess;
}

}  // namespace halo_engine

cudaError_t cudaFree(void* pointer)
{
    on_host();
    const cudaError_t status = give_back(pointer, false);
    return status != cudaSuccess ? status : finish();
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream)
{
    on_host();
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    return give_back(pointer, false);
}
cudaError_t cudaFreeHost(void* pointer)
{
    on_host();
    return give_back(pointer, true);
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes)
{
    gives(free_bytes);
    gives(total_bytes);
    if (free_bytes == nullptr || total_bytes == nullptr) return fail(cudaErrorInvalidValue);
    const Turn turn;
    *total_bytes = Arena::instance().capacity();
    *free_bytes = *total_bytes - Arena::instance().live_bytes();
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags)
{
    if (pointer == nullptr || bytes == 0 || flags > 15) return fail(cudaErrorInvalidValue);
    on_host();
    const NamedArray* const named = HostArrays::instance().near(address_of(pointer));
    const bool given = named != nullptr && named->array.constant && named->holds(address_of(pointer), bytes);     // may be registered, to be read
    if (!given) Guard::check(address_of(pointer), bytes, 0, __func__, HALO_FLOOR);
    const Turn turn;
    if (Arena::instance().contains(address_of(pointer)))
        return fail(live(pointer) != nullptr && live(pointer)->type == MemoryType::pinned
                        ? cudaErrorHostMemoryAlreadyRegistered
                        : cudaErrorInvalidValue);
    return Registered::instance().add(pointer, bytes, flags) ? cudaSuccess : fail(cudaErrorHostMemoryAlreadyRegistered);
}
cudaError_t cudaHostUnregister(void* pointer)
{
    on_host();
    if (pointer == nullptr) return fail(cudaErrorInvalidValue);
    const Turn turn;
    return Registered::instance().remove(pointer) ? cudaSuccess : fail(cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer)
{
    gives(flags);
    if (flags == nullptr) return fail(cudaErrorInvalidValue);
    const Turn turn;
    if (const Registered::Range* const range = Registered::instance().find(address_of(pointer), 1)) {
        *flags = range->flags;
        return cudaSuccess;
    }
    const Allocation* allocation = live(pointer);
    if (allocation == nullptr || allocation->type != MemoryType::pinned) return fail(cudaErrorInvalidValue);
    *flags = pinned_flags()[allocation->base] | cudaHostAllocMapped;  // one address space: always mapped
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer)
{
    gives(attributes);
    if (attributes == nullptr) return fail(cudaErrorInvalidValue);
    const Turn turn;
    void* const plain = const_cast<void*>(pointer);
    const Allocation* allocation = live(pointer);
    if (allocation == nullptr) allocation = registered_memory(address_of(pointer), 1);
    const bool device_only = is_symbol(pointer) || (allocation != nullptr && !allocation->host_access());
    if (device_only)
        *attributes = {cudaMemoryTypeDevice, 0, plain, nullptr};
    else if (allocation == nullptr)
        *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, plain};
    else
        *attributes = {allocation->type == MemoryType::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, plain, plain};
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream)
{
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    return check_range(pointer, bytes, device);
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream)
{
    on_host();
    return flags != 0 ? fail(cudaErrorInvalidValue) : cudaMemPrefetchAsync(pointer, bytes, device_of(location), stream);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device)
{
    on_host();
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) return fail(cudaErrorInvalidValue);
    return check_range(pointer, bytes, device);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location)
{
    on_host();
    return cudaMemAdvise(pointer, bytes, advice, device_of(location));
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, const void* pointer, size_t bytes, unsigned int flags)
{
    if (const cudaError_t status = check_stream(stream); status != cudaSuccess) return fail(status);
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return fail(cudaErrorInvalidValue);
    const Turn turn;
    return is_managed(pointer, bytes) ? cudaSuccess : fail(cudaErrorInvalidValue);
}
