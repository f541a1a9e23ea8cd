#pragma once
// What the functions of the API share: where a pointer leads, and boxes of bytes with a pitch.

#include <cstddef>
#include <cstdint>

#include "engine/headers/halo/memory_types.hpp"
#include "engine/headers/halo/stream_api.hpp"
#include "engine/memory/arena.hpp"

namespace halo::engine {

inline std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

/// Keeps the error for cudaGetLastError() and returns it.
cudaError_t fail(cudaError_t status);
/// The end of a call that waits for the device: tells the error of a kernel that ran before.
cudaError_t finish();
/// cudaErrorInvalidResourceHandle for a stream that was destroyed or never made.
cudaError_t check_stream(cudaStream_t stream);

/// A __constant__ or __device__ variable of the program.
bool is_symbol(const void* pointer);
/// cudaGetSymbolAddress has given it.
bool symbol_address_is_known(const void* pointer);

/// [begin, begin + count) lies in [0, size).
inline bool within(std::size_t begin, std::size_t count, std::size_t size) { return begin <= size && count <= size - begin; }

/// Bytes in rows and planes.
struct Box {
    std::size_t width = 0, height = 1, depth = 1;  ///< bytes, rows, planes
    bool empty() const { return width == 0 || height == 0 || depth == 0; }
};
/// Where a box starts, and how far its rows and planes lie apart.
struct Pitched {
    const void* start = nullptr;
    std::size_t pitch = 0, plane = 0;

    /// Bytes from the first to the last of the box.
    std::size_t span(const Box& box) const { return (box.depth - 1) * plane + (box.height - 1) * pitch + box.width; }
};

/// Rows must not be wider than either pitch.
cudaError_t check_pitch(const Box& box, std::size_t one, std::size_t other);

/// Copies a box if both ends and the direction are valid.
cudaError_t copy_box(const Pitched& target, const Pitched& source, const Box& box, cudaMemcpyKind kind, bool symbols_by_name = false);
/// Fills a box of memory that the device may write.
cudaError_t fill_box(const Pitched& target, int value, const Box& box);

}  // namespace halo::engine
