// Calls a filter of pictures, on host pointers.

#include <algorithm>
#include <memory>
#include <span>

#include "kinds/arrays.hpp"
#include "kinds/edge_array.hpp"
#include "kinds/picture/kind.hpp"

namespace halo::lab {

namespace {

constexpr unsigned char kGuardByte = 0xa5, kFreshByte = 0xff;

struct Picture {
    EdgeArray<float> filter;
    EdgeArray<unsigned char> in, out{kHostGuard};
};

/// Bytes are passed on as floats. In the guard bands only changed bytes matter; between them the judge recognises unwritten ones.
std::vector<float> as_floats(std::span<const unsigned char> bytes)
{
    std::vector<float> values(bytes.begin(), bytes.end());
    const auto guard = [](float value) { return value == float(kGuardByte) ? unwritten() : value; };
    std::transform(values.begin(), values.begin() + kHostGuard, values.begin(), guard);
    std::transform(values.end() - kHostGuard, values.end(), values.end() - kHostGuard, guard);
    return values;
}

}  // namespace

Caller FilterImage::caller(Function function) const
{
    return [function, picture = std::make_shared<Picture>()](const Inputs& inputs, Backend& backend) {
        Picture& p = *picture;
        const std::vector<float>& in = inputs.arrays.at(0);
        p.in.assign(in);                                    // same sizes: same pointers
        p.filter.assign(inputs.arrays.at(1));
        p.out.fill(in.size(), kFreshByte, kGuardByte);
        backend.name_host_array(p.in.named("h_in"));
        backend.name_host_array(p.filter.named("h_filter"));
        backend.name_host_array(p.out.named("h_out"));
        backend.give(p.in.given(ArrayRole::input));
        backend.give(p.filter.given(ArrayRole::filter));
        backend.give(p.out.given(ArrayRole::output));

        const auto size = inputs.size.as<Size>();
        backend.run([&] { function(p.in.data(), p.out.data(), size.width, size.height, p.filter.data()); });
        return RawOutput{as_floats(p.out.whole()), kHostGuard, p.out.data(), 1};
    };
}

}  // namespace halo::lab
