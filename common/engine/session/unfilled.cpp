#include "engine/session/unfilled.hpp"

#include "engine/memory/arena.hpp"
#include "engine/session/caller.hpp"

namespace halo::engine {

void name_overwritten(const RawFinding& raw, Finding& finding)
{
    if (raw.launch == 0 || raw.allocation == nullptr || raw.allocation->filled) return;
    const Allocation* overwritten = nullptr;
    for (const Allocation& array : Arena::instance().allocations()) {
        // A later launch may have stored to it again; no launch may have loaded from it.
        if (!array.filled || array.stored_in < raw.launch || array.loaded_in != 0) continue;
        if (overwritten != nullptr) return;
        overwritten = &array;
    }
    if (overwritten == nullptr) return;
    finding.overwritten = overwritten->label.name;
    finding.filled_from = overwritten->filled_from;
}

void name_short_copy(const RawFinding& raw, Finding& finding)
{
    if (raw.allocation == nullptr || raw.allocation->filled_in_part.empty() || raw.allocation->filled_bytes >= raw.allocation->bytes) return;
    finding.other = caller_of(raw.allocation->filled_in_part).at;
    finding.asked = raw.allocation->filled_bytes;
    finding.there = raw.allocation->bytes;
}

}  // namespace halo::engine
