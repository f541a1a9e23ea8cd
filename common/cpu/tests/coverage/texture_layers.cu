// covers: Textures: `tex3D` with linear filtering, `tex2DLayered`, `tex1DLayered`
// covers: Textures: `cudaMalloc3DArray`, `cudaMemcpy3D` to an array, `cudaArrayGetInfo`
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kWidth = 6, kHeight = 5, kDepth = 4, kCount = kWidth * kHeight * kDepth;

__global__ void between(cudaTextureObject_t texture, float* out)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y), z = int(blockIdx.x);
    out[(z * kHeight + y) * kWidth + x] = tex3D<float>(texture, x + 0.75f, y + 0.5f, z + 1.0f);
}
__global__ void layers(cudaTextureObject_t texture, float* out)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y), layer = int(blockIdx.x);
    out[(layer * kHeight + y) * kWidth + x] = tex2DLayered<float>(texture, kWidth - x - 0.5f, y + 0.5f, layer);
}
__global__ void lines(cudaTextureObject_t texture, float* out)
{
    out[blockIdx.x * kWidth + threadIdx.x] = tex1DLayered<float>(texture, threadIdx.x + 0.5f, int(kDepth - 1 - blockIdx.x));
}

float value(int x, int y, int z) { return float(x * x + 10 * y + 100 * z); }

cudaArray_t filled(int height, unsigned flags)
{
    std::vector<float> box(kWidth * height * kDepth);
    for (int i = 0; i < int(box.size()); ++i) box[i] = value(i % kWidth, i / kWidth % height, i / kWidth / height);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const bool one_row = height == 1;
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &format, make_cudaExtent(kWidth, one_row ? 0 : height, kDepth), flags);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(box.data(), kWidth * sizeof(float), kWidth, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(kWidth, height, kDepth);
    copy.kind = cudaMemcpyHostToDevice;
    if (cudaMemcpy3D(&copy) != cudaSuccess) std::printf("no copy: %s\n", cudaGetErrorString(cudaGetLastError()));
    return array;
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how{};
    for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
    how.filterMode = filter;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

int main()
{
    int failed = 0;
    float* d_out;
    cudaMalloc(&d_out, kCount * sizeof(float));
    std::vector<float> out(kCount);
    const auto differing = [&](auto expected, int height, const char* what) {
        int count = cudaMemcpy(out.data(), d_out, kWidth * height * kDepth * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess;
        for (int i = 0; i < kWidth * height * kDepth; ++i)
            count += !(std::abs(out[i] - expected(i % kWidth, i / kWidth % height, i / kWidth / height)) <= 0.01f);
        if (count) std::printf("%s: %d differ\n", what, count);
        return count != 0;
    };

    const cudaArray_t box = filled(kHeight, cudaArrayDefault), stack = filled(kHeight, cudaArrayLayered);
    const cudaArray_t rows = filled(1, cudaArrayLayered);
    const cudaTextureObject_t textures[] = {texture_of(box, cudaFilterModeLinear), texture_of(stack, cudaFilterModePoint),
                                            texture_of(rows, cudaFilterModeLinear)};

    cudaExtent extent{};
    cudaChannelFormatDesc format{};
    unsigned flags = 99;
    failed |= cudaArrayGetInfo(&format, &extent, &flags, stack) != cudaSuccess;
    failed |= extent.width != kWidth || extent.height != kHeight || extent.depth != kDepth || flags != cudaArrayLayered || format.x != 32;

    between<<<kDepth, dim3(kWidth, kHeight)>>>(textures[0], d_out);
    failed |= differing([](int x, int y, int z) {
        const int right = x + 1 < kWidth ? x + 1 : x, behind = z + 1 < kDepth ? z + 1 : z;
        return 0.5f * (0.75f * value(x, y, z) + 0.25f * value(right, y, z) + 0.75f * value(x, y, behind) + 0.25f * value(right, y, behind));
    }, kHeight, "tex3D");
    layers<<<kDepth, dim3(kWidth, kHeight)>>>(textures[1], d_out);
    failed |= differing([](int x, int y, int z) { return value(kWidth - 1 - x, y, z); }, kHeight, "tex2DLayered");
    lines<<<kDepth, kWidth>>>(textures[2], d_out);
    failed |= differing([](int x, int, int z) { return value(x, 0, kDepth - 1 - z); }, 1, "tex1DLayered");

    for (const cudaTextureObject_t texture : textures) failed |= cudaDestroyTextureObject(texture) != cudaSuccess;
    for (const cudaArray_t array : {box, stack, rows}) failed |= cudaFreeArray(array) != cudaSuccess;
    cudaFree(d_out);
    return failed;
}
