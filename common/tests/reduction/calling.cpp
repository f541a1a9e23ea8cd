#include <memory>

#include "kinds/arrays.hpp"
#include "tests/reduction/kind.hpp"

namespace halo::lab {

Caller Reduction::caller(Function function) const
{
    return [function, arrays = std::make_shared<DeviceArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, 1, backend, [&](const float* d_in, float* d_out) { function(d_in, d_out, inputs.size.as<Size>().n); });
    };
}

}  // namespace halo::lab
