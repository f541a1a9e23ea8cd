#pragma once
// Meetings of a warp's lanes. CUDA's functions built on them (shuffles, votes, __syncwarp) are in warp.hpp.

#include <cstdint>

namespace halo_engine {

/// A call in the source.
struct Call {
    const char* name;   ///< as written by the student
    int number;         ///< distinguishes it from other calls
    int line;
    const char* file;
};

/// Waits until every lane named in `mask` has arrived at this call. Returns 32 values, those of the lanes in `mask`,
/// which are valid until the calling lane's next meeting. Orders memory between these lanes, as __syncwarp does. A named
/// lane that never arrives (it left the kernel, or waits elsewhere) is a finding.
[[gnu::noinline]] const std::uint64_t* meet(const Call& call, unsigned mask, std::uint64_t value);

/// The lanes that arrived at the calling lane's last meeting. Fewer than in its mask if a lane had left the kernel, or
/// does not exist because the block is smaller.
unsigned met();
/// Reports that the calling lane used the value of lane `source`, which did not arrive.
[[gnu::noinline]] void absent_lane(const Call& call, unsigned source);

/// The calling lane has taken the value of lane `source`. Kept if the launch is recorded.
[[gnu::noinline]] void note_exchange(const Call& call, unsigned source);

/// The lanes of the warp that arrive at this call while the others are elsewhere.
[[gnu::noinline]] unsigned gather(const Call& call);

/// 0 to 31.
[[gnu::const]] unsigned lane() noexcept;

/// __threadfence, or __threadfence_block: who sees a later atomic of this thread, and passes a fence, may read what it wrote before.
[[gnu::noinline]] void note_fence(bool only_block) noexcept;

}  // namespace halo_engine
