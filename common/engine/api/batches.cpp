// Batches of copies: cudaMemcpyBatchAsync. The copies are made one after the other, which is one of the orders that a card may choose.

#include "engine/headers/halo/memory_api.hpp"

#include "engine/api/places.hpp"

namespace {

bool are_valid(const cudaMemcpyAttributes* attributes, const size_t* first, size_t attribute_count, size_t count)
{
    if (attributes == nullptr || first == nullptr || attribute_count == 0 || attribute_count > count || first[0] != 0) return false;
    for (size_t i = 0; i < attribute_count; ++i) {
        const auto order = attributes[i].srcAccessOrder;
        if (order < cudaMemcpySrcAccessOrderStream || order > cudaMemcpySrcAccessOrderAny) return false;
        if (attributes[i].flags > cudaMemcpyFlagPreferOverlapWithCompute) return false;
        if (first[i] >= count || (i > 0 && first[i] <= first[i - 1])) return false;
    }
    return true;
}

}  // namespace

using namespace halo::engine;

cudaError_t cudaMemcpyBatchAsync(void* const* targets, const void* const* sources, const size_t* bytes, size_t count,
                                 cudaMemcpyAttributes* attributes, size_t* first, size_t attribute_count, cudaStream_t stream)
{
    const CalledCopy called("cudaMemcpyBatchAsync", __builtin_return_address(0));
    if (stream == nullptr || stream == cudaStreamLegacy || targets == nullptr || sources == nullptr || bytes == nullptr || count == 0)
        return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = status_of(stream); status != cudaSuccess) return fail(status);
    if (!are_valid(attributes, first, attribute_count, count)) return fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i)
        if (const cudaError_t status = copy_box({targets[i]}, {sources[i]}, {bytes[i]}, cudaMemcpyDefault); status != cudaSuccess) return status;
    return cudaSuccess;
}
