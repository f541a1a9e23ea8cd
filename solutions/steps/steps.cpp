// The steps in order, and what each changes.

#include "steps.hpp"

#include <array>

namespace halo::steps {

std::span<const Step> device_steps()
{
    static constexpr std::array<Step, 4> kSteps = {{
        {"naive", "a thread for each pixel", naive},
        {"shared", "patch and filter in shared memory", shared},
        {"shared_constant", "filter in constant memory", shared_constant},
        {"cached_halo", "only the core in shared memory, halo through the caches", cached_halo},
    }};
    return kSteps;
}

}  // namespace halo::steps
