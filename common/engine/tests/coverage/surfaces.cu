// covers: Textures: surface objects: `surf2Dread`, `surf2Dwrite`, `surf3Dwrite`, with clamp and zero boundaries
#include <cstdio>
#include <vector>

constexpr int kWidth = 19, kHeight = 7, kDepth = 3;

__global__ void fill(cudaSurfaceObject_t surface)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    surf2Dwrite(make_float2(float(x), float(10 * y)), surface, x * int(sizeof(float2)), y);
}
/// Each element takes its lower right neighbour: clamped at the edge, or zero.
__global__ void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to, cudaSurfaceBoundaryMode mode)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    const float2 v = surf2Dread<float2>(from, (x + 1) * int(sizeof(float2)), y + 1, mode);
    surf2Dwrite(v, to, x * int(sizeof(float2)), y, cudaBoundaryModeTrap);
}
__global__ void fill_3d(cudaSurfaceObject_t surface)
{
    surf3Dwrite((unsigned char)(threadIdx.x + 20 * threadIdx.y + 90 * blockIdx.x), surface, int(threadIdx.x),
                int(threadIdx.y), int(blockIdx.x));
}

cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    if (cudaCreateSurfaceObject(&surface, &resource) != cudaSuccess) std::printf("no surface\n");
    return surface;
}

int flat()
{
    int failed = 0;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
    cudaArray_t arrays[2];
    cudaSurfaceObject_t surfaces[2];
    for (int i = 0; i < 2; ++i) {
        failed |= cudaMallocArray(&arrays[i], &format, kWidth, kHeight, cudaArraySurfaceLoadStore) != cudaSuccess;
        surfaces[i] = surface_of(arrays[i]);
    }
    fill<<<1, dim3(kWidth, kHeight)>>>(surfaces[0]);
    for (const cudaSurfaceBoundaryMode mode : {cudaBoundaryModeClamp, cudaBoundaryModeZero}) {
        shift<<<1, dim3(kWidth, kHeight)>>>(surfaces[0], surfaces[1], mode);
        std::vector<float2> out(kWidth * kHeight);
        constexpr std::size_t kRow = kWidth * sizeof(float2);
        failed |= cudaMemcpy2DFromArray(out.data(), kRow, arrays[1], 0, 0, kRow, kHeight, cudaMemcpyDeviceToHost) != cudaSuccess;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                const bool inside = x + 1 < kWidth && y + 1 < kHeight;
                const bool zero = !inside && mode == cudaBoundaryModeZero;
                const float want_x = zero ? 0 : x + 1 < kWidth ? x + 1 : x, want_y = zero ? 0 : 10 * (y + 1 < kHeight ? y + 1 : y);
                const float2 got = out[y * kWidth + x];
                if (got.x == want_x && got.y == want_y) continue;
                std::printf("mode %d: [%d][%d] = (%g, %g), expected (%g, %g)\n", int(mode), y, x, got.x, got.y, want_x, want_y);
                failed = 1;
            }
    }
    for (int i = 0; i < 2; ++i) {
        failed |= cudaDestroySurfaceObject(surfaces[i]) != cudaSuccess;
        failed |= cudaFreeArray(arrays[i]) != cudaSuccess;
    }
    return failed;
}

int solid()
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array;
    int failed = cudaMalloc3DArray(&array, &format, make_cudaExtent(kWidth, kHeight, kDepth), cudaArraySurfaceLoadStore) != cudaSuccess;
    const cudaSurfaceObject_t surface = surface_of(array);
    fill_3d<<<kDepth, dim3(kWidth, kHeight)>>>(surface);
    std::vector<unsigned char> out(kWidth * kHeight * kDepth);
    cudaMemcpy3DParms copy{};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(out.data(), kWidth, kWidth, kHeight);
    copy.extent = make_cudaExtent(kWidth, kHeight, kDepth);
    copy.kind = cudaMemcpyDeviceToHost;
    failed |= cudaMemcpy3D(&copy) != cudaSuccess;
    for (int i = 0; i < int(out.size()); ++i) {
        const auto want = (unsigned char)(i % kWidth + 20 * (i / kWidth % kHeight) + 90 * (i / kWidth / kHeight));
        if (out[i] != want) std::printf("out[%d] = %d, expected %d\n", i, out[i], want);
        failed |= out[i] != want;
    }
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    return failed;
}

int main() { return flat() | solid(); }
