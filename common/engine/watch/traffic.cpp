#include "engine/watch/traffic.hpp"

namespace halo::engine {

void Traffic::instruction(const BlockState&, unsigned, const Request& r, const Pattern& p)
{
    const std::uint64_t words = std::uint64_t(p.shape.lanes) * ((r.bytes + 3) / 4);
    const bool reads = r.kind == Access::read;
    switch (r.space) {
    case Space::global:
        (reads ? counters_.global_loads : counters_.global_stores) += words;
        global(r, p);
        break;
    case Space::shared:
        (reads ? counters_.shared_loads : counters_.shared_stores) += words;
        shared(r, p);
        break;
    case Space::constant:
        counters_.constant_loads += words;
        counters_.constant_replays += replays(r, p);
        break;
    case Space::local:
    case Space::host: break;
    }
}

void Traffic::global(const Request& r, const Pattern& p)
{
    if (r.kind == Access::atomic) return;  // a different kind of instruction, executed in the L2 cache
    const bool reads = r.kind == Access::read;
    ++(reads ? counters_.global_load_requests : counters_.global_store_requests);
    (reads ? counters_.global_load_sectors : counters_.global_store_sectors) += sectors(r, p);
}

void Traffic::shared(const Request& r, const Pattern& p)
{
    if (r.kind != Access::atomic) ++(r.kind == Access::read ? counters_.shared_load_requests : counters_.shared_store_requests);
    counters_.shared_bank_conflicts += p.shape.bank_conflicts;
}

}  // namespace halo::engine
