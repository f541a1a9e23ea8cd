// Headers of libraries that the CPU engine doesn't have: refused with a reason before g++ reports a missing file.

#include <algorithm>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

struct Library {
    std::string_view headers;   ///< names, between spaces; `*` ends a prefix
    std::string_view reason, advice;
};

constexpr std::string_view kOwn = "write the computation as a kernel";
constexpr std::string_view kLibcu = "libcu++ is a part of the CUDA toolkit that the CPU engine doesn't have";
constexpr std::string_view kPicture = "copy the image to the host, and draw it from there";
constexpr std::string_view kOneDevice = "keep to one device";

constexpr Library kLibraries[] = {
    {"mma.h crt/mma.h", "tensor cores are not in the CPU engine", "write the product with ordinary float operations"},
    {"cub/*", "CUB uses inline PTX, which the CPU engine can't run", "reduce and scan by __shfl_down_sync and __syncthreads(), or by <cooperative_groups/reduce.h> and <cooperative_groups/scan.h>"},
    {"thrust/*", "Thrust uses inline PTX, which the CPU engine can't run", "write the computation as a kernel; on the host, <algorithm> and <numeric> have the same functions"},
    {"cuda/barrier cuda/std/barrier cuda/latch cuda/std/latch cuda/semaphore cuda/std/semaphore", kLibcu, "use __syncthreads(), or sync() of a group of <cooperative_groups.h>"},
    {"cuda/pipeline", kLibcu, "use memcpy_async() and wait() of <cooperative_groups/memcpy_async.h>"},
    {"cuda/atomic cuda/std/atomic", kLibcu, "use atomicAdd() and its like; what a flag announces needs __threadfence() before it"},
    {"cuda/* nv/target", kLibcu, "write what you need of it as a __device__ function, or a struct, of your own"},
    {"cutlass/* cute/*", "CUTLASS uses inline PTX, which the CPU engine can't run", kOwn},
    {"cuda_pipeline.h cuda_pipeline_primitives.h", "copies that bypass registers are not in the CPU engine", "load and store, then __syncthreads()"},
    {"cuda_awbarrier.h cuda_awbarrier_primitives.h", "barriers that are objects in shared memory are not in the CPU engine", "use __syncthreads()"},
    {"cuda_fp6.h", "6-bit floats are not in the CPU engine", "use __nv_fp8_e4m3 of <cuda_fp8.h>, or __half"},
    {"cuda_fp4.h", "4-bit floats are not in the CPU engine", "use __nv_fp8_e4m3 of <cuda_fp8.h>, or __half"},
    {"cublas.h cublas_v2.h cublas_api.h cublasLt.h cublasXt.h", "cuBLAS is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"cufft.h cufftw.h cufftXt.h", "cuFFT is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"cudnn.h cudnn_*", "cuDNN is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"cusparse.h cusparse_v2.h cusparseLt.h", "cuSPARSE is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"cusolverDn.h cusolverSp.h cusolverMg.h cusolverRf.h cusolver_common.h", "cuSOLVER is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"curand.h curand_kernel.h curand_mtgp32_host.h curand_mtgp32_kernel.h", "cuRAND is a library for GPUs; the CPU engine doesn't have it", "generate the random numbers on the host"},
    {"npp.h nppcore.h nppdefs.h nppi* npps*", "NPP is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"nvjpeg.h", "nvJPEG is a library for GPUs; the CPU engine doesn't have it", kOwn},
    {"nccl.h", "NCCL connects several GPUs; the CPU engine has one device", kOneDevice},
    {"nvshmem.h nvshmemx.h", "NVSHMEM connects several GPUs; the CPU engine has one device", kOneDevice},
    {"nvml.h", "NVML asks the driver of a GPU; there is none", "describe the device by cudaGetDeviceProperties"},
    {"cupti.h", "CUPTI measures on a GPU; the CPU engine has counters of its own", "leave these calls out"},
    {"nvrtc.h nvJitLink.h", "code for a GPU is built while the program runs; the CPU engine can't run it", "write the kernel in the .cu file"},
    {"cuda_gl_interop.h cudaGL.h cuda_egl_interop.h cuda_vdpau_interop.h", "the CPU engine shares no memory with a graphics library", kPicture},
};

bool lists(std::string_view names, std::string_view header)
{
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(' '));
        if (name.ends_with('*') ? header.starts_with(name.substr(0, name.size() - 1)) : header == name) return true;
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return false;
}

}  // namespace

void refuse_includes(Rewrite& rewrite, const std::vector<Include>& includes)
{
    for (const Include& include : includes) {
        if (include.name.starts_with("cuda/") && include.name.ends_with(".hpp")) continue;   // Halo's own; libcu++ has no .hpp
        for (const Library& one : kLibraries)
            if (lists(one.headers, include.name))
                rewrite.refuse(include.line, fmt::format("<{}>: {}", include.name, one.reason), std::string(one.advice));
    }
}

}  // namespace halo::engine
