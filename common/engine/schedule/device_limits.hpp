#pragma once
// The device that the engine models: one multiprocessor of compute capability 9.0. With one, a grid that fills the device
// is small.

#include <cstddef>

namespace halo::engine {

constexpr int kComputeMajor = 9, kComputeMinor = 0;
constexpr int kMultiprocessors = 1;
constexpr int kWarpThreads = 32;
constexpr int kMaxBlockThreads = 1024;
constexpr int kThreadsPerMultiprocessor = 2048;
constexpr int kBlocksPerMultiprocessor = 32;
constexpr std::size_t kSharedPerBlock = 48 * 1024;             ///< by default
constexpr std::size_t kSharedPerBlockOptIn = 227 * 1024;       ///< after cudaFuncSetAttribute
constexpr std::size_t kSharedPerMultiprocessor = 228 * 1024;
constexpr std::size_t kSharedReservedPerBlock = 1024;          ///< reserved by CUDA
constexpr std::size_t kSharedUnit = 128;                       ///< a block's shared memory is rounded up to a multiple of this

}  // namespace halo::engine
