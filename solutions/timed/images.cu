// with: 13_image_filters
// Filters of RGB pictures, with all their copies to and from the GPU.

#include <tuple>

#include "contest.hpp"

void filter_image(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);
void filter_image_replicate(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);
void filter_image_mirror(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);

using namespace halo::timed;

namespace {

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;

enum class Outside { zero, replicate, mirror };

/// Sums in double and one rounding at the end: a byte may differ by 1 if the sum is close to a half.
std::uint64_t wrong_bytes(const std::vector<unsigned char>& in, const std::vector<unsigned char>& out, int width, int height,
                          const std::vector<float>& filter, Outside outside)
{
    const auto inside = [outside](int i, int n) {
        return outside == Outside::replicate ? std::clamp(i, 0, n - 1) : i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
    };
    std::uint64_t wrong = 0;
    for (int y = 0; y < height; ++y) {
        const bool checked = y < 4 || y >= height - 4 || y % 97 == 0;   // the host would need minutes for all rows
        for (int x = 0; checked && x < width; ++x)
            for (int c = 0; c < 3; ++c) {
                double sum = 0;
                for (int dy = -kRadius; dy <= kRadius; ++dy)
                    for (int dx = -kRadius; dx <= kRadius; ++dx) {
                        const bool ghost = x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height;
                        if (ghost && outside == Outside::zero) continue;
                        const std::size_t at = std::size_t(inside(y + dy, height)) * width + inside(x + dx, width);
                        sum += double(filter[(dy + kRadius) * kSide + dx + kRadius]) * in[at * 3 + c];
                    }
                const double want = std::clamp(std::floor(sum + 0.5), 0.0, 255.0);
                const double most = std::abs(sum - std::floor(sum) - 0.5) < 1e-3 ? 1.0 : 0.0;
                wrong += std::abs(out[(std::size_t(y) * width + x) * 3 + c] - want) > most;
            }
    }
    return wrong;
}

bool all(int width, int height, const char* size, int rounds)
{
    const std::size_t bytes = std::size_t(width) * height * 3;
    std::vector<unsigned char> in(bytes), out(bytes), other(bytes);
    for (std::size_t i = 0; i < bytes; ++i) in[i] = static_cast<unsigned char>((input_at(i) + 0.5f) * 255.9f);
    std::vector<float> filter = filter_of(kSide * kSide);
    for (float& weight : filter) weight /= 16.0f;
    using Function = void (*)(const unsigned char*, unsigned char*, int, int, const float*);
    std::vector<Entry> entries;
    for (const auto& [name, function, outside] : {std::tuple<const char*, Function, Outside>{"filter_image", filter_image, Outside::zero},
                                                  {"filter_image_replicate", filter_image_replicate, Outside::replicate},
                                                  {"filter_image_mirror", filter_image_mirror, Outside::mirror}})
        entries.push_back({name, [&, function = function] { function(in.data(), out.data(), width, height, filter.data()); },
                           [&, outside = outside] {
                               const std::uint64_t wrong = wrong_bytes(in, out, width, height, filter, outside);
                               std::fill(out.begin(), out.end(), 0x5a);
                               return wrong;
                           }});
    return contest(size, entries, rounds);
}

}  // namespace

/// With an argument, for the profiler: runs each function once, at the first size.
int main(int argc, char**)
{
    const bool once = argc > 1;
    const bool timed = all(8192, 8192, "8192 x 8192 RGB, 5 x 5, with copies", once ? 1 : 9);
    const bool large = once || all(26755, 26757, "26755 x 26757 RGB (2.1 GB), 5 x 5, with copies", 1);
    return timed && large ? 0 : 1;
}
