// Calls a convolution.

#include <memory>

#include "kinds/arrays.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/edge_array.hpp"

namespace halo::lab {

namespace {

/// All arrays on the host.
struct HostSignal {
    EdgeArray in, filter;
    std::vector<float> out;
};

/// In and out on the device, the filter on the host.
struct FilteredArrays {
    DeviceArrays device;
    EdgeArray filter;

    template <class Call>
    RawOutput call(const Inputs& inputs, Backend& backend, Call call)
    {
        filter.assign(inputs.arrays.at(1));                 // same size: same pointer
        return device.call(inputs, inputs.arrays.at(0).size(), backend,
                           [&](const float* d_in, float* d_out) { call(d_in, filter.data(), d_out); });
    }
};

/// The filter's row, besides the arrays with its column.
struct SeparableArrays {
    FilteredArrays with_column;
    std::vector<float> row;
};

}  // namespace

Caller HostConv1d::caller(Function function) const
{
    return [function, signal = std::make_shared<HostSignal>()](const Inputs& inputs, Backend& backend) {
        HostSignal& s = *signal;
        const std::vector<float>& in = inputs.arrays.at(0);
        s.in.assign(in);                                    // same sizes: same pointers
        s.filter.assign(inputs.arrays.at(1));
        s.out.assign(in.size() + 2 * kHostGuard, unwritten());
        backend.run([&] {
            function(s.in.data(), s.filter.data(), s.out.data() + kHostGuard, inputs.size.width, inputs.size.filter_width);
        });
        return RawOutput{s.out, kHostGuard, s.out.data() + kHostGuard};
    };
}

Caller DeviceConv1d::caller(Function function) const
{
    return [function, arrays = std::make_shared<FilteredArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* d_in, const float* h_filter, float* d_out) {
            function(d_in, h_filter, d_out, inputs.size.width, inputs.size.filter_width);
        });
    };
}

Caller Conv1d::caller(Function function) const
{
    return [function, arrays = std::make_shared<FilteredArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* d_in, const float* h_filter, float* d_out) {
            function(d_in, h_filter, d_out, inputs.size.width);
        });
    };
}

Caller Conv2d::caller(Function function) const
{
    return [function, arrays = std::make_shared<FilteredArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* d_in, const float* h_filter, float* d_out) {
            function(d_in, h_filter, d_out, inputs.size.width, inputs.size.height);
        });
    };
}

Caller SeparableConv2d::caller(Function function) const
{
    return [function, arrays = std::make_shared<SeparableArrays>()](const Inputs& inputs, Backend& backend) {
        arrays->row = inputs.arrays.at(2);
        return arrays->with_column.call(inputs, backend, [&](const float* d_in, const float* h_column, float* d_out) {
            function(d_in, h_column, arrays->row.data(), d_out, inputs.size.width, inputs.size.height);
        });
    };
}

}  // namespace halo::lab
