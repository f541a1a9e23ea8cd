#include <memory>

#include "kinds/arrays.hpp"
#include "tests/volume/kind.hpp"

namespace halo::lab {

Caller PlaneDifference::caller(Function function) const
{
    return [function, arrays = std::make_shared<DeviceArrays>()](const Inputs& inputs, Backend& backend) {
        const auto size = inputs.size.as<Size>();
        return arrays->call(inputs, inputs.arrays.at(0).size(), backend,
                            [&](const float* d_in, float* d_out) { function(d_in, d_out, size.width, size.height, size.depth); });
    };
}

}  // namespace halo::lab
