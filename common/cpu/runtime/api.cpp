// The host side of the CUDA runtime.

#include "cpu/include/halo/api.hpp"

#include <chrono>
#include <cstring>
#include <new>

#include "cpu/runtime/arena.hpp"
#include "cpu/runtime/layout.hpp"
#include "cpu/runtime/session.hpp"

using namespace halo::cpu;

namespace {

cudaError_t fail(cudaError_t status) { return Session::instance().fail(status); }

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

bool in_device_variable(std::uintptr_t address) { return Layout::instance().device_variables().contains(address); }

bool is_device(const void* pointer)
{
    return Arena::instance().contains(address_of(pointer)) || in_device_variable(address_of(pointer));
}

/// The whole range lies in one live allocation.
bool usable(const void* pointer, std::size_t bytes)
{
    if (in_device_variable(address_of(pointer))) return true;
    const Allocation* allocation = Arena::instance().find(address_of(pointer));
    return allocation != nullptr && !allocation->freed && bytes <= allocation->end() - address_of(pointer);
}

cudaError_t check_copy(const void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind)
{
    const bool to_device = is_device(target), from_device = is_device(source);
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (kind != cudaMemcpyDefault) {
        const bool wants_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
        const bool wants_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
        if (wants_to != to_device || wants_from != from_device) return cudaErrorInvalidValue;
    }
    if (to_device && !usable(target, bytes)) return cudaErrorInvalidValue;
    if (from_device && !usable(source, bytes)) return cudaErrorInvalidValue;
    if (target == nullptr || source == nullptr) return cudaErrorInvalidValue;
    return cudaSuccess;
}

/// A copy on the device hands on what is known of its source: words nobody wrote stay so.
void copy_knowledge(void* target, const void* source, std::size_t bytes)
{
    Arena& arena = Arena::instance();
    if (!arena.contains(address_of(target))) return;
    if (arena.contains(address_of(source)))
        arena.copy_written(address_of(target), address_of(source), bytes);
    else
        arena.mark_written(address_of(target), bytes);
}

bool is_symbol(const void* symbol)
{
    const Layout& layout = Layout::instance();
    return layout.constants().contains(address_of(symbol)) || layout.more_constants().contains(address_of(symbol)) ||
           layout.device_variables().contains(address_of(symbol));
}

cudaError_t check_symbol(const void* symbol, std::size_t symbol_bytes, std::size_t bytes, std::size_t offset)
{
    if (!is_symbol(symbol)) return cudaErrorInvalidSymbol;
    return offset > symbol_bytes || bytes > symbol_bytes - offset ? cudaErrorInvalidValue : cudaSuccess;
}

}  // namespace

struct haloStream {};

struct haloEvent {
    std::chrono::steady_clock::time_point at{};
    bool recorded = false;
};

namespace halo_cpu {

cudaError_t allocate(void** pointer, size_t bytes, const char* name, std::source_location at)
{
    const EngineScope scope;
    if (pointer == nullptr) return fail(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    *pointer = Arena::instance().allocate(bytes, name, {at.file_name(), static_cast<int>(at.line())});
    return *pointer != nullptr ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}

cudaError_t copy_to_symbol(const void* symbol, size_t symbol_bytes, const void* source, size_t bytes, size_t offset)
{
    const EngineScope scope;
    if (const cudaError_t status = check_symbol(symbol, symbol_bytes, bytes, offset); status != cudaSuccess)
        return fail(status);
    if (source == nullptr || (is_device(source) && !usable(source, bytes))) return fail(cudaErrorInvalidValue);
    std::memcpy(static_cast<char*>(const_cast<void*>(symbol)) + offset, source, bytes);
    return Session::instance().take_pending();
}

cudaError_t copy_from_symbol(void* target, const void* symbol, size_t symbol_bytes, size_t bytes, size_t offset)
{
    const EngineScope scope;
    if (const cudaError_t status = check_symbol(symbol, symbol_bytes, bytes, offset); status != cudaSuccess)
        return fail(status);
    if (target == nullptr) return fail(cudaErrorInvalidValue);
    std::memcpy(target, static_cast<const char*>(symbol) + offset, bytes);
    return Session::instance().take_pending();
}

}  // namespace halo_cpu

cudaError_t cudaFree(void* pointer)
{
    const EngineScope scope;
    if (pointer == nullptr) return cudaSuccess;
    if (!Arena::instance().release(pointer)) return fail(cudaErrorInvalidValue);
    return Session::instance().take_pending();
}

cudaError_t cudaMemcpy(void* target, const void* source, size_t bytes, cudaMemcpyKind kind)
{
    const EngineScope scope;
    if (bytes == 0) return Session::instance().take_pending();
    if (const cudaError_t status = check_copy(target, source, bytes, kind); status != cudaSuccess) return fail(status);
    std::memmove(target, source, bytes);
    copy_knowledge(target, source, bytes);
    return Session::instance().take_pending();
}

cudaError_t cudaMemset(void* target, int value, size_t bytes)
{
    const EngineScope scope;
    if (bytes == 0) return Session::instance().take_pending();
    if (!is_device(target) || !usable(target, bytes)) return fail(cudaErrorInvalidValue);
    std::memset(target, value, bytes);
    if (Arena::instance().contains(address_of(target))) Arena::instance().mark_written(address_of(target), bytes);
    return Session::instance().take_pending();
}

cudaError_t cudaGetLastError() { return Session::instance().take_last_error(); }
cudaError_t cudaPeekAtLastError() { return Session::instance().last_error(); }
cudaError_t cudaDeviceSynchronize() { return Session::instance().take_pending(); }
cudaError_t cudaDeviceReset()
{
    Arena::instance().release_all();
    return Session::instance().take_pending();
}

cudaError_t cudaGetDeviceCount(int* count)
{
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device)
{
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : fail(cudaErrorInvalidDevice); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    if (device != 0) return fail(cudaErrorInvalidDevice);
    *properties = {};
    std::strcpy(properties->name, "Halo CPU engine");
    properties->totalGlobalMem = Arena::instance().capacity();
    properties->sharedMemPerBlock = 48 * 1024;
    properties->regsPerBlock = 65536;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
    properties->maxThreadsDim[2] = 64;
    properties->maxGridSize[0] = 0x7fffffff;
    properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
    properties->totalConstMem = 64 * 1024;
    properties->major = 7;
    properties->minor = 5;
    properties->multiProcessorCount = 1;
    properties->maxThreadsPerMultiProcessor = 1024;
    properties->sharedMemPerMultiprocessor = 64 * 1024;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes)
{
    *total_bytes = Arena::instance().capacity();
    *free_bytes = *total_bytes - Arena::instance().live_bytes();
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream)
{
    *stream = new haloStream;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return Session::instance().take_pending(); }

cudaError_t cudaEventCreate(cudaEvent_t* event)
{
    *event = new haloEvent;
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    if (event == nullptr) return fail(cudaErrorInvalidResourceHandle);
    event->at = std::chrono::steady_clock::now();
    event->recorded = true;
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (event == nullptr) return fail(cudaErrorInvalidResourceHandle);
    return Session::instance().take_pending();
}
cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return event == nullptr ? fail(cudaErrorInvalidResourceHandle) : cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    if (start == nullptr || stop == nullptr || !start->recorded || !stop->recorded)
        return fail(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(stop->at - start->at).count();
    return cudaSuccess;
}

#define HALO_ERRORS(X)                                                        \
    X(cudaSuccess, "no error")                                                \
    X(cudaErrorInvalidValue, "invalid argument")                              \
    X(cudaErrorMemoryAllocation, "out of memory")                             \
    X(cudaErrorInitializationError, "initialization error")                   \
    X(cudaErrorInvalidConfiguration, "invalid configuration argument")        \
    X(cudaErrorInvalidPitchValue, "invalid pitch argument")                   \
    X(cudaErrorInvalidSymbol, "invalid device symbol")                        \
    X(cudaErrorInvalidDevicePointer, "invalid device pointer")                \
    X(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")   \
    X(cudaErrorNoDevice, "no CUDA-capable device is detected")                \
    X(cudaErrorInvalidDevice, "invalid device ordinal")                       \
    X(cudaErrorInvalidResourceHandle, "invalid resource handle")              \
    X(cudaErrorNotReady, "device not ready")                                  \
    X(cudaErrorIllegalAddress, "an illegal memory access was encountered")    \
    X(cudaErrorLaunchOutOfResources, "too many resources requested for launch") \
    X(cudaErrorNotSupported, "operation not supported")                       \
    X(cudaErrorLaunchTimeout, "the launch timed out and was terminated")      \
    X(cudaErrorLaunchFailure, "unspecified launch failure")                   \
    X(cudaErrorUnknown, "unknown error")

const char* cudaGetErrorName(cudaError_t status)
{
    switch (status) {
#define HALO_NAME(code, text) \
    case code: return #code;
        HALO_ERRORS(HALO_NAME)
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t status)
{
    switch (status) {
#define HALO_TEXT(code, text) \
    case code: return text;
        HALO_ERRORS(HALO_TEXT)
    }
    return "unrecognized error code";
}
