#pragma once
// CUDA arrays: their rows are stored one after the other in the arena.

#include <cstddef>

#include "engine/headers/halo/array_api.hpp"
#include "engine/memory/boxes.hpp"
#include "engine/memory/handles.hpp"

namespace halo::engine {

/// Bits per component, and number of components. bytes() is 0 for a format that arrays and textures cannot have.
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

/// All live arrays.
Handles<cudaArray_t, Array>& arrays();

/// nullptr for an array that was freed or never made.
const Array* find_array(cudaArray_const_t array);

/// 0 for an array that does not exist.
std::size_t array_element_bytes(cudaArray_const_t array);
/// The place of byte x in row y of plane z. False for an array that does not exist.
bool array_place(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z, Pitched& place);
bool array_holds(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z, const Box& box);

}  // namespace halo::engine
