#include <fmt/format.h>

#include "findings/phrases.hpp"

namespace halo {

Message divided(const Finding& f, std::string_view)
{
    return {fmt::format("{}each of the {} blocks of {} has only warps that take both sides of a branch", prefix(f), f.blocks, f.kernel), "",
            "let a whole warp take one side: branch on threadIdx.x / 32"};
}

Message partly_divided(const Finding& f, std::string_view)
{
    return {fmt::format("{}{} of {} blocks of {} {} only warps that take both sides of a branch", prefix(f), f.finished, f.blocks, f.kernel,
                        f.finished == 1 ? "has" : "have"), "", "if they are at an edge, this costs little"};
}

}  // namespace halo
