#include "data/reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace halo {

std::vector<float> conv1d_reference(std::span<const float> in, std::span<const float> filter)
{
    const auto width = std::ptrdiff_t(in.size());
    const auto radius = std::ptrdiff_t(filter.size()) / 2;

    std::vector<float> out(in.size());
    for (std::ptrdiff_t i = 0; i < width; ++i) {
        double sum = 0.0;
        for (std::ptrdiff_t d = -radius; d <= radius; ++d)
            if (i + d >= 0 && i + d < width)
                sum += double(filter[std::size_t(d + radius)]) * double(in[std::size_t(i + d)]);
        out[std::size_t(i)] = float(sum);
    }
    return out;
}

std::vector<float> conv2d_reference(std::span<const float> in, Extent extent, std::span<const float> filter, int radius)
{
    const int width = extent.width, height = extent.height;
    const auto pixel = [&](int x, int y) { return double(in[std::size_t(y) * std::size_t(width) + std::size_t(x)]); };
    const auto weight = [&](int dx, int dy) {
        return double(filter[std::size_t((dy + radius) * (2 * radius + 1) + dx + radius)]);
    };

    std::vector<float> out(extent.count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double sum = 0.0;
            const int first_dx = std::max(-radius, -x), last_dx = std::min(radius, width - 1 - x);
            const int first_dy = std::max(-radius, -y), last_dy = std::min(radius, height - 1 - y);
            for (int dy = first_dy; dy <= last_dy; ++dy)
                for (int dx = first_dx; dx <= last_dx; ++dx) sum += weight(dx, dy) * pixel(x + dx, y + dy);
            out[std::size_t(y) * std::size_t(width) + std::size_t(x)] = float(sum);
        }
    return out;
}

std::vector<float> conv2d_separable_reference(std::span<const float> in, Extent extent, std::span<const float> column,
                                              std::span<const float> row)
{
    const int width = extent.width, height = extent.height;
    const int radius = int(row.size()) / 2;
    const auto at = [&](int x, int y) { return std::size_t(y) * std::size_t(width) + std::size_t(x); };

    std::vector<double> rows(extent.count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int dx = -radius; dx <= radius; ++dx)
                if (x + dx >= 0 && x + dx < width)
                    rows[at(x, y)] += double(row[std::size_t(dx + radius)]) * double(in[at(x + dx, y)]);

    std::vector<float> out(extent.count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double sum = 0.0;
            for (int dy = -radius; dy <= radius; ++dy)
                if (y + dy >= 0 && y + dy < height) sum += double(column[std::size_t(dy + radius)]) * rows[at(x, y + dy)];
            out[at(x, y)] = float(sum);
        }
    return out;
}

std::vector<float> filter_image_reference(std::span<const float> in, Extent extent, std::span<const float> filter, int radius,
                                          Boundary boundary)
{
    const int width = extent.width, height = extent.height;
    // Which pixel each offset stands for, for the whole axis: asked for each tap of each pixel, it took most of a lab's test run.
    const auto stand_ins = [&](int size) {
        std::vector<int> from;
        for (int i = -radius; i < size + radius; ++i) from.push_back(stand_in(i, size, boundary));
        return from;
    };
    const std::vector<int> column_from = stand_ins(width), row_from = stand_ins(height);

    std::vector<float> out(3 * extent.count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            std::array<double, 3> sum{};
            for (int j = 0; j <= 2 * radius; ++j)
                for (int i = 0; i <= 2 * radius; ++i) {
                    const int from_x = column_from[std::size_t(x + i)], from_y = row_from[std::size_t(y + j)];
                    if (from_x < 0 || from_y < 0) continue;
                    const double weight = double(filter[std::size_t(j * (2 * radius + 1) + i)]);
                    const auto pixel = in.subspan((std::size_t(from_y) * std::size_t(width) + std::size_t(from_x)) * 3).first<3>();
                    for (std::size_t colour = 0; colour < 3; ++colour) sum[colour] += weight * double(pixel[colour]);
                }
            for (std::size_t colour = 0; colour < 3; ++colour)
                out[(std::size_t(y) * std::size_t(width) + std::size_t(x)) * 3 + colour] =
                    float(std::clamp(std::round(sum[colour]), 0.0, 255.0));
        }
    return out;
}

std::vector<float> conv1d_channels_reference(std::span<const float> in, std::span<const float> weight,
                                             std::span<const float> bias, int length)
{
    const std::size_t channels = in.size() / std::size_t(length), taps = weight.size() / bias.size() / channels;
    const int radius = int(taps) / 2;

    std::vector<float> out;
    for (std::size_t o = 0; o < bias.size(); ++o)
        for (int l = 0; l < length; ++l) {
            double sum = double(bias[o]);
            for (std::size_t c = 0; c < channels; ++c)
                for (int tap = -radius; tap <= radius; ++tap)
                    if (l + tap >= 0 && l + tap < length)
                        sum += double(weight[(o * channels + c) * taps + std::size_t(tap + radius)])
                               * double(in[c * std::size_t(length) + std::size_t(l + tap)]);
            out.push_back(float(sum));
        }
    return out;
}

}  // namespace halo
