// Apart from judgement.cpp, which reads and writes JSON: a student's program says it, too, and has no JSON library.
#include <fmt/format.h>

#include "findings/explain.hpp"
#include "findings/judgement.hpp"

namespace halo {

std::string pass_headline(const Judgement& j)
{
    const std::size_t n = j.cases.size();
    std::string text = fmt::format("{}: right in {} case{}", j.function, n == 1 ? "its" : fmt::format("all {}", n), n == 1 ? "" : "s");
    if (j.reuse_ratio && j.expected_reuse_ratio) text += fmt::format("; reuse_ratio {:.2f}, expected {:.2f}", *j.reuse_ratio, *j.expected_reuse_ratio);
    if (j.leaked_bytes > 0) text += fmt::format("; {} bytes of device memory not freed", thousands(std::int64_t(j.leaked_bytes)));
    return text;
}

}  // namespace halo
