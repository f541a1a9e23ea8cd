// CUDA names that the CPU engine does not support: refused with a reason before g++ reports them as undeclared.

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

struct Unsupported {
    std::string_view word;   ///< or a prefix, if it ends with `*`
    std::string_view reason, advice;
};

constexpr std::string_view kSync = "name the lanes that take part: it takes a mask as first argument, 0xffffffff for a whole warp";
constexpr std::string_view kFlat = "launch the kernels from host code, one after the other";
constexpr std::string_view kObjects = "use a texture object: cudaCreateTextureObject, and tex2D<float>(object, x, y)";
constexpr std::string_view kScale = "keep the scale as a float, or its exponent as an int";
constexpr std::string_view kRuntime = "use the runtime: a .cu file with kernel<<<grid, block>>>(arguments)";

constexpr Unsupported kTable[] = {
    {"__shfl", "was removed from CUDA: it did not say which lanes take part; __shfl_sync does", kSync},
    {"__shfl_up", "was removed from CUDA: it did not say which lanes take part; __shfl_up_sync does", kSync},
    {"__shfl_down", "was removed from CUDA: it did not say which lanes take part; __shfl_down_sync does", kSync},
    {"__shfl_xor", "was removed from CUDA: it did not say which lanes take part; __shfl_xor_sync does", kSync},
    {"__ballot", "was removed from CUDA: it did not say which lanes take part; __ballot_sync does", kSync},
    {"__any", "was removed from CUDA: it did not say which lanes take part; __any_sync does", kSync},
    {"__all", "was removed from CUDA: it did not say which lanes take part; __all_sync does", kSync},
    {"cudaLaunchDevice*", "is dynamic parallelism, which the CPU engine doesn't have", kFlat},
    {"cudaGetParameterBuffer*", "is dynamic parallelism, which the CPU engine doesn't have", kFlat},
    {"cudaStreamFireAndForget*", "is dynamic parallelism, which the CPU engine doesn't have", kFlat},
    {"cudaStreamTailLaunch", "is dynamic parallelism, which the CPU engine doesn't have", kFlat},
    {"__cluster_dims__", "makes clusters of blocks, which the CPU engine doesn't have", "let each block work on its own"},
    {"__nv_fp8_e8m0", "is a scale without fraction, which the CPU engine doesn't have", kScale},
    {"__nv_fp8x2_e8m0", "is a scale without fraction, which the CPU engine doesn't have", kScale},
    {"__nv_fp8x4_e8m0", "is a scale without fraction, which the CPU engine doesn't have", kScale},
    {"cudaGraphics*", "shares memory with a graphics library, which the CPU engine doesn't do", "copy the image to the host, and draw it from there"},
    {"cudaGraph*", "belongs to CUDA graphs, which the CPU engine doesn't have", kFlat},
    {"cudaIpc*", "shares device memory between processes, which the CPU engine doesn't do", "keep to one process"},
    {"texCubemap*", "reads a cube map, which the CPU engine doesn't have", "use a layered texture: tex2DLayered<float>(object, x, y, face)"},
    {"cudaLaunchKernelEx*", "launches with attributes that the CPU engine doesn't have", "launch by kernel<<<grid, block, bytes, stream>>>(arguments)"},
    {"cudaBindTexture*", "belongs to texture references, which were removed from CUDA 12", kObjects},
    {"cudaUnbindTexture", "belongs to texture references, which were removed from CUDA 12", kObjects},
    {"cudaBindSurface*", "belongs to surface references, which were removed from CUDA 12", kObjects},
    {"cudaImportExternal*", "takes memory or a semaphore of another interface, which the CPU engine doesn't do", "keep to CUDA's own memory"},
    {"cudaExternalMemory*", "takes memory of another interface, which the CPU engine doesn't do", "keep to CUDA's own memory"},
    {"cudaMemPoolExport*", "shares device memory between processes, which the CPU engine doesn't do", "keep to one process"},
    {"cudaMemPoolImport*", "shares device memory between processes, which the CPU engine doesn't do", "keep to one process"},
    {"cuInit", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuCtx*", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuDeviceGet*", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuMemAlloc*", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuMemcpy*", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuMemFree*", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuModule*", "loads code for a GPU, which the CPU engine can't run", kRuntime},
    {"cuLaunch*", "launches code for a GPU, which the CPU engine can't run", kRuntime},
    {"nvrtc*", "compiles code for a GPU, which the CPU engine can't run", kRuntime},
};

const Unsupported* unsupported(std::string_view word)
{
    for (const Unsupported& one : kTable) {
        const bool several = one.word.ends_with('*');
        if (several ? word.starts_with(one.word.substr(0, one.word.size() - 1)) : word == one.word) return &one;
    }
    return nullptr;
}

/// One of the program's own names: a member, or one being declared here.
bool is_own_name(const Stream& s, std::size_t i)
{
    if (i == 0) return false;
    const std::string_view before = s.text(i - 1);
    if (before == "." || before == "->" || before == "#") return true;
    if (!s.is_identifier(i - 1) || s.is_identifier(i + 1) || s.text(i) == "__cluster_dims__") return false;
    return before != "return" && before != "else" && before != "do" && before != "case";   // Type name
}

}  // namespace

void refuse_words(Rewrite& rewrite, const Stream& s, const std::vector<Conditional>& conditionals)
{
    auto group = conditionals.begin();
    std::size_t certain = 0;   // before this token, only the preprocessor knows what is compiled
    for (std::size_t i = 0; i < s.size(); ++i) {
        for (; group != conditionals.end() && group->before <= i; ++group)
            if (!group->certain) certain = std::max(certain, group->end);
        if (i < certain || !s.is_identifier(i)) continue;
        const Unsupported* one = unsupported(s[i].text);
        if (one != nullptr && !is_own_name(s, i))
            rewrite.refuse(s[i].line, fmt::format("{} {}", s[i].text, one->reason), std::string(one->advice));
    }
}

/// A kernel has no launches of its own to wait for.
void refuse_device_synchronize(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        if (!f.global) continue;
        for (std::size_t i = std::max(done, f.open); i < f.close; ++i)
            if (s.text(i) == "cudaDeviceSynchronize")
                rewrite.refuse(s[i].line, "cudaDeviceSynchronize in a kernel is dynamic parallelism, which the CPU engine doesn't have",
                               "wait for the kernel in host code; inside a block use __syncthreads()");
        done = std::max(done, f.close);
    }
}

}  // namespace halo::engine
