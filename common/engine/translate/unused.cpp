// `cudaFree(d_in);` becomes `cudaFree(d_in), ::halo_engine::Unused{"cudaFree", __FILE__, 7};`: if the device refuses the call, nobody learns of it,
// see headers/halo/error_api.hpp.

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

/// Functions of CUDA that allocate, copy, launch and the like; in alphabetical order. A macro of the program may well be called cudaCheck.
constexpr std::array<std::string_view, 68> kCalls = {
    "cudaCreateSurfaceObject", "cudaCreateTextureObject", "cudaDestroySurfaceObject", "cudaDestroyTextureObject",
    "cudaDeviceGetAttribute", "cudaDeviceSetLimit", "cudaEventCreate", "cudaEventCreateWithFlags", "cudaEventDestroy",
    "cudaEventElapsedTime", "cudaEventRecord", "cudaEventSynchronize", "cudaFree", "cudaFreeArray", "cudaFreeAsync",
    "cudaFreeHost", "cudaFuncSetAttribute", "cudaGetDeviceProperties", "cudaGetSymbolAddress", "cudaGetSymbolSize",
    "cudaHostAlloc", "cudaHostGetDevicePointer", "cudaHostRegister", "cudaHostUnregister", "cudaLaunchCooperativeKernel",
    "cudaLaunchKernel", "cudaMalloc", "cudaMalloc3D", "cudaMalloc3DArray", "cudaMallocArray", "cudaMallocAsync",
    "cudaMallocFromPoolAsync", "cudaMallocHost", "cudaMallocManaged", "cudaMallocPitch", "cudaMemAdvise", "cudaMemPrefetchAsync",
    "cudaMemcpy", "cudaMemcpy2D", "cudaMemcpy2DArrayToArray", "cudaMemcpy2DAsync", "cudaMemcpy2DFromArray",
    "cudaMemcpy2DFromArrayAsync", "cudaMemcpy2DToArray", "cudaMemcpy2DToArrayAsync", "cudaMemcpy3D", "cudaMemcpy3DAsync",
    "cudaMemcpyAsync", "cudaMemcpyFromArray", "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync", "cudaMemcpyPeer",
    "cudaMemcpyPeerAsync", "cudaMemcpyToArray", "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "cudaMemset", "cudaMemset2D",
    "cudaMemset2DAsync", "cudaMemset3D", "cudaMemset3DAsync", "cudaMemsetAsync", "cudaSetDevice", "cudaStreamCreate",
    "cudaStreamCreateWithFlags", "cudaStreamDestroy", "cudaStreamSynchronize", "cudaStreamWaitEvent",
};
static_assert(std::is_sorted(kCalls.begin(), kCalls.end()));

}  // namespace

/// Of the file's own code: what a macro's call is worth to whoever uses it, its text does not show.
void rewrite_unused(Rewrite& rewrite, const Stream& s)
{
    const std::vector<bool> in_block = tokens_in_blocks(s);
    for (std::size_t i = 0; i + 1 < s.size(); ++i) {
        if (!s[i].text.starts_with("cuda") || s.text(i + 1) != "(" || s[i + 1].match == kNone || !in_block[i]) continue;
        const std::size_t close = s[i + 1].match, begin = i > 0 && s.text(i - 1) == "::" ? i - 1 : i;
        if (s[i].line != s[close].line) continue;       // with a comma after it, g++ takes its last line for its place
        if (s[i].text.starts_with("cudaMalloc") && s.is_identifier(i + 2)) continue;        // refused when built, at its own column
        if (s.text(close + 1) != ";" || !may_begin_statement(s, begin) || !std::binary_search(kCalls.begin(), kCalls.end(), s[i].text)) continue;
        rewrite.edits.insert(s[close].end, fmt::format(", ::halo_engine::Unused{{\"{}\", __FILE__, {}}}", s[i].text, s[i].line));
    }
}

}  // namespace halo::engine
