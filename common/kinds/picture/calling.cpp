// Calls a filter of pictures, on host pointers.

#include <algorithm>
#include <memory>

#include "kinds/arrays.hpp"
#include "kinds/edge_array.hpp"
#include "kinds/picture/kind.hpp"

namespace halo::lab {

namespace {

constexpr unsigned char kGuardByte = 0xa5, kFreshByte = 0xff;

struct Picture {
    EdgeArray filter;
    std::vector<unsigned char> in, out;
};

/// Bytes are passed on as floats. In the guard bands only changed bytes matter; between them the judge recognises unwritten ones.
std::vector<float> as_floats(const std::vector<unsigned char>& bytes)
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
        p.in.assign(in.begin(), in.end());                  // same sizes: same pointers
        p.filter.assign(inputs.arrays.at(1));
        p.out.assign(in.size() + 2 * kHostGuard, kGuardByte);
        const auto out = p.out.begin() + kHostGuard, end = out + std::ptrdiff_t(in.size());
        std::fill(out, end, kFreshByte);

        backend.run([&] { function(p.in.data(), &*out, inputs.size.width, inputs.size.height, p.filter.data()); });
        return RawOutput{as_floats(p.out), kHostGuard, &*out, 1};
    };
}

}  // namespace halo::lab
