#pragma once
// Layers of a network.

#include <array>

#include "kinds/kind.hpp"

namespace halo::lab {

/// Channels, and their elements.
struct LayerSize {
    int width = 1;                    ///< the length of each channel
    int in_channels = 1;
    int out_channels = 1;

    static constexpr std::array<SizeNumber<LayerSize>, 3> numbers() { return {{{"width", &LayerSize::width}, {"in_channels", &LayerSize::in_channels}, {"out_channels", &LayerSize::out_channels, 4}}}; }
    friend bool operator==(const LayerSize&, const LayerSize&) = default;
};

/// A layer of a network: every output channel has a filter for each input channel, and a bias. All on the device: in [C][L],
/// weight [O][C][2R+1], bias [O], out [O][L]. `tile` outputs of a channel per block; 0 for a function that does not tile.
struct Channels1d {
    int radius = 1;
    int tile = 0;
    using Size = LayerSize;
    using Function = void (*)(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                              int out_channels, int length);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{.name = "length", .number = "width"}, {"in_channels"}, {"out_channels"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<Channels1d>);

}  // namespace halo::lab
