#include "engine/watch/barriers.hpp"

#include <algorithm>
#include <bit>

namespace halo::engine {

unsigned& Barriers::passed(int barrier)
{
    auto& all = of_block_.passed;
    const auto known = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == barrier; });
    return known != all.end() ? known->second : all.emplace_back(barrier, 0).second;
}

void Barriers::barrier(const BlockState& block, const std::vector<ThreadState>& threads, RawFindingLog& log)
{
    const auto begin = threads.begin(), end = threads.begin() + block.threads;
    const auto waits = [](const ThreadState& t) { return t.stop == Stop::at_barrier; };
    const auto first = std::find_if(begin, end, waits);
    const WaitPlace place = first->place;
    log.note_barrier(block.kernel, place.line);
    if (block.faulted || of_block_.diverged) return;
    const auto here = [&](const ThreadState& t) { return waits(t) && t.place.number == place.number; };
    const auto absent = std::find_if_not(begin, end, here);
    if (absent == end) {
        ++passed(place.number);
        return;
    }

    RawFinding s = raw_finding(FindingKind::barrier, block, unsigned(first - begin));
    s.site = place.site;
    s.line = place.line;
    s.other_site = waits(*absent) ? absent->place.site : 0;
    s.other_left = !waits(*absent);
    s.other_line = waits(*absent) ? absent->place.line : absent->left_line();
    s.other_thread = static_cast<std::uint32_t>(absent - begin);
    s.arrived = static_cast<std::uint32_t>(std::count_if(begin, end, here));
    s.expected = block.threads;
    s.times = passed(place.number);
    log.add(s);
    of_block_.diverged = true;
}

void Barriers::meeting(const BlockState& block, const Meeting& m, RawFindingLog& log)
{
    if (m.absent == 0 || block.faulted || of_block_.diverged) return;
    const unsigned first_thread = m.warp * kWarp, absent = unsigned(std::countr_zero(m.absent));
    RawFinding s = raw_finding(FindingKind::barrier, block, first_thread + m.leader);
    s.file = m.file;
    s.line = m.line;
    s.call = m.call;
    s.other_site = m.lanes[absent].place.site;
    s.other_line = m.lanes[absent].place.line;
    s.other_thread = first_thread + absent;
    s.arrived = unsigned(std::popcount(m.here));
    s.expected = unsigned(std::popcount(m.lanes[m.leader].mask));
    log.add(s);
    of_block_.diverged = true;
}

}  // namespace halo::engine
