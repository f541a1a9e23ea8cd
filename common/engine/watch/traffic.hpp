#pragma once
// Question: how many elements, warp requests, sectors and bank conflicts does the kernel make?

#include "findings/counters.hpp"
#include "engine/watch/pattern.hpp"

namespace halo::engine {

class Traffic {
public:
    void request(const Request& request, const Pattern& pattern);

    Counters& counters() { return counters_; }

private:
    void global(const Request&, const Pattern&);
    void shared(const Request&, const Pattern&);

    Counters counters_;
};

}  // namespace halo::engine
