// The drawings that show more than one block: where its part of an array lies, and what the host does.

#include <algorithm>

#include <fmt/format.h>

#include "show/draw.hpp"

namespace halo::show {

namespace {

std::string text(int x, int y, std::string_view classes, std::string_view words)
{
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>", x, y, classes, escaped(words));
}

std::string box(int x, int y, int width, int height, std::string_view classes, std::string_view words)
{
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>", x, y, width, height, classes)
           + text(x + width / 2, y + height / 2 + 4, std::string(classes).find("p") != std::string::npos ? "in on" : "in", words);
}

/// Along one axis, with its head at the end.
std::string arrow(int x, int y, int dx, int dy)
{
    constexpr int kHead = 6;
    const int ex = x + dx, ey = y + dy, sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    return fmt::format("<path class=\"way\" d=\"M{} {}L{} {}\"/><path class=\"head\" d=\"M{} {}L{} {}L{} {}z\"/>", x, y, ex - sx * kHead, ey - sy * kHead, ex, ey,
                       ex - sx * kHead - sy * 4, ey - sy * kHead - sx * 4, ex - sx * kHead + sy * 4, ey - sy * kHead + sx * 4);
}

}  // namespace

Drawing map_drawing(const Scene& scene, std::size_t index)
{
    constexpr int kWidest = 150;
    const Array& array = scene.arrays.at(index);
    const std::int64_t row = array.columns();
    if (row == 0) return {};
    const std::int64_t rows = array.elements() / row;
    const double scale = double(kWidest) / double(std::max(row, rows));
    std::int64_t left = row, right = 0, top = rows, bottom = 0;
    bool stored = false;
    for_each_touch(scene, index, [&](const Moment&, const Part& part, const Touch& touch) {
        const std::int64_t x = touch.element % row, y = touch.element / row;
        left = std::min(left, x), right = std::max(right, x + touch.count), top = std::min(top, y), bottom = std::max(bottom, y + 1);
        stored |= part.stores;
    });
    const auto px = [&](std::int64_t elements) { return int(double(elements) * scale + 0.5); };
    return {fmt::format("<rect x=\"2\" y=\"2\" width=\"{}\" height=\"{}\" class=\"cell\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"cell {}\"/>", px(row), px(rows),
                        2 + px(left), 2 + px(top), px(right - left), px(bottom - top), stored ? "stored" : "read"),
            px(row) + 6, px(rows) + 6};
}

Drawing host_drawing(const Scene& scene)
{
    constexpr int kLeft = 52, kStep = 190, kBox = 70, kKernel = 150, kHigh = 26, kBelow = 96;
    const auto named = [](const HostCall& call) { return !call.kernel.empty() || (!call.from.array.empty() && !call.to.array.empty()); };     // the others are the test's own
    std::string inside = text(0, 4 + kHigh / 2 + 4, "label start", "host") + text(0, kBelow + kHigh / 2 + 4, "label start", "device");
    int x = kLeft, number = 0, below = 0;               // below: where the last box on the device ends; 0: it is on the host
    for (const HostCall& call : scene.host) {
        if (!named(call)) continue;
        ++number;
        if (below > 0) inside += arrow(below + 4, kBelow + kHigh / 2, x - below - 8, 0);
        if (!call.kernel.empty()) {
            inside += box(x, kBelow, kKernel, kHigh, "cell p4", call.kernel) + text(x + kKernel / 2, kBelow - 8, "middle", fmt::format("{} · launches", number));
            below = x + kKernel;
        } else {
            const bool up = call.to.on_host && !call.from.on_host;
            const auto& upper = up ? call.to : call.from;
            const auto& lower = up ? call.from : call.to;
            const int middle = x + kBox / 2, from = up ? kBelow - 2 : 4 + kHigh + 2, way = kBelow - kHigh - 8;
            inside += box(x, 4, kBox, kHigh, "cell p0", upper.array) + box(x, kBelow, kBox, kHigh, "cell p1", lower.array) + arrow(middle, from, 0, up ? -way : way);
            inside += text(middle + 10, (4 + kHigh + kBelow) / 2, "start", fmt::format("{} · copies {} bytes", number, call.bytes));
            below = up ? 0 : x + kBox;
        }
        x += kStep;
    }
    return {inside, x, kBelow + kHigh + 6};
}

}  // namespace halo::show
