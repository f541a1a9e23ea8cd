// Calls a transpose.

#include <memory>

#include "kinds/arrays.hpp"
#include "kinds/transposition/kind.hpp"

namespace halo::lab {

namespace {

/// The matrix of a transpose in place.
struct InPlace {
    std::optional<Size> size;
    DeviceBuffer<float> data;
};

}  // namespace

Caller Transpose::caller(Function function) const
{
    return [function, arrays = std::make_shared<DeviceArrays>()](const Inputs& inputs, Backend& backend) {
        return arrays->call(inputs, inputs.arrays.at(0).size(), backend, [&](const float* d_in, float* d_out) {
            const auto size = inputs.size.as<Size>();
            function(d_in, d_out, size.width, size.height);
        });
    };
}

Caller TransposeInPlace::caller(Function function) const
{
    return [function, matrix = std::make_shared<InPlace>()](const Inputs& inputs, Backend& backend) {
        const std::vector<float>& in = inputs.arrays.at(0);
        if (matrix->size != inputs.size) matrix->data = DeviceBuffer<float>(in.size(), "d_data", backend.device_guard());
        matrix->size = inputs.size;
        matrix->data.fill(unwritten());
        matrix->data.upload(in);
        backend.give(given(matrix->data, ArrayRole::input));
        backend.give(given(matrix->data, ArrayRole::output));
        return fetched(matrix->data, backend, [&] { function(matrix->data.data(), inputs.size.as<Size>().width); }, "d_data");
    };
}

CardCaller Transpose::card_caller(Function function) const
{
    return [function](const CardArrays& a) {
        const auto size = a.size.as<Size>();
        function(a.device[0], a.device[1], size.width, size.height);
    };
}

CardCaller TransposeInPlace::card_caller(Function function) const
{
    return [function](const CardArrays& a) { function(a.device[0], a.size.as<Size>().width); };
}

}  // namespace halo::lab
