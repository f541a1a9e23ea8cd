// Runs blocks and warps from start to end, and ends CUDA threads early.

#include "engine/schedule/worker.hpp"

#include "engine/schedule/guard.hpp"
#include "engine/session/session.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "engine/watch/recorder.hpp"

namespace halo::engine {

void Worker::begin_launch(const Grid& grid)
{
    serial_ = grid.launch.serial;
    grid_ = &grid;
    recorded_ = grid.launch.recorded;
    saved_ = grid.launch.saved;
    communicates_ = false;
    blocks_run_.store(0, std::memory_order_relaxed);
    Scheduler::launch_begins(grid);
    map_.launch_begins(grid.layout_kernel, grid.shared_bytes);
    block_.shared_words = map_.shared_words();
    observer_.launch_begins(grid.launch, *grid.of_launch);
}

void Worker::begin_block(std::uint64_t block_linear)
{
    Scheduler::block_begins(*grid_, block_linear);
    observer_.watchers.block_begins(block_);
}

bool Worker::run_block(const Grid& grid, std::uint64_t block_linear)
{
    activate();
    if (serial_ != grid.launch.serial) begin_launch(grid);
    begin_block(block_linear);
    for (bool fresh = true; run_warps(fresh); fresh = false) release_barrier();
    deactivate();
    log().settle();
    if (gave_up()) {
        give_up_block();
        return false;
    }
    observer_.block_ends(block_);
    blocks_run_.store(blocks_run() + 1, std::memory_order_relaxed);
    return !block_.faulted;
}

/// Runs all threads until each waits at a barrier or has finished. True: some wait. `fresh`: none has begun.
bool Worker::run_warps(bool fresh)
{
    for (bool again = true; std::exchange(again, false); fresh = false)
        for_each_warp([&](const Warp& warp) { again |= run_warp(warp, fresh); });
    return !gave_up() && votes_.all != 0;
}

/// Lanes that have found the log full, before they could make an access: a lane that runs before them may be waiting for one.
std::uint32_t Worker::starved(std::span<const ThreadState> lanes) const
{
    std::uint32_t paused = 0;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        if (lanes[lane].stop == Stop::paused) paused |= 1u << lane;
    return paused & ~warp_log_.lanes();
}

/// The launch ends early: whether a swap would have followed a load, is not known.
void Worker::cut_off_loads()
{
    warp_log_.cut_off();
    observer_.forget_held_loads();
}

bool Worker::run_warp(const Warp& warp, bool fresh)
{
    warp_log_.let_go_on(0);
    constexpr unsigned kPatience = 8;   // a lane that takes a lock stops twice, at its fences
    note_lane_ranks(warp);
    const std::span lanes(threads_.data() + warp.number * kWarp, warp.end - warp.begin);
    unsigned rounds = 0;
    do {
        may_wait_ = false;
        run_lanes(warp, std::exchange(fresh, false));
        warp_log_.let_go_on(may_wait_ && stopped_in_warp() ? starved(lanes) : 0);
        if (gave_up()) cut_off_loads();
        if (!warp_log_.empty() || observer_.holds_loads_of(warp.number)) observer_.warp_stopped(block_, warp.number, warp_log_);
        if (gave_up() || !stopped_in_warp()) return false;
        resume_paused(warp);
        rounds = may_wait_ ? rounds + 1 : 0;
        if (rounds == kPatience && block_.warps() > 1) return true;
    } while (meetings_.release(block_, warp.number, lanes, observer_));
    return false;
}

void Worker::note_barrier() const
{
    const auto waits = std::ranges::find(threads_, Stop::at_barrier, &ThreadState::stop);
    if (waits != threads_.end()) Recorder::instance().barrier(block_, waits->place.line);
}

void Worker::release_barrier()
{
    observer_.watchers.barrier(block_, threads_, observer_.log);
    if (recorded_) note_barrier();
    // A card releases the waiting threads once the others have left the kernel; so do we, after reporting it.
    resume(Stop::at_barrier);
    pieces_.release();
    last_votes_ = std::exchange(votes_, {});
    block_.barrier();
}

[[gnu::always_inline]] inline void Worker::barrier(const WaitPlace& place, int predicate)
{
    if (stop_requested_) stop_endless(place.site);
    votes_.nonzero += predicate != 0;
    ++votes_.all;
    current_->place = place;
    wait(Stop::at_barrier);
}

[[gnu::always_inline]] inline halo_engine::Piece* Worker::end_piece(const WaitPlace& place, std::size_t words)
{
    if (stop_requested_) stop_endless(place.site);
    ++votes_.all;
    current_->place = place;
    return Scheduler::end_piece(words);
}

void Worker::give_up_block()
{
    Scheduler::give_up_block();
    observer_.forget_held_loads();
    votes_ = {};
}

void Worker::hand_over(RawFindingLog& log, Counters& counters, Watchers::OfLaunch& of_launch)
{
    observer_.log.settle();
    log.merge(observer_.log);
    observer_.log.clear();
    observer_.watchers.launch_ends(counters, of_launch);
}

void Worker::meet(const halo_engine::Call& call, std::uintptr_t site, bool any, std::uint32_t mask, std::uint64_t value)
{
    if (stop_requested_) stop_endless(site);
    const unsigned lane = this->lane();
    meetings_.arrive(lane, call, value);
    current_->place = {site, call.number, call.line};
    current_->any_lane = any;
    if (!any && (mask >> lane & 1) == 0) {
        const Busy busy(*this);
        current_->mask = mask;
        RawFinding s = at_call(call);
        s.unnamed = true;
        s.other_thread = s.thread;
        log().add(s);
    }
    current_->mask = mask | 1u << lane;
    suspend(Stop::at_meeting);
}

void Worker::fence(FenceScope scope)
{
    may_wait_ = true;
    communicates_ |= scope == FenceScope::device;
    suspend(Stop::paused);
    const Busy busy(*this);
    deactivate();   // as in print()
    block_.fence(thread_number(), scope);
    activate();
}

RawFinding Worker::at_call(const halo_engine::Call& call)
{
    RawFinding s = raw_finding(FindingKind::barrier, block_, thread_number());
    s.file = call.file;
    s.line = call.line;
    s.call = call.name;
    s.mask = current_->mask;
    return s;
}

void Worker::absent_lane(const halo_engine::Call& call, unsigned source)
{
    const Busy busy(*this);
    const unsigned other = thread_number() / kWarp * kWarp + source;
    RawFinding s = at_call(call);
    s.arrived = unsigned(std::popcount(met()));
    s.expected = unsigned(std::popcount(current_->mask));
    s.other_thread = other;
    const bool there = other < threads_.size();
    if ((current_->mask >> source & 1) == 0 || !there) {
        s.unnamed = true;                                   // not named: the meeting does not wait for it
        log().add(s);
    } else if (threads_[other].stop == Stop::finished) {
        s.other_left = true;
        s.other_line = threads_[other].left_line();
        log().add(s);
    }                                                       // else it waits elsewhere, reported when this meeting took place
}

void Worker::print(std::string_view text, std::uintptr_t site)
{
    if (stop_requested_) stop_endless(site);
    const Busy busy(*this);
    // The program may contain instrumented copies of functions that std::string calls, and the linker may choose those
    // for our calls, too.
    deactivate();
    printed_.output += text;
    activate();
}

void Worker::note_literal(std::string_view conversion, std::uintptr_t site)
{
    const Busy busy(*this);
    deactivate();   // as in print()
    Session::instance().note_literal(conversion, site);
    activate();
}

void Worker::give_up(RawFinding raw)
{
    const Busy busy(*this);
    raw.ended_threads = true;
    log().add(raw);
    stopped_by_ = raw.kind;
    skip_remaining_threads();
    abandon_thread();
}

void Worker::end_thread(RawFinding raw)
{
    const Busy busy(*this);
    raw.ended_threads = true;
    log().add(raw);
    stopped_by_ = raw.kind;
    block_.faulted = true;
    settle();
    abandon_thread();
}

void Worker::return_from_kernel()
{
    const Busy busy(*this);
    settle();
    abandon_thread();
}

void Worker::stop_endless(std::uintptr_t site)
{
    RawFinding s = raw_finding(FindingKind::endless, block_, thread_number());
    s.site = site;
    s.progressing = progressing_;
    give_up(s);
}

void Worker::die(std::uintptr_t site, std::uintptr_t address, bool division)
{
    RawFinding s = raw_finding(FindingKind::crash, block_, thread_number());
    s.site = site;
    if (division) s.outside = Outside::division;
    if (stacks_.owns(address)) s.outside = Outside::stack;  // the guard page
    give_up(s);
}

void Worker::fail_assertion(const char* expression, const char* file, int line, const char* function)
{
    const Busy busy(*this);
    const uint3 thread = halo_now.thread;
    deactivate();   // as in print()
    // Not by fmt: its headers would add three seconds to the compilation of the hooks.
    const auto index = [](const auto& i) { return '[' + std::to_string(i.x) + ',' + std::to_string(i.y) + ',' + std::to_string(i.z) + ']'; };
    printed_.errors += std::string(file) + ':' + std::to_string(line) + ": " + function + ": block: " + index(block_.index) + ", thread: " + index(thread) +
                       " Assertion `" + expression + "` failed.\n";
    activate();
    RawFinding s = raw_finding(FindingKind::crash, block_, thread_number());
    s.outside = Outside::assertion;
    s.file = file;
    s.line = line;
    s.call = expression;
    end_thread(s);
}

void Worker::called_by_kernel(const char* call, std::uintptr_t site, const char* file, int line)
{
    const Busy busy(*this);
    RawFinding s = raw_finding(FindingKind::crash, block_, thread_number());
    s.outside = Outside::called_by_kernel;
    s.site = site;
    s.file = file;
    s.line = line;
    s.call = call;
    end_thread(s);
}

void only_on_host(const char* call, const void* return_address, const char* file, int line)
{
    Worker* const worker = Worker::active();
    if (worker == nullptr || !worker->runs_student_code()) return;
    EngineScope::leave();
    worker->called_by_kernel(call, reinterpret_cast<std::uintptr_t>(return_address), file, line);
}

}  // namespace halo::engine

// Called by what the object gate adds, where device code is about to go to a function that is not device code. A function of both sides may, on the host.
extern "C" void halo_engine_goes_to_host(const void*) { halo::engine::only_on_host("a function of the host", __builtin_return_address(0)); }

namespace halo::engine {

void Worker::trap(std::uintptr_t site)
{
    RawFinding s = raw_finding(FindingKind::crash, block_, thread_number());
    s.outside = Outside::trap;
    s.site = site;
    end_thread(s);
}

}  // namespace halo::engine

// Defined here so that wait() is inlined into the function that the thread called, see switch_stacks.
namespace halo_engine {

#define HALO_PLACE                                                                  \
    {                                                                               \
        reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), number, line \
    }

Piece* end_piece(int number, int line, std::size_t words)
{
    return halo::engine::Worker::active()->end_piece(HALO_PLACE, words);
}
void stay_in_piece() { halo::engine::Worker::active()->wait(halo::engine::Stop::at_barrier); }

void barrier(int number, int line)
{
    halo::engine::Worker::active()->barrier(HALO_PLACE, 0);
}
int barrier_count(int number, int line, int predicate)
{
    halo::engine::Worker& worker = *halo::engine::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero();
}
int barrier_and(int number, int line, int predicate)
{
    halo::engine::Worker& worker = *halo::engine::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero() == worker.arrived();
}
int barrier_or(int number, int line, int predicate)
{
    halo::engine::Worker& worker = *halo::engine::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero() != 0;
}

void note_block_scope() noexcept
{
    if (halo::engine::Worker* const worker = halo::engine::Worker::active()) worker->note_block_scope();
}
void note_swap(bool failed) noexcept
{
    if (halo::engine::Worker* const worker = halo::engine::Worker::active()) worker->note_swap(failed);
}
void note_exchange() noexcept
{
    if (halo::engine::Worker* const worker = halo::engine::Worker::active()) worker->note_exchange();
}
unsigned long long old_value(unsigned long long old) noexcept
{
    if (halo::engine::Worker* const worker = halo::engine::Worker::active()) worker->note_old_value();
    return old;
}

}  // namespace halo_engine
