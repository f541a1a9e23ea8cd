#pragma once
// Question: of how many blocks of a launch do all warps take both sides of a branch? Each such warp waits for both.
//
// Watchers see only memory instructions. Two at different places in the source, made by disjoint sets of lanes, with no
// barrier or meeting in between, are on two sides of a branch, or in two branches that exclude each other. A side without
// memory accesses is not noticed.

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"
#include "findings/counters.hpp"

namespace halo::engine {

class DividedBlocks {
public:
    void block_begins(const BlockState&) { divided_warps_ = 0; }
    void instruction(const BlockState&, unsigned warp, const Request& r, const Pattern&)
    {
        if ((divided_warps_ >> warp & 1) != 0) return;
        for (const auto& [site, lanes] : seen_)
            if (site != r.site && (lanes & r.lanes) == 0) divided_warps_ |= 1u << warp;
        seen_.emplace_back(r.site, r.lanes);
    }
    void warp_stopped(const BlockState&, unsigned) { seen_.clear(); }
    void block_ends(const BlockState& block)
    {
        if (unsigned(std::popcount(divided_warps_)) == block.warps()) ++divided_blocks_;
    }
    struct OfLaunch {
        explicit OfLaunch(const LaunchState&) {}
        void launch_ended(const EndedLaunch& launch, RawFindingLog& log) const
        {
            if (divided_blocks == 0) return;
            const bool all = divided_blocks == launch.blocks();
            RawFinding s = raw_finding(all ? FindingKind::divided : FindingKind::partly_divided, launch);
            s.finished = divided_blocks;
            log.add(s);
        }
        std::uint64_t divided_blocks = 0;
    };
    void launch_ends(Counters&, OfLaunch& launch) { launch.divided_blocks += std::exchange(divided_blocks_, 0); }

    using OfBlock = std::uint32_t;
    void swap_block(OfBlock& other) { std::swap(divided_warps_, other); }

private:
    std::vector<std::pair<std::uintptr_t, std::uint32_t>> seen_;   // place and lanes, since the warp last stopped
    std::uint32_t divided_warps_ = 0;                              // one bit per warp of the block
    std::uint64_t divided_blocks_ = 0;
};

}  // namespace halo::engine
