#include "engine/session/exchange.hpp"

#include "engine/memory/arena.hpp"

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

}  // namespace halo::engine
