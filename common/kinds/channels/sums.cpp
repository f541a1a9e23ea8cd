#include "kinds/channels/sums.hpp"

#include <vector>

#include <fmt/format.h>

#include "diagnose/footprints.hpp"

namespace halo::lab {

namespace {

constexpr int kRows = 8;                // channels that a drawing has room for

/// What out[o][l] sums: its own filters, a row for each input channel.
std::vector<DueProduct> due_products(const Size& size, int radius, int o, int l)
{
    const int taps = 2 * radius + 1;
    std::vector<DueProduct> due;
    for (int c = 0; c < size.in_channels; ++c)
        for (int k = 0; k < taps; ++k) {
            const int x = l + k - radius;
            DueProduct& one = due.emplace_back(DueProduct{.weight = (o * size.in_channels + c) * taps + k, .offset = {c, k - radius}, .place = {c, x}});
            if (x >= 0 && x < size.width) one.source = std::int64_t(c) * size.width + x;
        }
    return due;
}

Mark side(const Indices& due, const Indices& met, int reach)
{
    return due.front() == met.front() ? side_of(due, met, reach) : Mark::elsewhere;     // of another channel
}

}  // namespace

bool counted_again(const TapMap& map)
{
    std::size_t there = 0, again = 0;
    for (std::size_t o = 0; o < map.outputs(); ++o)
        for (std::size_t w = 0; map.readable(o) && w < map.weights(); ++w) {
            there += map.tap(o, w).times > 0;
            again += map.tap(o, w).times > 1;
        }
    return there > 0 && 4 * again >= 3 * there;
}

TapQuestion question_about_layer(const Size& size, int radius)
{
    const auto taps = std::size_t(2 * radius + 1), in = std::size_t(size.in_channels), out = std::size_t(size.out_channels);
    const auto length = std::size_t(size.width);
    TapQuestion q{.sources = in * length, .weights = out * in * taps, .outputs = out * length,
                  .products = double(out) * double(length) * double(in) * double(taps), .pass = {}, .ones = {}};
    const std::vector<float> biases(out, 0.0f);
    q.ask_filter(TapQuestion::kFloatDigits, {biases});
    return q;
}

std::optional<Footprint> wrong_products(const TapMap& map, const Size& size, int radius, std::optional<std::size_t> wanted)
{
    for (int o = 0; o < size.out_channels; ++o)
        for (int l = 0; l < size.width; ++l) {
            const auto output = std::size_t(o) * std::size_t(size.width) + std::size_t(l);
            if (!map.readable(output) || (wanted && *wanted != output)) continue;
            const Drawn drawn{.output = fmt::format("out[{}][{}]", o, l), .columns = 2 * radius + 1, .rows = kRows,
                              .place = [&](std::int64_t flat) { return Indices{flat / size.width, flat % size.width}; },
                              .side = [&](const Indices& due, const Indices& met) { return side(due, met, 2 * radius); }};
            if (Footprint f = footprint(map, output, due_products(size, radius, o, l), drawn); f.wrong > 0) return f;
        }
    return {};
}

}  // namespace halo::lab
