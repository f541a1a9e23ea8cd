#pragma once
// What the rest of the API tells the memory pools.

namespace halo::engine {

/// An allocation was freed; it may belong to a pool.
void leaves_pool(const void* pointer);
/// After cudaDeviceReset: only the default pool is left, and is empty.
void forget_pools();

}  // namespace halo::engine
