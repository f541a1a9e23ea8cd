#pragma once
// How the lanes of a warp meet. What CUDA offers on top of it (shuffles, votes, __syncwarp) is in warp.hpp.

#include <cstdint>

namespace halo_engine {

/// A call in the source.
struct Call {
    const char* name;   ///< as the student wrote it
    int number;         ///< tells it from other calls
    int line;
    const char* file;
};

/// Every lane named in `mask` comes to this call before any of them goes on. Returns 32 values: what each lane of `mask`
/// brought; they are valid until the calling lane meets again. Orders memory between these lanes, as __syncwarp does.
/// A lane that is named and never comes (it left the kernel, or waits elsewhere) is a finding.
[[gnu::noinline]] const std::uint64_t* meet(const Call& call, unsigned mask, std::uint64_t value);

/// The lanes that came to the calling lane's last meeting. Less than its mask when a lane had left the kernel, or was never
/// there because the block ends before.
unsigned met();
/// Tells that the calling lane took the value of lane `source`, which did not come.
[[gnu::noinline]] void absent_lane(const Call& call, unsigned source);

/// The lanes of the warp that come to this call while the others are elsewhere.
[[gnu::noinline]] unsigned gather(const Call& call);

/// 0 to 31.
[[gnu::const]] unsigned lane() noexcept;

/// __threadfence: what this block wrote before may be read by a block that sees an atomic of this one afterwards.
void note_fence() noexcept;

}  // namespace halo_engine
