#pragma once
// The kinds of functions that labs ask for.

#include <variant>

#include "kinds/judged.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/picture/kind.hpp"
#include "kinds/transposition/kind.hpp"

namespace halo::lab {

using Problem = std::variant<HostConv1d, DeviceConv1d, Conv1d, Conv2d, Transpose, TransposeInPlace, FilterImage, SeparableConv2d,
                             Channels1d>;

/// Whatever a problem's Function is, until `call` casts it back.
using Function = void (*)();

/// What the judge asks of it.
inline Judged judged(const Problem& problem)
{
    return std::visit([](const auto& kind) { return Judged(kind); }, problem);
}

}  // namespace halo::lab
