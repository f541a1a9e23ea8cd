#pragma once
// The last step with one mistake each, which the tests must find.

#include <array>

#include "steps.hpp"

namespace halo::steps {

void sides_exchanged(const Work& work);     // rows are held against the width: a square hides it
void halo_not_tested(const Work& work);     // left of a row lies the end of the row above
void core_not_waited_for(const Work& work); // no barrier between storing the core and reading it
void colours_by_plane(const Work& work);    // red, green and blue one after the other, as if not interleaved

struct WrongStep {
    const char* name;
    void (*run)(const Work&);
};

inline constexpr std::array<WrongStep, 4> kWrongSteps = {{
    {"sides_exchanged", sides_exchanged},
    {"halo_not_tested", halo_not_tested},
    {"core_not_waited_for", core_not_waited_for},
    {"colours_by_plane", colours_by_plane},
}};

}  // namespace halo::steps
