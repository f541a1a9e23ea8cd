#pragma once
// The arrays that most functions need. A kind that needs others defines its own.

#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cuda/device_buffer.hpp"
#include "diagnose/compare.hpp"
#include "kinds/calling.hpp"
#include "kinds/edge_array.hpp"

namespace halo::lab {

/// Throws if the function has freed an array that is its caller's.
inline void check_still_there(DeviceBuffer<float>& array, const char* name)
{
    if (!array.is_gone()) return;
    array.let_go();
    throw std::runtime_error(std::string(name) + " was freed by this function, and belongs to its caller\n  where: after the call\n"
                             "  try:   free only what this function has allocated itself: which line frees " + name + "?");
}

/// Runs the function, then fetches its output from the device.
inline RawOutput fetched(DeviceBuffer<float>& out, Backend& backend, const std::function<void()>& call, const char* name = "d_out")
{
    const bool usable = backend.run(call);
    if (usable) check_still_there(out, name);
    return {usable ? out.download_all() : std::vector<float>{}, out.guard(), out.data()};
}

/// An array on the device, for Backend::give.
inline GivenArray given(const DeviceBuffer<float>& array, ArrayRole role) { return {array.data(), array.size(), sizeof(float), role}; }

/// d_in and d_out, with as many elements as the kind asks for. If its size has an `offset`, they lie that many floats after a multiple of 16 bytes;
/// d_out by `apart` more.
class DeviceArrays {
public:
    /// Runs `call` with d_in and d_out.
    template <class Call>
    RawOutput call(const Inputs& inputs, std::size_t outputs, Backend& backend, Call call)
    {
        const std::vector<float>& values = inputs.arrays.at(0);
        if (size_ != inputs.size) {
            // Allocations begin at multiples of 256 bytes, guards are multiples of 16, and one element more shifts the array.
            const auto floats = [&](std::string_view number) {
                const int* const found = inputs.size.find(number);
                return std::size_t(found != nullptr ? *found : 0);
            };
            const std::size_t before = backend.device_guard() + floats("offset");
            in_ = DeviceBuffer<float>(values.size(), "d_in", before);
            out_ = DeviceBuffer<float>(outputs, "d_out", before + floats("apart"));
            size_ = inputs.size;
        }
        in_.fill(unwritten());
        in_.upload(values);
        out_.fill(unwritten());
        backend.give(given(in_, ArrayRole::input));
        backend.give(given(out_, ArrayRole::output));
        RawOutput output = fetched(out_, backend, [&] { call(in_.data(), out_.data()); });
        check_still_there(in_, "d_in");
        return output;
    }

private:
    std::optional<Size> size_;
    DeviceBuffer<float> in_, out_;
};

/// Guard elements before and after an output on the host.
inline constexpr std::size_t kHostGuard = 64;

/// h_in and h_out of one size, for a function that brings them to the device and back itself.
class HostArrays {
public:
    /// Runs `call` with h_in and h_out.
    template <class Call>
    RawOutput call(const Inputs& inputs, Backend& backend, Call call)
    {
        const std::vector<float>& values = inputs.arrays.at(0);
        in_.assign(values);                                 // same size: same pointers
        out_.fill(values.size(), unwritten(), unwritten());
        backend.name_host_array(in_.named("h_in"));
        backend.name_host_array(out_.named("h_out"));
        backend.give(in_.given(ArrayRole::input));
        backend.give(out_.given(ArrayRole::output));
        backend.run([&] { call(in_.data(), out_.data()); });
        const auto whole = out_.whole();
        return {{whole.begin(), whole.end()}, kHostGuard, out_.data()};
    }

private:
    EdgeArray<float> in_, out_{kHostGuard};
};

}  // namespace halo::lab
