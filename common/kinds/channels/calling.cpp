// Calls a layer of a network.

#include <memory>

#include "kinds/arrays.hpp"
#include "kinds/channels/kind.hpp"

namespace halo::lab {

namespace {

struct Layer {
    std::optional<Size> size;
    DeviceBuffer<float> in, weight, bias, out;

    void hold(const Inputs& inputs, std::size_t guard)
    {
        const std::vector<float>&values = inputs.arrays.at(0), &weights = inputs.arrays.at(1), &biases = inputs.arrays.at(2);
        if (size != inputs.size) {
            in = DeviceBuffer<float>(values.size(), "d_in", guard);
            weight = DeviceBuffer<float>(weights.size(), "d_weight", guard);
            bias = DeviceBuffer<float>(biases.size(), "d_bias", guard);
            const auto own = inputs.size.as<LayerSize>();
            out = DeviceBuffer<float>(std::size_t(own.out_channels) * std::size_t(own.width), "d_out", guard);
            size = inputs.size;
        }
        in.upload(values);
        weight.upload(weights);
        bias.upload(biases);
        out.fill(unwritten());
    }
};

}  // namespace

Caller Channels1d::caller(Function function) const
{
    return [function, layer = std::make_shared<Layer>()](const Inputs& inputs, Backend& backend) {
        Layer& l = *layer;
        l.hold(inputs, backend.device_guard());
        for (const DeviceBuffer<float>* array : {&l.in, &l.weight, &l.bias}) backend.give(given(*array, ArrayRole::input));
        backend.give(given(l.out, ArrayRole::output));
        return fetched(l.out, backend, [&] {
            const auto size = inputs.size.as<Size>();
            function(l.in.data(), l.weight.data(), l.bias.data(), l.out.data(), size.in_channels, size.out_channels, size.width);
        });
    };
}

CardCaller Channels1d::card_caller(Function function) const
{
    return [function](const CardArrays& a) {
        const auto size = a.size.as<Size>();
        function(a.device[0], a.device[1], a.device[2], a.device[3], size.in_channels, size.out_channels, size.width);
    };
}

}  // namespace halo::lab
