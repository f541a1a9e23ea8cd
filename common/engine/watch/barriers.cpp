#include "engine/watch/barriers.hpp"

#include <algorithm>

namespace halo::engine {

bool Barriers::barrier(const BlockState& block, const std::vector<ThreadState>& threads, SightingLog& log)
{
    const auto begin = threads.begin(), end = threads.begin() + block.threads;
    const auto waits = [](const ThreadState& t) { return t.stop == Stop::at_barrier; };
    const auto first = std::find_if(begin, end, waits);
    const WaitPlace place = first->place;
    const auto here = [&](const ThreadState& t) { return waits(t) && t.place.number == place.number; };
    const auto absent = std::find_if_not(begin, end, here);
    if (absent == end) return false;

    Sighting s = sighting_of(FindingKind::barrier, block, unsigned(first - begin));
    s.site = place.site;
    s.line = place.line;
    s.other_site = waits(*absent) ? absent->place.site : 0;
    s.other_left = !waits(*absent);
    s.other_line = waits(*absent) ? absent->place.line : absent->left_line();
    s.other_thread = static_cast<std::uint32_t>(absent - begin);
    s.arrived = static_cast<std::uint32_t>(std::count_if(begin, end, here));
    s.expected = block.threads;
    log.add(s);
    return true;
}

}  // namespace halo::engine
