#pragma once
// Where the numbers of a call came from, and who stored its outputs: what an honest kernel must have loaded and stored.

#include <cstddef>
#include <cstdint>

namespace halo {

/// What an array that a function is given is for.
enum class ArrayRole { input, filter, output };

/// An array of a call, on the host or on the device.
struct GivenArray {
    const void* start = nullptr;
    std::size_t count = 0;                  ///< elements
    std::size_t element_bytes = sizeof(float);
    ArrayRole role = ArrayRole::input;
};

/// What became of the arrays during one call, in elements. Each element counts once, however often it was used.
struct InputUse {
    std::uint64_t inputs = 0;               ///< elements of all inputs; of these …
    std::uint64_t on_device = 0;            ///< … were in device memory, as they are
    std::uint64_t loaded = 0;               ///< … loaded from global memory by kernels
    std::uint64_t resent = 0;               ///< words that host code had put there and kernels loaded, each with an element's value
    std::uint64_t in_texture = 0;           ///< … fetched from textures
    std::uint64_t texels = 0;               ///< different words of any array that were fetched from textures and surfaces
    std::uint64_t in_constant = 0;          ///< words that copies or arguments brought to constant memory: of inputs, or of what kernels made
    std::uint64_t moved_in_pieces = 0;      ///< words that copies of a few moved within the device, away from their neighbours
    std::uint64_t fetched = 0;              ///< … copied back to the host
    std::uint64_t weights = 0;              ///< different weights of filters on the host …
    std::uint64_t weights_sent = 0;         ///< … of which copies and arguments of launches brought these to the device
    std::uint64_t outputs = 0;              ///< elements of all outputs …
    std::uint64_t stored = 0;               ///< … of which kernels stored these, and no copy or host code afterwards
    std::uint64_t host_made = 0;            ///< numbers sent to the device that are in no input and no filter
    std::uint64_t host_counts = 0;          ///< the same of whole numbers, as indices are
    std::uint64_t host_choices = 0;         ///< launches, what differs between those of a kernel, fills and copies: a choice tells kernels something

    friend bool operator==(const InputUse&, const InputUse&) = default;
};

/// Calls `visit(name, member)` for each number.
template <class Visit>
void for_each_use(Visit visit)
{
    visit("inputs", &InputUse::inputs);
    visit("on_device", &InputUse::on_device);
    visit("loaded", &InputUse::loaded);
    visit("resent", &InputUse::resent);
    visit("in_texture", &InputUse::in_texture);
    visit("texels", &InputUse::texels);
    visit("in_constant", &InputUse::in_constant);
    visit("moved_in_pieces", &InputUse::moved_in_pieces);
    visit("fetched", &InputUse::fetched);
    visit("weights", &InputUse::weights);
    visit("weights_sent", &InputUse::weights_sent);
    visit("outputs", &InputUse::outputs);
    visit("stored", &InputUse::stored);
    visit("host_made", &InputUse::host_made);
    visit("host_counts", &InputUse::host_counts);
    visit("host_choices", &InputUse::host_choices);
}

}  // namespace halo
