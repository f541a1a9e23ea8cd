#include "engine/memory/arrays.hpp"

namespace halo::engine {

Handles<cudaArray_t, Array>& arrays()
{
    static auto* all = new Handles<cudaArray_t, Array>;
    return *all;
}

ElementFormat element_format(const cudaChannelFormatDesc& f)
{
    const int components = f.y == 0 ? 1 : f.z == 0 ? 2 : f.w == 0 ? 3 : 4;
    const bool equal = (f.y == 0 || f.y == f.x) && (f.z == 0 || f.z == f.x) && (f.w == 0 || f.w == f.x);
    const bool whole = f.x == 8 || f.x == 16 || f.x == 32;
    const bool has_kind = f.f == cudaChannelFormatKindFloat ? f.x >= 16
                                                            : f.f == cudaChannelFormatKindSigned || f.f == cudaChannelFormatKindUnsigned;
    if (components == 3 || !equal || !whole || !has_kind) return {};
    return {f.x, components};
}

const Array* find_array(cudaArray_const_t array) { return arrays().find(array); }

std::size_t array_element_bytes(cudaArray_const_t array)
{
    const Array* known = find_array(array);
    return known == nullptr ? 0 : known->element_bytes;
}

bool array_place(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z, Pitched& place)
{
    const Array* known = find_array(array);
    if (known == nullptr) return false;
    const std::size_t plane = known->row_bytes() * known->rows();
    place = {static_cast<char*>(known->memory) + z * plane + y * known->row_bytes() + x_bytes, known->row_bytes(), plane};
    return true;
}

bool array_holds(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z, const Box& box)
{
    const Array* known = find_array(array);
    return known != nullptr && within(x_bytes, box.width, known->row_bytes()) && within(y, box.height, known->rows()) &&
           within(z, box.depth, known->planes());
}

}  // namespace halo::engine
