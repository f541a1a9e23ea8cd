#pragma once
// Boxes of bytes with a pitch, as copies, arrays and textures see memory.

#include <cstddef>
#include <cstdint>

namespace halo::engine {

inline std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

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

}  // namespace halo::engine
