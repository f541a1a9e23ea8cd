#include "harness/call.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "diagnose/compare.hpp"
#include "cuda/device_buffer.hpp"
#include "harness/backend.hpp"
#include "harness/edge_array.hpp"

namespace halo::lab {

struct Workspace::Buffers {
    std::optional<Size> size;
    EdgeArray host_in, host_filter;
    std::vector<float> host_row, host_out;
    std::vector<unsigned char> bytes_in, bytes_out;
    DeviceBuffer<float> in, weight, bias, out;
};

Workspace::Workspace() : buffers(std::make_unique<Buffers>()) {}
Workspace::~Workspace() = default;

namespace {

constexpr std::size_t kHostGuard = 64;

/// Runs the function, and fetches what is then in the output on the device.
Called observed(const Workspace::Buffers& b, const std::function<void()>& run)
{
    Called called;
    called.facts = observe(run);
    called.guard = b.out.guard();
    if (usable_after(called.facts)) called.values = b.out.download_all();
    return called;
}

/// Device pointers: `run` is given d_in, h_filter (if there is a filter) and d_out.
template <class Run>
Called on_device(const Inputs& inputs, Workspace::Buffers& b, Run run)
{
    const std::vector<float>& in = inputs.arrays.at(0);
    if (b.size != inputs.size) {
        b.in = DeviceBuffer<float>(in.size(), "d_in", device_guard());
        b.out = DeviceBuffer<float>(in.size(), "d_out", device_guard());
        b.size = inputs.size;
    }
    if (inputs.arrays.size() > 1) b.host_filter.assign(inputs.arrays[1]);    // same size: same pointer
    b.in.fill(unwritten());
    b.in.upload(in);
    b.out.fill(unwritten());

    return observed(b, [&] { run(b.in.data(), b.host_filter.data(), b.out.data()); });
}

Called call_kind(const HostConv1d&, HostConv1d::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    const std::vector<float>& in = inputs.arrays.at(0);
    b.host_in.assign(in);                               // same sizes: same pointers
    b.host_filter.assign(inputs.arrays.at(1));
    b.host_out.assign(in.size() + 2 * kHostGuard, unwritten());

    Called called;
    called.facts = observe([&] {
        function(b.host_in.data(), b.host_filter.data(), b.host_out.data() + kHostGuard, inputs.size.width,
                 inputs.size.filter_width);
    });
    called.guard = kHostGuard;
    called.values = b.host_out;
    return called;
}

Called call_kind(const DeviceConv1d&, DeviceConv1d::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    return on_device(inputs, b, [&](const float* d_in, const float* h_filter, float* d_out) {
        function(d_in, h_filter, d_out, inputs.size.width, inputs.size.filter_width);
    });
}

Called call_kind(const Conv1d&, Conv1d::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    return on_device(inputs, b, [&](const float* d_in, const float* h_filter, float* d_out) {
        function(d_in, h_filter, d_out, inputs.size.width);
    });
}

Called call_kind(const Conv2d&, Conv2d::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    return on_device(inputs, b, [&](const float* d_in, const float* h_filter, float* d_out) {
        function(d_in, h_filter, d_out, inputs.size.width, inputs.size.height);
    });
}

Called call_kind(const Transpose&, Transpose::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    return on_device(inputs, b, [&](const float* d_in, const float*, float* d_out) {
        function(d_in, d_out, inputs.size.width, inputs.size.height);
    });
}

Called call_kind(const TransposeInPlace&, TransposeInPlace::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    const std::vector<float>& in = inputs.arrays.at(0);
    if (b.size != inputs.size) b.out = DeviceBuffer<float>(in.size(), "d_data", device_guard());
    b.size = inputs.size;
    b.out.fill(unwritten());
    b.out.upload(in);
    return observed(b, [&] { function(b.out.data(), inputs.size.width); });
}

/// Bytes travel as floats. Outside the output a byte that changed counts; inside, the judge knows what nobody wrote.
Called call_kind(const FilterImage&, FilterImage::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    constexpr unsigned char kGuardByte = 0xa5, kFreshByte = 0xff;
    const std::vector<float>& in = inputs.arrays.at(0);
    b.bytes_in.assign(in.begin(), in.end());            // same sizes: same pointers
    b.host_filter.assign(inputs.arrays.at(1));
    b.bytes_out.assign(in.size() + 2 * kHostGuard, kGuardByte);
    const auto out = b.bytes_out.begin() + kHostGuard, end = out + std::ptrdiff_t(in.size());
    std::fill(out, end, kFreshByte);

    Called called;
    called.facts = observe([&] {
        function(b.bytes_in.data(), &*out, inputs.size.width, inputs.size.height, b.host_filter.data());
    });
    called.guard = kHostGuard;
    called.values.assign(b.bytes_out.begin(), b.bytes_out.end());
    const auto guard = [](float value) { return value == float(kGuardByte) ? unwritten() : value; };
    std::transform(called.values.begin(), called.values.begin() + kHostGuard, called.values.begin(), guard);
    std::transform(called.values.end() - kHostGuard, called.values.end(), called.values.end() - kHostGuard, guard);
    return called;
}

Called call_kind(const SeparableConv2d&, SeparableConv2d::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    b.host_row = inputs.arrays.at(2);
    return on_device(inputs, b, [&](const float* d_in, const float* h_column, float* d_out) {
        function(d_in, h_column, b.host_row.data(), d_out, inputs.size.width, inputs.size.height);
    });
}

Called call_kind(const Channels1d&, Channels1d::Function function, const Inputs& inputs, Workspace::Buffers& b)
{
    const std::vector<float>&in = inputs.arrays.at(0), &weight = inputs.arrays.at(1), &bias = inputs.arrays.at(2);
    const Size& size = inputs.size;
    if (b.size != size) {
        b.in = DeviceBuffer<float>(in.size(), "d_in", device_guard());
        b.weight = DeviceBuffer<float>(weight.size(), "d_weight", device_guard());
        b.bias = DeviceBuffer<float>(bias.size(), "d_bias", device_guard());
        b.out = DeviceBuffer<float>(std::size_t(size.out_channels) * std::size_t(size.width), "d_out", device_guard());
        b.size = size;
    }
    b.in.upload(in);
    b.weight.upload(weight);
    b.bias.upload(bias);
    b.out.fill(unwritten());

    Called called;
    called.facts = observe([&] {
        function(b.in.data(), b.weight.data(), b.bias.data(), b.out.data(), size.in_channels, size.out_channels, size.width);
    });
    called.guard = b.out.guard();
    if (usable_after(called.facts)) called.values = b.out.download_all();
    return called;
}

}  // namespace

Called call(const Problem& problem, Function function, const Inputs& inputs, Workspace& workspace)
try {
    return std::visit(
        [&]<class Kind>(const Kind& kind) {
            const auto typed = reinterpret_cast<typename Kind::Function>(function);
            return call_kind(kind, typed, inputs, *workspace.buffers);
        },
        problem);
} catch (const std::bad_alloc&) {
    throw;
} catch (const std::exception& thrown) {
    Called called;
    called.facts.error = CallError{message_from_text(thrown.what()), {}, {}};     // the card, not the function: nothing more can be fetched
    return called;
}

}  // namespace halo::lab
