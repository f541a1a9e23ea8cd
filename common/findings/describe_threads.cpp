// What threads failed to do together: barriers, calls of a warp, races.

#include <algorithm>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/phrases.hpp"

namespace halo {

namespace {

/// What the thread did that is missing where others wait.
std::string absence(const Finding& f)
{
    if (f.other_left && f.other.line > 0) return "left first, by the `return` " + line_of(f.other, f.at);
    if (f.other_left) return "reached the end of the kernel without it";
    if (f.other.line > 0) return "waits at another barrier, " + line_of(f.other, f.at);
    return "did not arrive";
}

/// A function that lanes of a warp call together.
Message lanes(const Finding& f)
{
    Message m;
    if (f.unnamed && f.thread == f.other_thread) {
        m.headline = fmt::format("{}{}() called with the mask 0x{:08x}, which does not name the calling lane", prefix(f), f.call, f.mask);
        m.where = who(f);
        add_count(m.where, f.count, "calls");
        m.attempt = "the mask names all lanes that make this call, the calling one included: 0xffffffff, or what __ballot_sync() gave";
        return m;
    }
    if (f.unnamed) {
        const unsigned lane = ((f.other_thread.z * f.block_shape.y + f.other_thread.y) * f.block_shape.x + f.other_thread.x) % 32;
        const bool named = (f.mask >> lane & 1) != 0;
        m.headline = fmt::format("{}{}() takes the value of lane {}, which ", prefix(f), f.call, lane) +
                     (named ? "does not exist: the block ends before" : fmt::format("its mask 0x{:08x} does not name", f.mask));
        m.where = who(f);
        add_count(m.where, f.count, "calls");
        m.attempt = "only lanes that exist, and that the mask names, bring a value: limit the source lane, or name it";
        return m;
    }
    m.headline = fmt::format("{}{}() reached by {} of the {} lanes that its mask names", prefix(f), f.call, f.arrived, f.expected);
    m.where = fmt::format("block {}; thread {} is one of them, thread {} {}", index(f.block), index(f.thread),
                          index(f.other_thread), absence(f));
    add_count(m.where, f.count, "cases");
    m.attempt = "call it outside of every `if`, or name in the mask just the lanes that come: __ballot_sync() before the `if` tells";
    return m;
}

/// What orders two accesses of one block, or makes it needless.
std::string race_attempt(const Finding& f)
{
    const bool reads = f.access == Access::read || f.other_access == Access::read;
    const bool atomic = f.access == Access::atomic || f.other_access == Access::atomic;
    const unsigned threads = f.block_shape.x * std::max(f.block_shape.y, 1u) * std::max(f.block_shape.z, 1u);
    if (atomic)
        return reads ? "put a __syncthreads() between the updates and the load; in between, only another atomic may read it"
                     : "put a __syncthreads() between the store and the atomic updates";
    // In global memory the lowest reader is known: if it is the thread that stores, that one has loaded the element itself.
    const bool updates = reads && (f.at == f.other || (f.space == Space::global && f.thread == f.other_thread));
    if (updates && f.has_atomics)
        return "does a lock guard it? Then put a __threadfence() after the lock is taken, and another before it is given back. Do all only add to it? "
               "Then atomicAdd() needs no lock";
    if (updates)
        return "do all add to one element? then use atomicAdd(); does each read another's? then load into a variable, "
               "__syncthreads(), and store";
    if (!reads) return "let one thread own each element; do two of them compute the same index?";
    if (f.barrier_between != 0)
        return fmt::format("the barrier in line {} does not separate these two: put one after all stores and before the first load, and in a "
                           "loop another at the end of each iteration", f.barrier_between);
    if (f.space == Space::global)
        return "a __syncthreads() between the store and the load orders the threads of this block alone: if other blocks load there, too, store into another array";
    // That no pair spans two warps in this call does not mean that none does in a larger one.
    if (threads > 0 && threads <= 32 && !f.across_warps)
        return "put a __syncwarp() between the store and the load, or a __syncthreads(): lanes of a warp need not run in step";
    if (!f.across_warps)
        return "put a __syncthreads() between the store and the load, where every thread of the block passes: lanes of a warp need not "
               "run in step either";
    return "put a __syncthreads() between the store and the load, where every thread of the block passes";
}

/// Blocks know no barrier.
std::string race_attempt_between_blocks(const Finding& f)
{
    const bool reads = f.access == Access::read || f.other_access == Access::read;
    if (f.access == Access::atomic && f.other_access == Access::atomic)
        return "an atomic function whose name ends in _block is atomic for the threads of its own block alone: leave out _block";
    if (f.access == Access::atomic || f.other_access == Access::atomic)
        return reads ? "blocks run in any order: read it with an atomic as well, or in a kernel of its own"
                     : "blocks run in any order: set the start value before the launch";
    if (f.has_atomics && reads)
        return "does an atomic flag, counter or lock let one block wait for the other? Then put a __threadfence() between the store and the atomic access, "
               "and another between the atomic access that sees it and the load";
    if (f.at == f.other && reads) return "do all add to one element? then use atomicAdd(); does each read another's? then let one block load both before it stores either";
    return "blocks run in any order: let one thread own each element, or end the kernel in between";
}

}  // namespace

Message barrier(const Finding& f, std::string_view)
{
    const unsigned threads = f.block_shape.x * std::max(f.block_shape.y, 1u) * std::max(f.block_shape.z, 1u);
    Message m;
    if (f.call == "grid.sync" && f.arrived > 0) {
        const bool whole_block = !(f.block == f.other_block);
        m.headline = whole_block ? fmt::format("{}grid.sync() reached by block {}, while block {} came to its end", prefix(f), index(f.block), index(f.other_block))
                                 : fmt::format("{}grid.sync() reached by {} of the block's {} threads", prefix(f), f.arrived, threads);
        m.where = whole_block ? who(f) : fmt::format("block {}; thread {} {}", index(f.block), index(f.other_thread), absence(f));
        m.attempt = whole_block ? "call it as often in every block: outside of each `if`, and in loops that have the same number of iterations for all"
                                : "let every thread of every block reach it: put the test around what it guards, not around the call, and return after it";
        return m;
    }
    if (f.call == "grid.sync") {
        m.headline = prefix(f) + "grid.sync() in a launch whose blocks need not all run at once";
        m.where = who(f);
        m.attempt = "launch the kernel with cudaLaunchCooperativeKernel";
        return m;
    }
    if (f.call != "__syncthreads") return lanes(f);
    if (f.times > 0) {
        m.headline = fmt::format("{}__syncthreads() reached by {} of the block's {} threads, after all had passed it {}", prefix(f), f.arrived, threads,
                                 f.times == 1 ? "once" : fmt::format("{} times", f.times));
        m.where = fmt::format("block {}; thread {} {}", index(f.block), index(f.other_thread), absence(f));
        add_count(m.where, f.count, "cases");
        m.attempt = "a loop around the barrier has more iterations in some threads: give all the same number, and put the test around what it guards";
        return m;
    }
    m.headline = fmt::format("{}__syncthreads() reached by {} of the block's {} threads", prefix(f), f.arrived, threads);
    m.where = fmt::format("block {}; thread {} ", index(f.block), index(f.other_thread));
    m.where += absence(f);
    add_count(m.where, f.count, "cases");
    const bool went_past = f.other_left && f.other.file == f.at.file && f.other.line > f.at.line;
    m.attempt = went_past ? "that `return` comes after the barrier, so the thread went past it. Is the barrier in an `if` or a loop that not all threads enter? Move it out"
                : f.other_left && f.other.line > 0 ? "let every thread pass the barrier: put the test around what it guards, or return after the barrier"
                             : "move the barrier out of every `if` and loop that only some threads enter";
    return m;
}

Message race(const Finding& f, std::string_view)
{
    const std::string what = element(f, f.space == Space::shared ? "a shared element" : "a global element");
    const bool between_blocks = !(f.block == f.other_block);
    const std::string_view unordered = between_blocks ? "and blocks run in any order" : "with no barrier between";
    const std::string there = f.other.line > 0 ? line_of(f.other, f.at) : "by another thread";
    Message m;
    if (f.at == f.other)
        m.headline = fmt::format("{}two threads{} access {}, {}", prefix(f), between_blocks ? " of different blocks" : "", what, unordered);
    else
        m.headline = fmt::format("{}{} is {} here and {} {}{}, {}", prefix(f), what, participle(f.access), participle(f.other_access), there,
                                 between_blocks && f.other.line > 0 ? " by another block" : "", unordered);

    const std::string other = f.thread == f.other_thread && !between_blocks ? "another thread" : "thread " + index(f.other_thread);
    m.where = between_blocks
        ? fmt::format("thread {} of block {} {}, thread {} of block {} {}", index(f.thread), index(f.block),
                      third_person(f.access), index(f.other_thread), index(f.other_block), third_person(f.other_access))
        : fmt::format("block {}: thread {} {}, {} {}", index(f.block), index(f.thread), third_person(f.access), other,
                      third_person(f.other_access));
    add_count(m.where, f.count, "pairs");
    m.attempt = between_blocks ? race_attempt_between_blocks(f) : race_attempt(f);
    return m;
}

}  // namespace halo
