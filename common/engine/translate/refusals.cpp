// CUDA names that the CPU engine does not support: refused with a reason before g++ reports them as undeclared.

#include <algorithm>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

struct Unsupported {
    std::string_view words;             ///< one or more; a prefix, if it ends with `*`
    std::string_view reason, advice;    ///< `{}` is the word
};

constexpr std::string_view kFlat = "launch the kernels from host code, one after the other";
constexpr std::string_view kObjects = "use a texture object: cudaCreateTextureObject, and tex2D<float>(object, x, y)";
constexpr std::string_view kLaunch = "launch by kernel<<<grid, block, bytes, stream>>>(arguments)";
constexpr std::string_view kRuntime = "use the runtime: a .cu file with kernel<<<grid, block>>>(arguments)";

constexpr Unsupported kTable[] = {
    {"__shfl __shfl_up __shfl_down __shfl_xor __ballot __any __all", "was removed from CUDA: it did not say which lanes take part; {}_sync does",
     "name the lanes that take part: it takes a mask as first argument, 0xffffffff for a whole warp"},
    {"cudaLaunchDevice* cudaGetParameterBuffer* cudaStreamFireAndForget* cudaStreamTailLaunch", "is dynamic parallelism, which the CPU engine doesn't have", kFlat},
    {"__cluster_dims__", "makes clusters of blocks, which the CPU engine doesn't have", "let each block work on its own"},
    {"__nv_fp8_e8m0 __nv_fp8x2_e8m0 __nv_fp8x4_e8m0", "is a scale without fraction, which the CPU engine doesn't have",
     "keep the scale as a float, or its exponent as an int"},
    {"cudaGraphics*", "shares memory with a graphics library, which the CPU engine doesn't do", "copy the image to the host, and draw it from there"},
    {"cudaGraph*", "belongs to CUDA graphs, which the CPU engine doesn't have", kFlat},
    {"cudaIpc* cudaMemPoolExport* cudaMemPoolImport*", "shares device memory between processes, which the CPU engine doesn't do", "keep to one process"},
    {"texCubemap*", "reads a cube map, which the CPU engine doesn't have", "use a layered texture: tex2DLayered<float>(object, x, y, face)"},
    {"cudaLaunchKernelEx*", "launches with attributes that the CPU engine doesn't have", kLaunch},
    {"cudaLaunchConfig_t cudaLaunchAttribute*", "is for launches with attributes, which the CPU engine doesn't have", kLaunch},
    {"cudaGridDependencySynchronize cudaTriggerProgrammaticLaunchCompletion",
     "is for launches that overlap, which the CPU engine doesn't have", "leave it out: here a kernel begins when the one before has ended"},
    {"cudaThreadSynchronize", "was removed from CUDA 13; cudaDeviceSynchronize does the same", "write cudaDeviceSynchronize()"},
    {"cudaThreadExit", "was removed from CUDA 13; cudaDeviceReset does the same", "write cudaDeviceReset()"},
    {"cudaStreamSetAttribute", "sets what a stream keeps in the cache, which the CPU engine doesn't have", "leave it out: results do not depend on it"},
    {"cudaStreamGetAttribute cudaStreamAttr*",
     "is about what a stream keeps in the cache, which the CPU engine doesn't have", "leave it out: results do not depend on it"},
    {"cudaStreamBeginCapture* cudaStreamEndCapture", "records a CUDA graph, which the CPU engine doesn't have", kFlat},
    {"__maxnreg__", "limits registers, which the CPU engine doesn't count", "leave it out, or write __launch_bounds__(threads of a block)"},
    {"__nv_atomic_*", "takes an order of memory, which belongs to CUDA 12.8", "use atomicAdd() and its like, and __threadfence() where others are to see earlier stores"},
    {"__isGlobal __isShared __isConstant __isLocal",
     "asks which memory a pointer is to, which the CPU engine doesn't have", "pass what the function needs to know as an argument"},
    {"__cvta_generic_to_* __cvta_shared_to_generic __cvta_global_to_generic __cvta_constant_to_generic __cvta_local_to_generic",
     "makes an address for inline PTX, which the CPU engine can't run", "use the pointer itself"},
    {"tex1DLod tex2DLod tex3DLod tex1DLayeredLod tex2DLayeredLod tex1DGrad tex2DGrad tex3DGrad tex1DLayeredGrad tex2DLayeredGrad",
     "reads a level of a mipmap, which the CPU engine doesn't have", "use a texture without levels, as tex2D<float>(object, x, y)"},
    {"double4_16a double4_32a make_double4_16a make_double4_32a",
     "belongs to CUDA 13, and the CPU engine doesn't have it", "use double2, which has 16 bytes, or double4"},
    {"tex2Dgather", "reads four texels at once, which the CPU engine doesn't have", "read each with tex2D<float>(object, x, y)"},
    {"block_tile_memory", "is for tiles of more than a warp, which the CPU engine doesn't have",
     "take tiles of at most 32 threads, and combine their results in shared memory"},
    {"invoke_one", "has one thread of a group call a function, which the CPU engine doesn't have", "write if (group.thread_rank() == 0), then group.sync()"},
    {"invoke_one_broadcast", "has one thread of a group call a function, which the CPU engine doesn't have", "write if (group.thread_rank() == 0), then a shuffle"},
    {"cudaBindTexture* cudaUnbindTexture", "belongs to texture references, which were removed from CUDA 12", kObjects},
    {"cudaBindSurface*", "belongs to surface references, which were removed from CUDA 12", kObjects},
    {"cudaImportExternal*", "takes memory or a semaphore of another interface, which the CPU engine doesn't do", "keep to CUDA's own memory"},
    {"cudaExternalMemory*", "takes memory of another interface, which the CPU engine doesn't do", "keep to CUDA's own memory"},
    {"cuInit cuCtx* cuDeviceGet* cuMemAlloc* cuMemcpy* cuMemFree*", "belongs to the driver's interface, which the CPU engine doesn't have", kRuntime},
    {"cuModule*", "loads code for a GPU, which the CPU engine can't run", kRuntime},
    {"cuLaunch*", "launches code for a GPU, which the CPU engine can't run", kRuntime},
    {"nvrtc*", "compiles code for a GPU, which the CPU engine can't run", kRuntime},
};

const Unsupported* unsupported(std::string_view word)
{
    const auto names = [word](auto&& part) {
        const std::string_view name(part.begin(), part.end());
        return name.ends_with('*') ? word.starts_with(name.substr(0, name.size() - 1)) : word == name;
    };
    const auto* const one = std::ranges::find_if(kTable, [&](const Unsupported& row) { return std::ranges::any_of(row.words | std::views::split(' '), names); });
    return one == std::end(kTable) ? nullptr : one;
}

/// One of the program's own names: a member, or one being declared here.
bool is_own_name(const Stream& s, std::size_t i)
{
    if (i == 0) return false;
    const std::string_view before = s.text(i - 1);
    if (before == "." || before == "->" || before == "#") return true;
    if (s.text(i).starts_with("invoke_one") && before != "::") return true;      // a name that a program may well have
    if (!s.is_identifier(i - 1) || s.is_identifier(i + 1) || one_of(s.text(i), {"__cluster_dims__", "__maxnreg__"})) return false;
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
            rewrite.refuse(s[i].line, fmt::format("{} {}", s[i].text, fmt::format(fmt::runtime(one->reason), s[i].text)), std::string(one->advice));
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
