// NPP's filter and cuBLAS's transpose, loaded when asked for. Neither has a header here: their functions are declared as the vendor's
// documentation of CUDA 13 has them, and what they compute is checked like any rung.

#include "libraries.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"

namespace halo::ladder {

namespace {

struct NppSize {
    int width, height;
};
struct NppPoint {
    int x, y;
};
struct NppContext {
    cudaStream_t stream;
    int device, multiprocessors, threads_per_multiprocessor, threads_per_block;
    std::size_t shared_bytes_per_block;
    int major, minor;
    unsigned stream_flags;
    int reserved;
};
constexpr int kNppReplicate = 2;
using NppFilter = int (*)(const float*, int, NppSize, NppPoint, float*, int, NppSize, const float*, NppSize, NppPoint, int, NppContext);

constexpr int kCublasAsIs = 0, kCublasTransposed = 1;
using CublasCreate = int (*)(void**);
using CublasGeam = int (*)(void*, int, int, int, int, const float*, const float*, int, const float*, const float*, int, float*, int);

/// NPP mirrors the filter, so that it gets it mirrored.
Library npp(const Ladder& ladder, const Problem& p)
{
    Library library{"nppiFilterBorder_32f_C1R_Ctx", {}, {}, true};
    const auto filter_border = found<NppFilter>("libnppif", library.name.c_str(), library.why_not);
    if (filter_border == nullptr) return library;
    cudaDeviceProp card;
    CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
    const NppContext context{nullptr, 0, card.multiProcessorCount, card.maxThreadsPerMultiProcessor, card.maxThreadsPerBlock,
                             card.sharedMemPerBlock, card.major, card.minor, 0, 0};
    const NppSize side{2 * ladder.radius_x + 1, 2 * ladder.radius_y + 1}, image{p.width, p.height};
    std::vector<float> mirrored(p.h_filter, p.h_filter + side.width * side.height);
    std::ranges::reverse(mirrored);
    const auto d_filter = std::make_shared<DeviceBuffer<float>>(mirrored.size());
    d_filter->upload(mirrored);
    library.call = [=] {
        const int pitch = p.width * int(sizeof(float));
        if (filter_border(p.d_in, pitch, image, {0, 0}, p.d_out, pitch, image, d_filter->data(), side, {ladder.radius_x, ladder.radius_y}, kNppReplicate, context) != 0)
            CUDA_CHECK(cudaErrorUnknown);
    };
    return library;
}

/// cuBLAS counts by columns: a row-major matrix is its transpose to it.
Library cublas(const Problem& p)
{
    Library library{"cublasSgeam", {}, {}};
    const auto create = found<CublasCreate>("libcublas", "cublasCreate_v2", library.why_not);
    const auto geam = found<CublasGeam>("libcublas", "cublasSgeam", library.why_not);
    if (create == nullptr || geam == nullptr) return library;
    void* handle = nullptr;
    if (create(&handle) != 0) {
        library.why_not = "cublasCreate failed";
        return library;
    }
    library.call = [=] {
        const float one = 1.0f, zero = 0.0f;
        if (geam(handle, kCublasTransposed, kCublasAsIs, p.height, p.width, &one, p.d_in, p.width, &zero, p.d_out, p.height, p.d_out, p.height) != 0)
            CUDA_CHECK(cudaErrorUnknown);
    };
    return library;
}

}  // namespace

std::vector<Library> libraries_for(const Ladder& ladder, const Problem& problem)
{
    if (ladder.what == What::transpose) return {cublas(problem)};
    if (ladder.what == What::in_place) return {};
    if (ladder.radius_y == 0) return {cudnn_convolution(ladder, problem)};
    return {npp(ladder, problem), cudnn_convolution(ladder, problem)};
}

}  // namespace halo::ladder
