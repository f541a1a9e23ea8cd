#pragma once
// CUDA arrays: rows one behind the other in the arena.

#include <cstddef>

#include "engine/headers/halo/array_api.hpp"
#include "engine/memory/boxes.hpp"
#include "engine/memory/handles.hpp"

namespace halo::engine {

/// Bits of each component of a format, and how many there are. Bytes 0: no format that an array or a texture may have.
struct ElementFormat {
    int bits = 0, components = 0;
    std::size_t bytes() const { return static_cast<std::size_t>(bits * components / 8); }
};
ElementFormat element_format(const cudaChannelFormatDesc& format);

struct Array {
    cudaChannelFormatDesc format{};
    cudaExtent extent{};              ///< as given: height and depth may be 0
    unsigned flags = 0;
    std::size_t element_bytes = 0;
    void* memory = nullptr;

    std::size_t row_bytes() const { return extent.width * element_bytes; }
    std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
    std::size_t planes() const { return extent.depth == 0 ? 1 : extent.depth; }
};

/// All that live.
Handles<cudaArray_t, Array>& arrays();

/// nullptr for an array that was freed or never made.
const Array* find_array(cudaArray_const_t array);

/// 0 for an array that does not exist.
std::size_t array_element_bytes(cudaArray_const_t array);
/// Where row y of plane z is, from byte x of it on. False for an array that does not exist.
bool array_place(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z, Pitched& place);
bool array_holds(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z, const Box& box);

}  // namespace halo::engine
