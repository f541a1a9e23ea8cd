// The slow path of an access: finds the memory it belongs to, and its place in the warp's log.

#include <algorithm>

#include "engine/schedule/guard.hpp"
#include "engine/schedule/worker.hpp"
#include "engine/watch/prover.hpp"

namespace halo::engine {

/// Of the thread's own stack, its arrays are watched.
[[gnu::always_inline]] inline void Worker::touch_own_stack(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    if (bytes > stack_end(address) - address) [[unlikely]] outside(address, bytes, kind, site, {Space::global, Outside::wild, nullptr});
    if (halo_now.locals != nullptr) touch_local(address, bytes, kind, site);
}

void Worker::touch_anew(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    if (on_own_stack(address) && !stop_requested_) return touch_own_stack(address, bytes, kind, site);   // not in the log
    LoggedRequest* const request =
        stop_requested_ ? nullptr : warp_log_.renew(key_of(site, halo_now.loop_path), site, halo_now.loop_path, address, bytes, kind);
    if (request == nullptr) return touch_slowly(address, {bytes, bytes}, kind, site, Strength::plain);
    if (kind != Access::write) return;
    const Busy busy(*this);     // what last_store_ copies is not an access of the kernel
    last_store_.note(address, bytes, request);
}

void Worker::touch_slowly(std::uintptr_t address, Moved moved, Access kind, std::uintptr_t site, Strength strength)
{
    const auto [bytes, step] = moved;
    if (stop_requested_) stop_endless(site);
    const Located at = locate(address, bytes, kind, site);
    if (!at.watched) return;
    Busy busy(*this);
    Request wanted;
    wanted.key = key_of(site, halo_now.loop_path);
    wanted.where = at.where;
    wanted.site = site;
    wanted.bytes = bytes;
    wanted.step = step;
    wanted.path = halo_now.loop_path;
    wanted.address = address;
    constexpr std::uintptr_t kFar = 0x7fffffff;   // so that distances fit into 32 bits
    const bool changes = saved_ != nullptr && kind != Access::read && at.space == Space::global;
    const Range array = changes ? save(address, bytes, at.array) : at.array;
    const std::uintptr_t below = std::min(address - array.begin, kFar), room = array.end - address;
    // In a launch that is recorded, no later access is taken for the next of this request: each arrives here.
    const std::uintptr_t span = recorded_ ? 0 : below + std::min(room - std::min<std::uintptr_t>(room, bytes), kFar);
    const std::uintptr_t low = recorded_ ? 0 : address - below;
    wanted.kind = kind;
    wanted.strong = strength != Strength::plain;
    wanted.only_block = strength == Strength::of_block;
    wanted.space = at.space;
    LoggedRequest* request = nullptr;
    while ((request = warp_log_.find_or_add(wanted, low, span)) == nullptr) {
        suspend(Stop::paused);
        busy.enter();
    }
    if (kind == Access::write) last_store_.note(address, bytes, request);
    if (wanted.strong) {
        atomic_ = request;
        if (note_strong(address, at.space, kind, wanted.only_block)) request->announcing |= 1u << lane();
    }
    if (recorded_) record({.address = address, .where = at.where, .site = site, .bytes = bytes, .step = step, .kind = kind, .space = at.space});
}

bool Worker::note_strong(std::uintptr_t address, Space space, Access kind, bool only_block)
{
    may_wait_ = true;
    communicates_ |= space == Space::global;
    if (!block_.order.note_atomic(thread_number(), address)) return false;
    deactivate();   // as in print()
    const bool announces = block_.order.atomic(thread_number(), address, only_block || space == Space::shared, kind != Access::read);
    activate();
    return announces;
}

void Worker::record(RecordedAccess access)
{
    access.thread = thread_number();
    access.path = static_cast<std::uint32_t>(halo_now.loop_path);
    access.barriers = block_.epoch - block_.first_epoch;
    if (access.kind == Access::read) {
        const auto* from = reinterpret_cast<const volatile unsigned char*>(access.address);
        for (std::uint32_t i = 0; i < std::min<std::uint32_t>(access.bytes, access.value.size()); ++i) access.value[i] = from[i];
    }
    deactivate();   // as in print()
    Prover::instance().access(block_, access);
    Recorder::instance().access(block_, access);
    activate();
}

void Worker::record_exchange(const halo_engine::Call& call, unsigned source)
{
    const Busy busy(*this);
    RecordedExchange exchange{.line = call.line, .number = call.number, .thread = thread_number(), .path = static_cast<std::uint32_t>(halo_now.loop_path),
                              .barriers = std::uint32_t(block_.epoch - block_.first_epoch)};
    exchange.source = exchange.thread / kWarp * kWarp + source;
    deactivate();   // as in print()
    Recorder::instance().exchange(block_, exchange);
    activate();
}

/// A card refuses misaligned accesses in every kind of memory.
void Worker::touch_misaligned(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    const Located at = locate(address, bytes, kind, site);
    if (!at.watched) return;
    const bool in_arena = map_.in_device_memory(address);
    outside(address, bytes, kind, site,
            {at.space, Outside::misaligned, in_arena ? Arena::instance().nearest(address) : nullptr});
}

/// An access to memory that no kernel may use ends the thread.
[[gnu::always_inline]] inline Located Worker::locate(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    if (map_.in_device_memory(address)) {
        const Located at = map_.device_memory(address);
        if (bytes > at.array.end - address) [[unlikely]] outside(address, bytes, kind, site, {Space::global, Outside::past_end, Arena::instance().nearest(address)});
        return at;
    }
    if (on_own_stack(address)) {
        touch_own_stack(address, bytes, kind, site);
        return {};
    }
    if (stacks_.holds(address)) not_its_own(address, bytes, kind, site);
    const Located at = map_.locate(address, bytes, kind);
    if (at.invalid.why != Outside::none) outside(address, bytes, kind, site, at.invalid);
    if (at.registered && !may_use_registered(address, bytes, kind)) outside(address, bytes, kind, site, {Space::host, Outside::host_pointer, nullptr});
    return at;
}

bool Worker::may_use_registered(std::uintptr_t address, std::uint64_t bytes, Access kind)
{
    deactivate();   // as in print()
    const bool may = Guard::lets_kernel_use(address, bytes, kind, grid_->host_stack);
    activate();
    return may;
}

void Worker::check_update(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site)
{
    if (!runs_student_code()) return;
    const Located at = locate(address, std::uint32_t(std::min<std::uint64_t>(bytes, UINT32_MAX)), Access::atomic, site);
    if (saved_ == nullptr || !at.watched || at.space != Space::global) return;
    const Busy busy(*this);
    save(address, bytes, at.array);
}

void Worker::before_texel_store(std::uintptr_t address, std::uint32_t bytes)
{
    if (saved_ == nullptr) return;
    const Busy busy(*this);
    save(address, bytes, {});
    for (const std::uintptr_t byte : {address, address + bytes - 1}) saved_->before_marking(byte);
}

/// Returns the part of the array in which a store needs no call.
Range Worker::save(std::uintptr_t address, std::uint64_t bytes, Range array)
{
    deactivate();   // as in print()
    const Range saved = saved_->before_store(address, bytes, array);
    activate();
    return saved;
}

/// On a card, a thread's local variables are in memory of its own, where no other thread gets to.
void Worker::not_its_own(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    const unsigned owner = thread_on_stack(address);
    if (owner == thread_number()) outside(address, bytes, kind, site, {Space::global, Outside::wild, nullptr});   // beyond its own stack, or of a thread that has ended
    const Busy busy(*this);
    RawFinding s = raw_finding(FindingKind::out_of_bounds, block_, thread_number());
    s.site = site;
    s.access = kind;
    s.outside = Outside::other_thread;
    s.where = address;
    s.bytes = bytes;
    s.other_thread = owner;
    end_thread(s);
}

void Worker::outside(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site, const InvalidAccess& invalid)
{
    const Busy busy(*this);
    RawFinding s = raw_finding(FindingKind::out_of_bounds, block_, thread_number());
    s.site = site;
    s.access = kind;
    s.space = invalid.space;
    s.where = map_.where(invalid.space, address);
    s.last = {s.block_linear, s.thread, s.where};
    s.bytes = bytes;
    s.allocation = invalid.allocation;
    s.outside = invalid.why;
    end_thread(s);
}

}  // namespace halo::engine
