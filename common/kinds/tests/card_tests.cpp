// What kinds do on a card, on the engine: inputs that are filled there, the check of what a function stores, and the basic kernels.

#include <memory>
#include <utility>

#include <doctest/doctest.h>

#include <cuda_runtime.h>

#include "engine/engine.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo::lab;

namespace {

/// The basic kernel is right for each of these seeds, and nothing else is.
template <TimedKind K>
void check(const K& kind, const typename K::Size& size)
{
    const auto made = kind.card_task(size);
    CardTask& task = *made;
    halo::engine::reset_watchers();
    const std::uint64_t outputs = task.arrays().elements.back();
    const CardCaller basic = kind.card_basic(size);
    task.fill(1);
    const std::vector<std::vector<float>> filters = task.arrays().host;
    basic(task.basic_arrays());
    CHECK(task.basic_wrong() == 0);
    task.fill(2);
    if (!filters.empty()) CHECK(task.arrays().host != filters);
    CHECK(task.wrong() > outputs * 9 / 10);             // nothing has been stored; in place some elements stay
    basic(task.basic_arrays());
    CHECK(task.basic_wrong() == 0);
    CHECK(halo::engine::findings().empty());
}

/// One element of the output becomes that of its neighbour.
template <TimedKind K>
std::uint64_t wrong_after_a_slip(const K& kind, const typename K::Size& size)
{
    const auto made = kind.card_task(size);
    CardTask& task = *made;
    task.fill(3);
    kind.card_basic(size)(task.basic_arrays());
    float* const out = task.arrays().device.back();
    cudaMemcpy(out + 17, out + 18, sizeof(float), cudaMemcpyDeviceToDevice);
    return task.wrong();
}

}  // namespace

TEST_CASE("convolutions are filled, summed and checked on the card, for sizes that fit no block")
{
    check(Conv1d{.radius = 4}, {.width = 1003});
    check(DeviceConv1d{}, {.width = 517, .filter_width = 7});
    for (int radius = 1; radius <= 5; ++radius) check(Conv2d{.radius = radius}, {.width = 67, .height = 35});
    check(SeparableConv2d{.radius = 2}, {.width = 35, .height = 67});
}

TEST_CASE("so are transposes, and layers of channels")
{
    check(Transpose{}, {.width = 67, .height = 35});
    check(TransposeInPlace{}, {.width = 65});
    check(Channels1d{.radius = 2}, {.width = 4, .in_channels = 37, .out_channels = 19});
}

TEST_CASE("one wrong element is found")
{
    CHECK(wrong_after_a_slip(Conv1d{.radius = 4}, {.width = 1003}) == 1);
    CHECK(wrong_after_a_slip(Conv2d{.radius = 2}, {.width = 67, .height = 35}) == 1);
    CHECK(wrong_after_a_slip(Transpose{}, {.width = 67, .height = 35}) == 1);
    CHECK(wrong_after_a_slip(Channels1d{.radius = 2}, {.width = 4, .in_channels = 37, .out_channels = 19}) == 1);
}

TEST_CASE("a function gets the arrays in the order of its arguments")
{
    static CardArrays seen;
    const auto task = SeparableConv2d{.radius = 1}.card_task({.width = 5, .height = 3});
    task->fill(1);
    SeparableConv2d{.radius = 1}.card_caller([](const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height) {
        seen = {.size = ImageSize{.width = width, .height = height}, .device = {const_cast<float*>(d_in), d_out}, .elements = {}, .host = {{h_column, h_column + 3}, {h_row, h_row + 3}}};
    })(task->arrays());
    CHECK(seen.device == task->arrays().device);
    CHECK(seen.host == task->arrays().host);
    CHECK(seen.size == task->arrays().size);
}
