#pragma once
// The host side of the CUDA runtime: memory, symbols, errors, events, streams, device queries.
// Everything runs in order and is finished when the call returns; streams and events only keep that order.

#include <cstddef>
#include <cstdlib>
#include <source_location>

#include "vector_types.hpp"

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorNotSupported = 801,
    cudaErrorLaunchFailure = 719,
    cudaErrorUnknown = 999,
};
using cudaError_t = cudaError;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};

struct haloStream;
struct haloEvent;
using cudaStream_t = haloStream*;
using cudaEvent_t = haloEvent*;

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    size_t totalConstMem;
    int major, minor;
    int multiProcessorCount;
    int maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
};

const char* cudaGetErrorString(cudaError_t status);
const char* cudaGetErrorName(cudaError_t status);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);

namespace halo_cpu {
/// `name` and `at` are for messages: the engine's translator fills in the name of the pointer.
cudaError_t allocate(void** pointer, size_t bytes, const char* name, std::source_location at);
cudaError_t copy_to_symbol(const void* symbol, size_t symbol_bytes, const void* source, size_t bytes, size_t offset);
cudaError_t copy_from_symbol(void* target, const void* symbol, size_t symbol_bytes, size_t bytes, size_t offset);
}  // namespace halo_cpu

template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes, const char* name = "",
                              std::source_location at = std::source_location::current())
{
    return halo_cpu::allocate(reinterpret_cast<void**>(pointer), bytes, name, at);
}
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMemcpy(void* target, const void* source, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemset(void* target, int value, size_t bytes);

template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes)
{
    *pointer = static_cast<T*>(std::malloc(bytes));
    return *pointer != nullptr || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}
inline cudaError_t cudaFreeHost(void* pointer)
{
    std::free(pointer);
    return cudaSuccess;
}

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind = cudaMemcpyHostToDevice)
{
    return halo_cpu::copy_to_symbol(&symbol, sizeof(T), source, bytes, offset);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* target, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind = cudaMemcpyDeviceToHost)
{
    return halo_cpu::copy_from_symbol(target, &symbol, sizeof(T), bytes, offset);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
inline cudaError_t cudaMemcpyAsync(void* target, const void* source, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t = nullptr)
{
    return cudaMemcpy(target, source, bytes, kind);
}
inline cudaError_t cudaMemsetAsync(void* target, int value, size_t bytes, cudaStream_t = nullptr)
{
    return cudaMemset(target, value, bytes);
}

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
/// Wall-clock time on the CPU engine: an order of events, never a claim about a GPU.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop);
