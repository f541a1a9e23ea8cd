#include "harness/call.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "check/compare.hpp"
#include "cuda/device_buffer.hpp"
#include "harness/backend.hpp"
#include "harness/edge_array.hpp"

namespace halo::lab {

struct Workspace::Buffers {
    std::optional<Size> size;
    EdgeArray host_in, host_filter;
    std::vector<float> host_out;
    DeviceBuffer<float> in, out;
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
    called.facts.error = thrown.what();     // the card, not the function: nothing more can be fetched
    return called;
}

}  // namespace halo::lab
