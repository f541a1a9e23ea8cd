#pragma once
// Question: how many elements, warp requests, sectors and bank conflicts does the kernel make?

#include <vector>

#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"
#include "findings/counters.hpp"

namespace halo::engine {

class Traffic {
public:
    void instruction(const BlockState&, unsigned warp, const Request&, const Pattern&);
    void barrier(const BlockState&, const std::vector<ThreadState>&, RawFindingLog&) { ++counters_.barriers; }
    void grid_barrier() { ++counters_.barriers; }
    void launch_ends(Counters& counters)
    {
        counters += counters_;
        counters_ = {};
    }

private:
    void global(const Request&, const Pattern&);
    void shared(const Request&, const Pattern&);

    Counters counters_;
};

}  // namespace halo::engine
