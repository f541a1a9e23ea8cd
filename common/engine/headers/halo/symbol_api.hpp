#pragma once
// Access to __constant__ and __device__ variables by name, from the host.
//
// The templates take the variable itself; the overloads for `const void*` take its address, which code with casts passes.

#include "memory_api.hpp"

namespace halo_engine {

cudaError_t copy_to_symbol(const void* symbol, const void* source, size_t bytes, size_t offset, cudaMemcpyKind kind,
                           cudaStream_t stream);
cudaError_t copy_from_symbol(void* target, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                             cudaStream_t stream);
cudaError_t symbol_address(void** pointer, const void* symbol);
cudaError_t symbol_size(size_t* bytes, const void* symbol);

inline const void* symbol_of(const void* symbol) { return symbol; }
template <class T>
inline const void* symbol_of(const T& symbol)
{
    return __builtin_addressof(symbol);
}

}  // namespace halo_engine

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return halo_engine::copy_to_symbol(halo_engine::symbol_of(symbol), source, bytes, offset, kind, nullptr);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr)
{
    return halo_engine::copy_to_symbol(halo_engine::symbol_of(symbol), source, bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* target, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return halo_engine::copy_from_symbol(target, halo_engine::symbol_of(symbol), bytes, offset, kind, nullptr);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* target, const T& symbol, size_t bytes, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr)
{
    return halo_engine::copy_from_symbol(target, halo_engine::symbol_of(symbol), bytes, offset, kind, stream);
}
template <class P, class T>
inline cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol)
{
    return halo_engine::symbol_address(halo_engine::any(pointer), halo_engine::symbol_of(symbol));
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol)
{
    return halo_engine::symbol_size(bytes, halo_engine::symbol_of(symbol));
}
