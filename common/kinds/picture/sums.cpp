#include "kinds/picture/sums.hpp"

#include <vector>

#include <fmt/format.h>

#include "diagnose/footprints.hpp"

namespace halo::lab {

namespace {

constexpr int kColours = 3;

/// What the byte of a colour sums at (x, y): pixels outside are ghosts, or have a stand-in.
std::vector<DueProduct> due_products(const ImageTask& t, int x, int y, int colour)
{
    std::vector<DueProduct> due;
    for (int dy = -t.radius; dy <= t.radius; ++dy)
        for (int dx = -t.radius; dx <= t.radius; ++dx) {
            DueProduct& one = due.emplace_back(DueProduct{.weight = int(due.size()), .offset = {dy, dx}, .place = {y + dy, x + dx, colour}});
            const int from_x = stand_in(x + dx, t.extent.width, t.boundary), from_y = stand_in(y + dy, t.extent.height, t.boundary);
            if (from_x < 0 || from_y < 0) continue;
            one.place = {from_y, from_x, colour};
            one.source = (std::int64_t(from_y) * t.extent.width + from_x) * kColours + colour;
        }
    return due;
}

Mark side(const Indices& due, const Indices& met, int reach)
{
    if (due[2] != met[2]) return Mark::elsewhere;                   // of another colour
    return side_of({due[0], due[1]}, {met[0], met[1]}, reach);
}

}  // namespace

TapQuestion question_about_picture(Extent extent, int radius)
{
    const auto weights = std::size_t(2 * radius + 1) * std::size_t(2 * radius + 1), bytes = kColours * extent.count();
    TapQuestion q{.sources = bytes, .weights = weights, .outputs = bytes, .products = double(bytes) * double(weights), .pass = {}, .ones = {}};
    q.ask_filter(TapQuestion::kByteDigits);
    return q;
}

bool wrong_inside(const TapMap& map, const ImageTask& t)
{
    const auto readable = [&](std::size_t byte) { return map.readable(byte) && map.state(byte).constant != kUnwrittenByte; };
    for (std::size_t byte = 0; byte < map.outputs(); ++byte) {
        if (!readable(byte)) continue;
        const int x = int(byte / kColours) % t.extent.width, y = int(byte / kColours) / t.extent.width;
        for (const DueProduct& due : due_products(t, x, y, int(byte % kColours))) {
            const bool exists = x + int(due.offset[1]) >= 0 && x + int(due.offset[1]) < t.extent.width && y + int(due.offset[0]) >= 0
                                && y + int(due.offset[0]) < t.extent.height;
            if (exists && map.source(byte, std::size_t(due.weight)) != due.source) return true;
        }
    }
    return false;
}

std::optional<Footprint> wrong_products(const TapMap& map, const ImageTask& t, std::optional<std::size_t> wanted)
{
    for (std::size_t byte = 0; byte < map.outputs(); ++byte) {
        const bool unwritten = map.state(byte).constant == kUnwrittenByte;
        if (!map.readable(byte) || unwritten || (wanted && *wanted != byte)) continue;
        const int colour = int(byte % kColours), x = int(byte / kColours) % t.extent.width, y = int(byte / kColours) / t.extent.width;
        const Drawn drawn{.output = fmt::format("out[{}][{}][{}]", y, x, colour), .columns = 2 * t.radius + 1, .rows = 2 * t.radius + 1,
                          .place = [&](std::int64_t flat) {
                              const std::int64_t pixel = flat / kColours;
                              return Indices{pixel / t.extent.width, pixel % t.extent.width, flat % kColours}; }, .side = [&](const Indices& due, const Indices& met) { return side(due, met, 2 * t.radius); }};
        if (Footprint f = footprint(map, byte, due_products(t, x, y, colour), drawn); f.wrong > 0) return f;
    }
    return {};
}

}  // namespace halo::lab
