// Pixels through the texture unit, 5 × 5: it answers with 0 what lies outside the image, and has a cache that follows both directions
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//
// A texture is a view of the rows as they lie in memory, or of an array in an order of its own, to which the image must be copied first.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;
constexpr int kBlockX = 32, kBlockY = 8;

__constant__ float c_filter[kSide * kSide];

// A pixel a thread. No test: a fetch from beyond the image's edge gives 0.
__global__ void conv2d_texture_kernel(cudaTextureObject_t image, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kBlockX + int(threadIdx.x), y = int(blockIdx.y) * kBlockY + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -kRadius; dy <= kRadius; ++dy)
#pragma unroll
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[(dy + kRadius) * kSide + dx + kRadius] * tex2D<float>(image, float(x + dx) + 0.5f, float(y + dy) + 0.5f);
    out[std::int64_t(y) * width + x] = sum;
}

/// A texture, and the array that it views, if it has one. They stay until a call brings another image: to make and to free an array of 1 GiB
/// takes longer than all that is timed here.
class View {
public:
    View() = default;
    View(const View&) = delete;
    ~View() { clear(); }

    bool is_of(const Problem& p) const { return texture_ != 0 && p.d_in == d_in_ && p.width == width_ && p.height == height_; }

    /// The image's rows as they lie in memory.
    void make_of_rows(const Problem& p)
    {
        clear();
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = const_cast<float*>(p.d_in);
        resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
        resource.res.pitch2D.width = std::size_t(p.width);
        resource.res.pitch2D.height = std::size_t(p.height);
        resource.res.pitch2D.pitchInBytes = std::size_t(p.width) * sizeof(float);
        make(p, resource);
    }

    /// An array as large as the image.
    void make_of_array(const Problem& p)
    {
        clear();
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        CUDA_CHECK(cudaMallocArray(&array_, &format, std::size_t(p.width), std::size_t(p.height)));
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        make(p, resource);
    }

    cudaTextureObject_t texture() const { return texture_; }
    cudaArray_t array() const { return array_; }

private:
    void make(const Problem& p, const cudaResourceDesc& resource)
    {
        cudaTextureDesc how{};
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
        how.filterMode = cudaFilterModePoint;
        how.readMode = cudaReadModeElementType;
        CUDA_CHECK(cudaCreateTextureObject(&texture_, &resource, &how, nullptr));
        d_in_ = p.d_in, width_ = p.width, height_ = p.height;
    }

    void clear()
    {
        if (texture_ == 0 && array_ == nullptr) return;
        cudaDeviceSynchronize();        // an earlier call may still be fetching
        if (texture_ != 0) cudaDestroyTextureObject(texture_);
        if (array_ != nullptr) cudaFreeArray(array_);
        texture_ = 0, array_ = nullptr;
    }

    const float* d_in_ = nullptr;
    int width_ = 0, height_ = 0;
    cudaTextureObject_t texture_ = 0;
    cudaArray_t array_ = nullptr;
};

void launch(const Problem& p, cudaTextureObject_t image)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, p.h_filter, sizeof(c_filter)));
    conv2d_texture_kernel<<<dim3(ceil_div(p.width, kBlockX), ceil_div(p.height, kBlockY)), dim3(kBlockX, kBlockY)>>>(image, p.d_out, p.width, p.height);
    CUDA_CHECK(cudaGetLastError());
}

/// A card views rows that are a multiple of 32 bytes long and begin at one of 512.
bool rows_can_be_viewed(const Problem& p)
{
    return p.width * sizeof(float) % 32 == 0 && reinterpret_cast<std::uintptr_t>(p.d_in) % 512 == 0;
}

}  // namespace

void conv2d_texture_array(const Problem& p)
{
    static View view;
    if (!view.is_of(p)) view.make_of_array(p);
    const std::size_t row_bytes = std::size_t(p.width) * sizeof(float);
    CUDA_CHECK(cudaMemcpy2DToArrayAsync(view.array(), 0, 0, p.d_in, row_bytes, row_bytes, std::size_t(p.height), cudaMemcpyDeviceToDevice));
    launch(p, view.texture());
}

void conv2d_texture(const Problem& p)
{
    static View view;
    if (!rows_can_be_viewed(p)) return conv2d_texture_array(p);
    if (!view.is_of(p)) view.make_of_rows(p);
    launch(p, view.texture());
}

}  // namespace halo::ladder
