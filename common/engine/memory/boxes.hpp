#pragma once
// Boxes of bytes with a pitch, used by copies, arrays and textures.

#include <cstddef>
#include <cstdint>

namespace halo::engine {

inline std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

/// Whether [begin, begin + count) is in [0, size).
inline bool within(std::size_t begin, std::size_t count, std::size_t size) { return begin <= size && count <= size - begin; }

/// The extent of a box of bytes.
struct Box {
    std::size_t width = 0, height = 1, depth = 1;  ///< bytes, rows, planes
    bool empty() const { return width == 0 || height == 0 || depth == 0; }
};
/// Start of a box, and the distance between its rows and planes.
struct Pitched {
    const void* start = nullptr;
    std::size_t pitch = 0, plane = 0;

    /// Bytes from the first to the last byte of the box.
    std::size_t span(const Box& box) const { return (box.depth - 1) * plane + (box.height - 1) * pitch + box.width; }
    /// No memory has so many bytes.
    bool runs_over(const Box& box) const
    {
        std::size_t planes = 0, rows = 0, all = 0;
        return !box.empty() && (__builtin_mul_overflow(box.depth - 1, plane, &planes) || __builtin_mul_overflow(box.height - 1, pitch, &rows)
                                || __builtin_add_overflow(planes, rows, &all) || __builtin_add_overflow(all, box.width, &all)
                                || all > PTRDIFF_MAX);
    }
};

}  // namespace halo::engine
