#include "engine/measure/counts.hpp"

#include "engine/engine.hpp"

namespace measure {
namespace {

halo::Counters before;

}  // namespace

// The counters are not reset, because that would drop the findings, which are reported when the program ends.
void start_counting() { before = halo::engine::counters(); }

std::string counts()
{
    const halo::Counters now = halo::engine::counters();
    std::string out;
    halo::for_each_counter([&](const char* name, auto counter) {
        out += std::string(" ") + name + "=" + std::to_string(now.*counter - before.*counter);
    });
    return out;
}

}  // namespace measure
