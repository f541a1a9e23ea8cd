// Memory pools. They only count: what is in use and what is kept. Memory itself comes from the arena.

#include "engine/headers/halo/pool_api.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

#include "engine/api/places.hpp"
#include "engine/api/pools.hpp"
#include "engine/memory/handles.hpp"
#include "engine/session/turn.hpp"

namespace halo::engine {
namespace {

constexpr std::uint64_t kUnit = 2 << 20;   // a card's pages
constexpr int kReuseAttributes = 3;

std::uint64_t in_units(std::uint64_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }

struct Pool {
    std::uint64_t limit = 0;       ///< bytes; 0: none
    int reuse[kReuseAttributes] = {1, 1, 1};
    std::uint64_t threshold = 0;   ///< of what is kept
    std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;

    void add(std::uint64_t bytes)
    {
        used += bytes;
        used_high = std::max(used_high, used);
        reserved = std::max(reserved, in_units(used));
        reserved_high = std::max(reserved_high, reserved);
    }
    void remove(std::uint64_t bytes)
    {
        used -= bytes;
        keep(threshold);
    }
    /// All work is finished at once, so that memory beyond `bytes` is released at once.
    void keep(std::uint64_t bytes) { reserved = std::max(in_units(used), std::min(reserved, bytes)); }
};

struct Member {
    cudaMemPool_t pool = nullptr;
    std::uint64_t bytes = 0;
};

class Pools {
public:
    static Pools& instance()
    {
        static auto* all = new Pools;
        return *all;
    }

    cudaMemPool_t standard() const { return standard_; }
    cudaMemPool_t current() const { return current_; }
    void set_current(cudaMemPool_t pool) { current_ = pool; }
    Pool* find(cudaMemPool_t pool) { return pools_.find(pool); }
    cudaMemPool_t add(const Pool& pool) { return pools_.add(pool); }
    bool remove(cudaMemPool_t pool)
    {
        if (pool == standard_ || !pools_.remove(pool)) return false;
        if (pool == current_) current_ = standard_;
        return true;
    }

    void joins(const void* pointer, Member member)
    {
        const std::lock_guard lock(mutex_);
        members_[address_of(pointer)] = member;
        pools_.find(member.pool)->add(member.bytes);
    }
    void leaves(const void* pointer)
    {
        const std::lock_guard lock(mutex_);
        const auto found = members_.find(address_of(pointer));
        if (found == members_.end()) return;
        if (Pool* const pool = pools_.find(found->second.pool); pool != nullptr) pool->remove(found->second.bytes);
        members_.erase(found);
    }
    void forget()
    {
        const std::lock_guard lock(mutex_);
        members_.clear();
        current_ = standard_ = pools_.add({});   // older handles are of pools that are empty, or were destroyed
    }

private:
    std::mutex mutex_;
    Handles<cudaMemPool_t, Pool> pools_;
    std::map<std::uintptr_t, Member> members_;
    cudaMemPool_t standard_ = pools_.add({}), current_ = standard_;
};

bool is_this_device(const cudaMemLocation& location) { return location.type == cudaMemLocationTypeDevice && location.id == 0; }

cudaError_t check_kind(const cudaMemLocation& location, cudaMemAllocationType type)
{
    const bool on_host = location.type >= cudaMemLocationTypeHost && location.type <= cudaMemLocationTypeHostNumaCurrent;
    if (type != cudaMemAllocationTypePinned && type != cudaMemAllocationTypeManaged) return cudaErrorInvalidValue;
    if (on_host || type == cudaMemAllocationTypeManaged) return cudaErrorNotSupported;
    if (location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
    return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

/// The value of an attribute that counts; nullptr for another.
std::uint64_t* counter(Pool& pool, cudaMemPoolAttr attribute)
{
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: return &pool.threshold;
    case cudaMemPoolAttrReservedMemCurrent: return &pool.reserved;
    case cudaMemPoolAttrReservedMemHigh: return &pool.reserved_high;
    case cudaMemPoolAttrUsedMemCurrent: return &pool.used;
    case cudaMemPoolAttrUsedMemHigh: return &pool.used_high;
    default: return nullptr;
    }
}
int* reuse_of(Pool& pool, cudaMemPoolAttr attribute)
{
    const int index = int(attribute) - cudaMemPoolReuseFollowEventDependencies;
    return index >= 0 && index < kReuseAttributes ? &pool.reuse[index] : nullptr;
}
/// Bytes of the attribute's value; 0 if there is no such attribute.
std::size_t bytes_of(cudaMemPoolAttr attribute)
{
    Pool any;
    return reuse_of(any, attribute) != nullptr ? sizeof(int) : counter(any, attribute) != nullptr ? sizeof(std::uint64_t) : 0;
}

cudaError_t set_counter(Pool& pool, cudaMemPoolAttr attribute, std::uint64_t value)
{
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: pool.threshold = value; break;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        if (value != 0) return cudaErrorInvalidValue;   // only a reset
        *counter(pool, attribute) = attribute == cudaMemPoolAttrUsedMemHigh ? pool.used : pool.reserved;
        break;
    default: return cudaErrorInvalidValue;
    }
    pool.keep(pool.threshold);
    return cudaSuccess;
}

cudaError_t allocate_in(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream, halo_engine::Named named, halo_engine::Place at)
{
    if (const cudaError_t status = status_of(stream); status != cudaSuccess) return fail(status);
    const Turn turn;
    const Pool* const known = Pools::instance().find(pool);
    if (known == nullptr || pointer == nullptr) return fail(cudaErrorInvalidValue);
    if (known->limit != 0 && known->used + bytes > known->limit) return fail(cudaErrorMemoryAllocation);
    const cudaError_t status = halo_engine::allocate(pointer, bytes, named, at);
    if (status == cudaSuccess && bytes != 0) Pools::instance().joins(*pointer, {pool, bytes});
    return status;
}

}  // namespace

void leaves_pool(const void* pointer) { Pools::instance().leaves(pointer); }
void forget_pools() { Pools::instance().forget(); }

}  // namespace halo::engine

using namespace halo::engine;

namespace halo_engine {

cudaError_t allocate_from_pool(void** pointer, size_t bytes, cudaMemPool_t, cudaStream_t stream, Named named, Place at)
{
    gives(pointer, "cudaMallocAsync");
    const Turn turn;
    return allocate_in(pointer, bytes, Pools::instance().current(), stream, named, at);
}
cudaError_t allocate_from_given_pool(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream, Named named, Place at)
{
    gives(pointer, "cudaMallocFromPoolAsync");
    return allocate_in(pointer, bytes, pool, stream, named, at);
}

}  // namespace halo_engine

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties)
{
    gives(pool);
    if (pool == nullptr || properties == nullptr) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_kind(properties->location, properties->allocType); status != cudaSuccess) return fail(status);
    if (properties->handleTypes != cudaMemHandleTypeNone) return fail(cudaErrorNotSupported);
    const Turn turn;
    Pool made;
    made.limit = properties->maxSize;
    *pool = Pools::instance().add(made);
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    on_host();
    const Turn turn;
    return Pools::instance().remove(pool) ? cudaSuccess : fail(cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep)
{
    on_host();
    const Turn turn;
    Pool* const known = Pools::instance().find(pool);
    if (known == nullptr) return fail(cudaErrorInvalidValue);
    known->keep(bytes_to_keep);
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)
{
    on_host();
    const Turn turn;
    Pool* const known = Pools::instance().find(pool);
    if (known == nullptr || value == nullptr) return fail(cudaErrorInvalidValue);
    if (int* const reuse = reuse_of(*known, attribute); reuse != nullptr) {
        *reuse = *static_cast<const int*>(value) != 0;
        return cudaSuccess;
    }
    if (counter(*known, attribute) == nullptr) return fail(cudaErrorInvalidValue);
    const cudaError_t status = set_counter(*known, attribute, *static_cast<const std::uint64_t*>(value));
    return status == cudaSuccess ? status : fail(status);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)
{
    on_host();
    if (bytes_of(attribute) == sizeof(int)) gives(static_cast<int*>(value));
    else if (bytes_of(attribute) != 0) gives(static_cast<std::uint64_t*>(value));
    const Turn turn;
    Pool* const known = Pools::instance().find(pool);
    if (known == nullptr || value == nullptr) return fail(cudaErrorInvalidValue);
    if (const int* const reuse = reuse_of(*known, attribute); reuse != nullptr) {
        *static_cast<int*>(value) = *reuse;
        return cudaSuccess;
    }
    const std::uint64_t* const count = counter(*known, attribute);
    if (count == nullptr) return fail(cudaErrorInvalidValue);
    *static_cast<std::uint64_t*>(value) = *count;
    return cudaSuccess;
}
/// The device can always use its own pool; there is no other.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, size_t count)
{
    on_host();
    const Turn turn;
    if (Pools::instance().find(pool) == nullptr || (accesses == nullptr && count != 0)) return fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i)
        if (!is_this_device(accesses[i].location) || accesses[i].flags != cudaMemAccessFlagsProtReadWrite) return fail(cudaErrorInvalidValue);
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location)
{
    gives(flags);
    const Turn turn;
    if (flags == nullptr || location == nullptr || Pools::instance().find(pool) == nullptr) return fail(cudaErrorInvalidValue);
    *flags = is_this_device(*location) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location, cudaMemAllocationType type)
{
    gives(pool);
    if (pool == nullptr || location == nullptr) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_kind(*location, type); status != cudaSuccess) return fail(status);
    const Turn turn;
    *pool = Pools::instance().standard();
    return cudaSuccess;
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location, cudaMemAllocationType type)
{
    gives(pool);
    if (pool == nullptr || location == nullptr) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_kind(*location, type); status != cudaSuccess) return fail(status);
    const Turn turn;
    *pool = Pools::instance().current();
    return cudaSuccess;
}
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type, cudaMemPool_t pool)
{
    on_host();
    const Turn turn;
    if (location == nullptr || Pools::instance().find(pool) == nullptr) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_kind(*location, type); status != cudaSuccess) return fail(status);
    Pools::instance().set_current(pool);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device)
{
    gives(pool);
    if (pool == nullptr) return fail(cudaErrorInvalidValue);
    if (device != 0) return fail(cudaErrorInvalidDevice);
    const Turn turn;
    *pool = Pools::instance().standard();
    return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device)
{
    gives(pool);
    if (pool == nullptr) return fail(cudaErrorInvalidValue);
    if (device != 0) return fail(cudaErrorInvalidDevice);
    const Turn turn;
    *pool = Pools::instance().current();
    return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    on_host();
    const Turn turn;
    if (device != 0) return fail(cudaErrorInvalidDevice);
    if (Pools::instance().find(pool) == nullptr) return fail(cudaErrorInvalidValue);
    Pools::instance().set_current(pool);
    return cudaSuccess;
}
