// Lanes of a warp that wait for each other.

#include "engine/schedule/worker.hpp"

namespace halo::engine {

void Worker::meet(const halo_engine::Call& call, std::uintptr_t site, bool any, std::uint32_t mask, std::uint64_t value)
{
    if (stop_requested_) stop_endless(site);
    const unsigned lane = this->lane();
    bringing_[lane] = value;
    meeting_at_[lane] = call;
    current_->place = {site, call.number, call.line};
    current_->any_lane = any;
    if (!any && (mask >> lane & 1) == 0) {
        busy_ = true;
        current_->mask = mask;
        Sighting s = at_call(call);
        s.unnamed = true;
        s.other_thread = s.thread;
        log_.add(s);
        busy_ = false;
    }
    current_->mask = mask | 1u << lane;
    suspend(Stop::at_meeting);
}

/// All lanes of the warp have stopped. True: some may go on.
bool Worker::release_meetings(std::size_t begin, std::size_t end)
{
    std::uint32_t waiting = 0, can_run = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const ThreadState& thread = threads_[order_[i]];
        if (thread.stop == Stop::at_meeting) waiting |= 1u << order_[i] % kWarp;
        if (thread.stop == Stop::ready) can_run |= 1u << order_[i] % kWarp;
    }
    if (waiting == 0 || can_run != 0) return can_run != 0;

    const unsigned first_thread = order_[begin] / kWarp * kWarp;
    const auto state = [&](unsigned lane) -> ThreadState& { return threads_[first_thread + lane]; };
    // A meeting takes place when everyone is there who is named and has not left the kernel.
    bool released = false;
    const auto round = [&](bool stuck) {
        for (std::uint32_t rest = waiting; rest != 0;) {
            const auto leader = unsigned(std::countr_zero(rest));
            std::uint32_t here = 0;
            for_each_lane(waiting, [&](unsigned lane) {
                const ThreadState& one = state(lane);
                const bool together = one.place.number == state(leader).place.number && one.any_lane == state(leader).any_lane &&
                                      (one.any_lane || one.mask == state(leader).mask);
                if (together) here |= 1u << lane;
            });
            rest &= ~here;
            std::uint32_t absent = state(leader).any_lane ? 0 : state(leader).mask & ~here;
            for_each_lane(absent, [&](unsigned lane) {
                if (first_thread + lane >= threads_.size() || state(lane).stop == Stop::finished) absent &= ~(1u << lane);
            });
            if (absent != 0 && !stuck) continue;
            if (absent != 0 && !faulted_ && !parted_) tell_absence(first_thread, leader, here, absent);
            block_.meet(first_thread / kWarp, here);
            for_each_lane(here, [&](unsigned lane) {
                brought_[lane] = bringing_[lane];
                met_[lane] = here;
                state(lane).stop = Stop::ready;
            });
            waiting &= ~here;
            released = true;
            if (stuck) return;  // perhaps the others can go on now
        }
    };
    round(false);
    if (!released) round(true);

    return true;
}

void Worker::tell_absence(unsigned first_thread, unsigned leader, std::uint32_t here, std::uint32_t absent)
{
    const ThreadState& one = threads_[first_thread + leader];
    const ThreadState& other = threads_[first_thread + unsigned(std::countr_zero(absent))];
    Sighting s = sighting_of(FindingKind::barrier, block_, first_thread + leader);
    const halo_engine::Call& call = meeting_at_[leader];
    s.file = call.file;
    s.line = call.line;
    s.call = call.name;
    s.other_site = other.place.site;
    s.other_line = other.place.line;
    s.other_thread = first_thread + unsigned(std::countr_zero(absent));
    s.arrived = unsigned(std::popcount(here));
    s.expected = unsigned(std::popcount(one.mask));
    log_.add(s);
    parted_ = true;
}

/// Something that the current lane did with this call.
Sighting Worker::at_call(const halo_engine::Call& call)
{
    Sighting s = sighting_of(FindingKind::barrier, block_, thread_number());
    s.file = call.file;
    s.line = call.line;
    s.call = call.name;
    s.mask = current_->mask;
    return s;
}

void Worker::absent_lane(const halo_engine::Call& call, unsigned source)
{
    busy_ = true;
    const unsigned other = thread_number() / kWarp * kWarp + source;
    Sighting s = at_call(call);
    s.arrived = unsigned(std::popcount(met()));
    s.expected = unsigned(std::popcount(current_->mask));
    s.other_thread = other;
    const bool there = other < threads_.size();
    if ((current_->mask >> source & 1) == 0 || !there) {
        s.unnamed = true;                                   // whether or not it came elsewhere: nobody waits for it
        log_.add(s);
    } else if (threads_[other].stop == Stop::finished) {
        s.other_left = true;
        s.other_line = threads_[other].left_line();
        log_.add(s);
    }                                                       // else it waits elsewhere: told when this meeting took place
    busy_ = false;
}

}  // namespace halo::engine
