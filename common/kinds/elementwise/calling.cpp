// Calls a function that makes an array from another, element by element.

#include <memory>

#include "kinds/arrays.hpp"
#include "kinds/elementwise/kind.hpp"

namespace halo::lab {

namespace {

using OnDevice = void (*)(const float* d_in, float* d_out, int n);

Caller device_caller(OnDevice function)
{
    return [function, arrays = std::make_shared<DeviceArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, inputs.arrays.at(0).size(), backend,
                            [&](const float* d_in, float* d_out) { function(d_in, d_out, inputs.size.as<ArraySize>().width); });
    };
}

}  // namespace

Caller AddToEach::caller(Function function) const { return device_caller(function); }
Caller ReverseBlocks::caller(Function function) const { return device_caller(function); }

Caller HostAddToEach::caller(Function function) const
{
    return [function, arrays = std::make_shared<HostArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* h_in, float* h_out) { function(h_in, h_out, inputs.size.as<ArraySize>().width); });
    };
}

}  // namespace halo::lab
