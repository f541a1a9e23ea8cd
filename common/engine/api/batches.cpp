// Batches of copies: cudaMemcpyBatchAsync, cudaMemcpy3DBatchAsync. The copies are made one after the other, which is one of the orders that a card may choose.

#include "engine/headers/halo/memory_api.hpp"

#include "engine/api/places.hpp"
#include "engine/memory/arrays.hpp"

namespace {

using namespace halo::engine;

bool is_for_batches(cudaStream_t stream) { return stream != nullptr && stream != cudaStreamLegacy; }

bool is_order(cudaMemcpySrcAccessOrder order) { return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny; }

bool are_valid(const cudaMemcpyAttributes* attributes, const size_t* first, size_t attribute_count, size_t count)
{
    if (attributes == nullptr || first == nullptr || attribute_count == 0 || attribute_count > count || first[0] != 0) return false;
    for (size_t i = 0; i < attribute_count; ++i) {
        if (!is_order(attributes[i].srcAccessOrder)) return false;
        if (attributes[i].flags > cudaMemcpyFlagPreferOverlapWithCompute) return false;
        if (first[i] >= count || (i > 0 && first[i] <= first[i - 1])) return false;
    }
    return true;
}

/// 0 for an array that does not exist, and between arrays of different elements.
std::size_t element_bytes(const cudaMemcpy3DBatchOp& copy)
{
    std::size_t bytes = 0;
    for (const cudaMemcpy3DOperand* end : {&copy.src, &copy.dst}) {
        if (end->type != cudaMemcpyOperandTypeArray) continue;
        const std::size_t here = array_element_bytes(end->op.array.array);
        if (here == 0 || (bytes != 0 && bytes != here)) return 0;
        bytes = here;
    }
    return bytes != 0 ? bytes : 1;
}

/// Where the copy begins at this end. False if it is not there, or does not hold the box.
bool locate(const cudaMemcpy3DOperand& end, const cudaExtent& extent, std::size_t element, Pitched& out)
{
    const Box box{extent.width * element, extent.height, extent.depth};
    if (end.type == cudaMemcpyOperandTypeArray) {
        const auto& [array, from] = end.op.array;
        return array_holds(array, from.x * element, from.y, from.z, box) && array_place(array, from.x * element, from.y, from.z, out);
    }
    if (end.type != cudaMemcpyOperandTypePointer) return false;
    const auto& memory = end.op.ptr;
    const std::size_t row = memory.rowLength != 0 ? memory.rowLength : extent.width, rows = memory.layerHeight != 0 ? memory.layerHeight : extent.height;
    out = {memory.ptr, row * element, row * element * rows};
    return memory.ptr != nullptr && row >= extent.width && rows >= extent.height;
}

struct Copy {
    Pitched target, source;
    Box box;
};

bool read_copy(const cudaMemcpy3DBatchOp& op, Copy& out)
{
    const std::size_t element = element_bytes(op);
    out.box = {op.extent.width * element, op.extent.height, op.extent.depth};
    return !out.box.empty() && is_order(op.srcAccessOrder) && op.flags <= cudaMemcpyFlagPreferOverlapWithCompute &&
           locate(op.dst, op.extent, element, out.target) && locate(op.src, op.extent, element, out.source);
}

}  // namespace

cudaError_t cudaMemcpyBatchAsync(void* const* targets, const void* const* sources, const size_t* bytes, size_t count,
                                 cudaMemcpyAttributes* attributes, size_t* first, size_t attribute_count, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpyBatchAsync", __builtin_return_address(0));
    if (!is_for_batches(stream) || targets == nullptr || sources == nullptr || bytes == nullptr || count == 0)
        return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = status_of(stream); status != cudaSuccess) return fail(status);
    if (!are_valid(attributes, first, attribute_count, count)) return fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i)
        if (const cudaError_t status = copy_box({targets[i]}, {sources[i]}, {bytes[i]}, cudaMemcpyDefault); status != cudaSuccess) return status;
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* copies, unsigned long long flags, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpy3DBatchAsync", __builtin_return_address(0));
    if (!is_for_batches(stream) || copies == nullptr || count == 0 || flags != 0) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = status_of(stream); status != cudaSuccess) return fail(status);
    Copy copy;
    for (size_t i = 0; i < count; ++i)
        if (!read_copy(copies[i], copy)) return fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i) {
        read_copy(copies[i], copy);
        if (const cudaError_t status = copy_box(copy.target, copy.source, copy.box, cudaMemcpyDefault); status != cudaSuccess) return status;
    }
    return cudaSuccess;
}
