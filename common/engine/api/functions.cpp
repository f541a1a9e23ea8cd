// Queries about a kernel by its address: name, attributes, occupancy.

#include <algorithm>
#include <set>
#include <string>

#include "engine/headers/halo/launch_api.hpp"
#include "engine/schedule/allowances.hpp"
#include "engine/schedule/device_limits.hpp"
#include "engine/memory/layout.hpp"
#include "engine/api/places.hpp"
#include "engine/session/session.hpp"

using namespace halo::engine;

namespace {

std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

/// Shared memory that one block of this kernel takes from its multiprocessor.
std::size_t shared_taken(const void* kernel, std::size_t dynamic_bytes)
{
    return round_up(static_shared_bytes(kernel) + dynamic_bytes + kSharedReservedPerBlock, kSharedUnit);
}

int blocks_at_once(const void* kernel, int block_size, std::size_t dynamic_bytes)
{
    if (block_size > kMaxBlockThreads || dynamic_bytes > dynamic_shared_limit(kernel)) return 0;
    const int threads = static_cast<int>(round_up(std::size_t(block_size), kWarpThreads));
    const auto by_shared = static_cast<int>(kSharedPerMultiprocessor / shared_taken(kernel, dynamic_bytes));
    return std::min({kThreadsPerMultiprocessor / threads, kBlocksPerMultiprocessor, by_shared});
}

}  // namespace

namespace halo_engine {

cudaError_t check_function(const void* kernel)
{
    return Layout::instance().is_function(address_of(kernel)) ? cudaSuccess : fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* kernel)
{
    gives(attributes, "cudaFuncGetAttributes");
    const EngineScope scope;
    if (attributes == nullptr) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_function(kernel); status != cudaSuccess) return status;
    constexpr int kVersion = 10 * kComputeMajor + kComputeMinor;
    *attributes = {};
    attributes->sharedSizeBytes = static_shared_bytes(kernel);
    const std::uint64_t bounds = Layout::instance().launch_bounds_at(address_of(kernel));
    attributes->maxThreadsPerBlock = bounds != 0 ? static_cast<int>(bounds) : kMaxBlockThreads;
    attributes->ptxVersion = attributes->binaryVersion = kVersion;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit(kernel));
    attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
}

cudaError_t set_function_attribute(const void* kernel, cudaFuncAttribute attribute, int value)
{
    const EngineScope scope;
    if (const cudaError_t status = check_function(kernel); status != cudaSuccess) return status;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return value >= cudaSharedmemCarveoutDefault && value <= 100 ? cudaSuccess : fail(cudaErrorInvalidValue);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return fail(cudaErrorInvalidValue);
    if (value < 0 || std::size_t(value) + static_shared_bytes(kernel) > kSharedPerBlockOptIn) return fail(cudaErrorInvalidValue);
    allow_dynamic_shared(kernel, std::size_t(value));
    return cudaSuccess;
}

cudaError_t active_blocks(int* blocks, const void* kernel, int block_size, size_t dynamic_bytes)
{
    gives(blocks, "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    const EngineScope scope;
    if (blocks == nullptr || block_size <= 0) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_function(kernel); status != cudaSuccess) return status;
    *blocks = blocks_at_once(kernel, block_size, dynamic_bytes);
    return cudaSuccess;
}

cudaError_t available_dynamic_shared(size_t* bytes, const void* kernel, int blocks, int block_size)
{
    gives(bytes, "cudaOccupancyAvailableDynamicSMemPerBlock");
    const EngineScope scope;
    if (bytes == nullptr || blocks <= 0 || block_size <= 0) return fail(cudaErrorInvalidValue);
    if (const cudaError_t status = check_function(kernel); status != cudaSuccess) return status;
    if (blocks > blocks_at_once(kernel, block_size, 0)) return fail(cudaErrorInvalidValue);
    const std::size_t share = kSharedPerMultiprocessor / std::size_t(blocks) / kSharedUnit * kSharedUnit;
    const std::size_t taken = static_shared_bytes(kernel) + kSharedReservedPerBlock;
    *bytes = std::min(share > taken ? share - taken : 0, kSharedPerBlockOptIn - static_shared_bytes(kernel));
    return cudaSuccess;
}

const char* kernel_name(const void* kernel)
{
    const EngineScope scope;
    static std::mutex mutex;
    static auto* names = new std::set<std::string>;
    const std::lock_guard lock(mutex);
    return names->insert(Layout::instance().function_name(address_of(kernel))).first->c_str();
}

cudaError_t launch_status(cudaError_t before)
{
    const cudaError_t status = withhold_error();
    Session::instance().fail(status != cudaSuccess ? status : before);
    return status;
}

cudaError_t withhold_error() { return Session::instance().exchange_last_error(cudaSuccess); }

cudaError_t check_cooperative(const void* kernel, const LaunchConfig& config)
{
    const EngineScope scope;
    const dim3 &grid = config.grid, &block = config.block;
    const std::uint64_t blocks = std::uint64_t(grid.x) * grid.y * grid.z;
    const std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
    if (threads == 0 || threads > kMaxBlockThreads) return cudaSuccess;     // no launch can have it
    const std::uint64_t at_once = std::uint64_t(blocks_at_once(kernel, static_cast<int>(threads), config.shared_bytes)) * kMultiprocessors;
    if (at_once == 0 || blocks <= at_once) return cudaSuccess;
    return refuse(cudaErrorCooperativeLaunchTooLarge, {.call = "launch", .kind = halo::RefusedCall::launch, .at = {config.file, config.line}, .kernel = config.kernel,
                                                       .grid = {grid.x, grid.y, grid.z}, .block = {block.x, block.y, block.z},
                                                       .limit = halo::LaunchLimit::cooperative, .most = at_once});
}

}  // namespace halo_engine
