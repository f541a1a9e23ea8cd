// Calls a convolution.

#include <memory>

#include "kinds/arrays.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/edge_array.hpp"

namespace halo::lab {

namespace {

/// All arrays on the host.
struct HostSignal {
    HostArrays arrays;
    EdgeArray<float> filter;
};

/// In and out on the device, the filter on the host.
struct FilteredArrays {
    DeviceArrays device;
    EdgeArray<float> filter;

    template <class Call>
    RawOutput call(const Inputs& inputs, Backend& backend, Call call, const char* filter_name = "h_filter")
    {
        filter.assign(inputs.arrays.at(1));                 // same size: same pointer
        backend.name_host_array(filter.named(filter_name));
        backend.give(filter.given(ArrayRole::filter));
        return device.call(inputs, inputs.arrays.at(0).size(), backend,
                           [&](const float* d_in, float* d_out) { call(d_in, filter.data(), d_out); });
    }
};

/// The filter's row, besides the arrays with its column.
struct SeparableArrays {
    FilteredArrays with_column;
    EdgeArray<float> row;
};

}  // namespace

Caller HostConv1d::caller(Function function) const
{
    return [function, signal = std::make_shared<HostSignal>()](const Inputs& inputs, Backend& backend) {
        signal->filter.assign(inputs.arrays.at(1));         // same size: same pointer
        backend.name_host_array(signal->filter.named("h_filter"));
        backend.give(signal->filter.given(ArrayRole::filter));
        return signal->arrays.call(inputs, backend, [&](const float* h_in, float* h_out) {
            const auto size = inputs.size.as<Size>();
            function(h_in, signal->filter.data(), h_out, size.width, size.filter_width);
        });
    };
}

Caller DeviceConv1d::caller(Function function) const
{
    return [function, arrays = std::make_shared<FilteredArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* d_in, const float* h_filter, float* d_out) {
            const auto size = inputs.size.as<Size>();
            function(d_in, h_filter, d_out, size.width, size.filter_width);
        });
    };
}

Caller Conv1d::caller(Function function) const
{
    return [function, arrays = std::make_shared<FilteredArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* d_in, const float* h_filter, float* d_out) {
            function(d_in, h_filter, d_out, inputs.size.as<Size>().width);
        });
    };
}

Caller Conv2d::caller(Function function) const
{
    return [function, arrays = std::make_shared<FilteredArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, backend, [&](const float* d_in, const float* h_filter, float* d_out) {
            const auto size = inputs.size.as<Size>();
            function(d_in, h_filter, d_out, size.width, size.height);
        });
    };
}

Caller SeparableConv2d::caller(Function function) const
{
    return [function, arrays = std::make_shared<SeparableArrays>()](const Inputs& inputs, Backend& backend) {
        arrays->row.assign(inputs.arrays.at(2));
        backend.name_host_array(arrays->row.named("h_row"));
        backend.give(arrays->row.given(ArrayRole::filter));
        return arrays->with_column.call(
            inputs, backend,
            [&](const float* d_in, const float* h_column, float* d_out) {
                const auto size = inputs.size.as<Size>();
                function(d_in, h_column, arrays->row.data(), d_out, size.width, size.height);
            },
            "h_column");
    };
}

CardCaller DeviceConv1d::card_caller(Function function) const
{
    return [function](const CardArrays& a) {
        const auto size = a.size.as<Size>();
        function(a.device[0], a.host[0].data(), a.device[1], size.width, size.filter_width);
    };
}

CardCaller Conv1d::card_caller(Function function) const
{
    return [function](const CardArrays& a) { function(a.device[0], a.host[0].data(), a.device[1], a.size.as<Size>().width); };
}

CardCaller Conv2d::card_caller(Function function) const
{
    return [function](const CardArrays& a) {
        const auto size = a.size.as<Size>();
        function(a.device[0], a.host[0].data(), a.device[1], size.width, size.height);
    };
}

CardCaller SeparableConv2d::card_caller(Function function) const
{
    return [function](const CardArrays& a) {
        const auto size = a.size.as<Size>();
        function(a.device[0], a.host[0].data(), a.host[1].data(), a.device[1], size.width, size.height);
    };
}

}  // namespace halo::lab
