#include "engine/watch/block_order.hpp"

#include <algorithm>
#include <utility>

#include "engine/watch/access.hpp"

namespace halo::engine {

void BlockOrder::block_begins(Releases* of_launch)
{
    launch_ = of_launch;
    before_.reset();
    if (any_atomic_) last_atomic_.fill(0);
    any_atomic_ = has_atomics_ = false;
    if (!used_) return;
    used_ = false;
    threads_.clear();
    published_.clear();
    updated_.clear();
    known_ = {};
    released_ = {};
}

BlockOrder::Thread& BlockOrder::of(unsigned thread)
{
    const auto [state, added] = threads_.try_emplace(thread);
    if (added) {
        state->second.known = state->second.released_to_block = known_;
        state->second.released = released_;
    }
    return state->second;
}

bool BlockOrder::atomic(unsigned thread, std::uintptr_t address, bool only_block, bool stores)
{
    used_ = true;
    Thread& state = of(thread);
    if (std::find(state.atomics.rbegin(), state.atomics.rend(), address) == state.atomics.rend()) state.atomics.push_back(address);
    if (!stores) return state.announces = false;
    state.published = true;
    updated_.insert(address / 8);
    if (!state.released_to_block.empty()) published_[address].add(state.released_to_block);
    if (!only_block && !state.released.empty()) launch_->publish(address, state.released);
    return state.announces;
}

/// Words that others have released to since are acquired too: a race may be missed, none is invented.
void BlockOrder::acquire(unsigned thread, Thread& state)
{
    const auto take = [&](std::uintptr_t address) {
        if (const auto here = published_.find(address); here != published_.end()) state.known.add(here->second);
        launch_->acquire(address, state.known);
    };
    for (const std::uintptr_t address : state.atomics) take(address);
    if (last_atomic_[thread] != 0) take(std::exchange(last_atomic_[thread], 0));
    state.atomics.clear();
}

void BlockOrder::fence(const BlockState& block, unsigned thread, FenceScope scope)
{
    used_ = true;
    using Stamps = std::array<std::uint32_t, kWarp>;
    if (before_ == nullptr) before_ = std::make_shared<Stamps>(block.barrier_stamps);
    Release release{.block = block.linear, .thread = thread, .stamp = block.stamp(thread), .before = before_, .lanes = nullptr};
    const unsigned warp = thread / kWarp;
    if (const WarpClocks& clocks = block.clocks[warp]; clocks.knows_others(thread % kWarp)) {
        Stamps lanes;
        for (unsigned lane = 0; lane < kWarp; ++lane) lanes[lane] = block.barrier_stamps[warp] + clocks.known(thread % kWarp, lane);
        release.lanes = std::make_shared<Stamps>(lanes);
    }
    Thread& state = of(thread);
    if (state.fenced && !state.published) {
        launch_->replace(state.number, release);
    } else {
        state.number = launch_->add(release);
        state.fenced = true;
        state.published = false;
    }
    acquire(thread, state);
    state.known.add(state.number);
    state.announces = true;
    state.released_to_block = state.known;
    if (scope == FenceScope::device) state.released = state.known;
}

void BlockOrder::meeting(unsigned warp, std::uint32_t lanes)
{
    if (!used_) return;
    const unsigned first_thread = warp * kWarp;
    ReleaseSet known, released;
    for_each_lane(lanes, [&](unsigned lane) {
        Thread& state = of(first_thread + lane);
        acquire(first_thread + lane, state);
        known.add(state.known);
        released.add(state.released);
        state.published = true;   // the other lanes have it now
    });
    for_each_lane(lanes, [&](unsigned lane) {
        Thread& state = of(first_thread + lane);
        state.known = known;
        state.released = released;
    });
}

void BlockOrder::barrier()
{
    if (!used_ && !(any_atomic_ && launch_->any())) return;
    used_ = true;
    before_.reset();
    for (unsigned thread = 0; any_atomic_ && thread < last_atomic_.size(); ++thread)
        if (last_atomic_[thread] != 0) of(thread);
    any_atomic_ = false;
    for (auto& [thread, state] : threads_) {
        acquire(thread, state);
        known_.add(state.known);
        released_.add(state.released);
    }
    threads_.clear();
}

bool BlockOrder::covered(std::uint64_t block, unsigned thread, std::uint32_t stamp, unsigned mine) const
{
    const auto state = threads_.find(mine);
    const ReleaseSet& known = state == threads_.end() ? known_ : state->second.known;
    return !known.empty() && launch_->cover(known, block, thread, stamp);
}

}  // namespace halo::engine
