// The properties, limits and flags of the only device.

#include "engine/headers/halo/device_api.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>

#include "engine/headers/halo/qualifiers.hpp"
#include "engine/memory/arena.hpp"
#include "engine/schedule/device_limits.hpp"
#include "engine/api/places.hpp"
#include "engine/api/pools.hpp"
#include "engine/session/turn.hpp"

using namespace halo::engine;

namespace {

std::atomic<unsigned> device_flags = cudaDeviceMapHost;
std::atomic<cudaFuncCache> cache_preference = cudaFuncCachePreferNone;

std::map<cudaLimit, std::size_t>& limits()
{
    static auto* all = new std::map<cudaLimit, std::size_t>{
        {cudaLimitStackSize, 1024},
        {cudaLimitPrintfFifoSize, 1024 * 1024},
        {cudaLimitMallocHeapSize, 8 * 1024 * 1024},
        {cudaLimitMaxL2FetchGranularity, 64},
        {cudaLimitPersistingL2CacheSize, 0},
    };
    return *all;
}

/// The error for a limit that limits() lacks: known to CUDA but not supported here, or not a limit at all.
cudaError_t limit_error(cudaLimit limit)
{
    return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize ? cudaErrorUnsupportedLimit
                                                                                  : cudaErrorInvalidValue;
}

template <std::size_t N>
void set(int (&field)[N], const int (&values)[N])
{
    std::copy(std::begin(values), std::end(values), std::begin(field));
}

void fill_textures(cudaDeviceProp& p)
{
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.maxTexture1D = 131072;
    p.maxTexture1DLinear = 1 << 28;
    set(p.maxTexture2D, {131072, 65536});
    set(p.maxTexture2DLinear, {131072, 65000, 2097120});
    set(p.maxTexture3D, {16384, 16384, 16384});
    set(p.maxTexture1DLayered, {32768, 2048});
    set(p.maxTexture2DLayered, {32768, 32768, 2048});
    p.maxSurface1D = 32768;
    set(p.maxSurface2D, {131072, 65536});
}

cudaDeviceProp properties_of_device()
{
    cudaDeviceProp p{};
    std::strcpy(p.name, "Halo CPU engine");
    p.major = kComputeMajor;
    p.minor = kComputeMinor;
    p.totalGlobalMem = Arena::instance().capacity();
    p.totalConstMem = 64 * 1024;
    p.memPitch = 0x7fffffff;
    p.warpSize = kWarpThreads;
    p.maxThreadsPerBlock = kMaxBlockThreads;
    set(p.maxThreadsDim, {1024, 1024, 64});
    set(p.maxGridSize, {0x7fffffff, 65535, 65535});
    p.multiProcessorCount = kMultiprocessors;
    p.maxThreadsPerMultiProcessor = kThreadsPerMultiprocessor;
    p.maxBlocksPerMultiProcessor = kBlocksPerMultiprocessor;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.sharedMemPerBlock = kSharedPerBlock;
    p.sharedMemPerBlockOptin = kSharedPerBlockOptIn;
    p.sharedMemPerMultiprocessor = kSharedPerMultiprocessor;
    p.reservedSharedMemPerBlock = kSharedReservedPerBlock;
    p.clockRate = 1'000'000;
    p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
    p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = p.memoryPoolsSupported = 1;
    p.concurrentKernels = p.streamPrioritiesSupported = p.asyncEngineCount = p.deviceOverlap = 1;
    p.cooperativeLaunch = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    fill_textures(p);
    return p;
}

cudaError_t check_device(int device) { return device == 0 ? cudaSuccess : fail(cudaErrorInvalidDevice); }

/// Stores a result, unless the caller's pointer is null.
template <class T>
[[gnu::always_inline]] inline cudaError_t store(T* target, T value, const char* call = __builtin_FUNCTION())
{
    gives(target, call);
    if (target == nullptr) return fail(cudaErrorInvalidValue);
    *target = value;
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaDeviceSynchronize()
{
    on_host();
    return finish();
}
cudaError_t cudaDeviceReset()
{
    on_host();
    const Turn turn;
    Arena::instance().release_all();
    forget_pools();
    return finish();
}
cudaError_t cudaGetDeviceCount(int* count) { return store(count, 1); }
cudaError_t cudaGetDevice(int* device) { return store(device, 0); }
cudaError_t cudaSetDevice(int device)
{
    on_host();
    return check_device(device);
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted)
{
    return wanted == nullptr ? fail(cudaErrorInvalidValue) : store(device, 0);
}
cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    on_host();
    if ((flags & ~unsigned(cudaDeviceMask)) != 0) return fail(cudaErrorInvalidValue);
    device_flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) { return store(flags, device_flags.load()); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    const cudaError_t status = check_device(device);
    return status != cudaSuccess ? status : store(properties, properties_of_device());
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    if (const cudaError_t status = check_device(device); status != cudaSuccess) return status;
    const cudaDeviceProp p = properties_of_device();
    switch (attribute) {
#define HALO_ROW(name, number, expression) \
    case cudaDevAttr##name: return store(value, static_cast<int>(expression));
#include "engine/headers/halo/device_attributes.inc"
#undef HALO_ROW
    }
    return fail(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device)
{
    on_host();
    if (text == nullptr || length < 13) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_device(device); status != cudaSuccess) return status;
    Guard::check(address_of(text), static_cast<std::size_t>(length), 0, __func__);
    std::snprintf(text, static_cast<std::size_t>(length), "0000:00:00.0");
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return store(version, CUDART_VERSION); }
cudaError_t cudaRuntimeGetVersion(int* version) { return store(version, CUDART_VERSION); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    on_host();
    const Turn turn;
    const auto known = limits().find(limit);
    if (known == limits().end()) return fail(limit_error(limit));
    known->second = value;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit)
{
    gives(value);
    const Turn turn;
    const auto known = limits().find(limit);
    return known == limits().end() ? fail(limit_error(limit)) : store(value, known->second);
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache preference)
{
    on_host();
    cache_preference = preference;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* preference) { return store(preference, cache_preference.load()); }
/// Banks are four bytes wide, as on every card since compute capability 5.0.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig)
{
    on_host();
    return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) { return store(config, cudaSharedMemBankSizeFourByte); }

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer)
{
    if (device != 0 || peer != 0) return fail(cudaErrorInvalidDevice);
    return store(can, 0);  // a device is not its own peer
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int)
{
    on_host();
    return fail(peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int)
{
    on_host();
    return fail(cudaErrorInvalidDevice);
}
