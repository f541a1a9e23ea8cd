// covers: Textures: `tex3D` with the weights of a card's linear filtering, `tex2DLayered`, `tex1DLayered`
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

constexpr int kPlaces = 60;
__global__ void anywhere(cudaTextureObject_t texture, const float3* at, float* out)
{
    out[threadIdx.x] = tex3D<float>(texture, at[threadIdx.x].x, at[threadIdx.x].y, at[threadIdx.x].z);
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

/// A card splits 256 parts along z, then x, then y, and rounds each time, a half upwards, but along y in the first column downwards. `f`: 256ths from texel (1, 1, 1) on.
float filtered(int fx, int fy, int fz)
{
    const auto second_of = [](int whole, int share, int half = 128) { return (whole * share + half) / 256; };
    float sum = 0.0f;
    for (int z = 0; z < 2; ++z)
        for (int x = 0; x < 2; ++x)
            for (int y = 0; y < 2; ++y) {
                const int in_z = z ? fz : 256 - fz;
                const int in_x = x ? second_of(in_z, fx) : in_z - second_of(in_z, fx);
                const int below = second_of(in_x, fy, x ? 128 : 127), in_y = y ? below : in_x - below;
                sum += float(in_y) / 256.0f * value(1 + x, 1 + y, 1 + z);
            }
    return sum;
}

int wrong_anywhere(cudaTextureObject_t texture)
{
    float3 at[kPlaces], *d_at;
    float out[kPlaces], *d_out;
    const auto part = [](int i, int step) { return i * step % 256; };
    for (int i = 0; i < kPlaces; ++i)
        at[i] = make_float3(1.5f + part(i, 37) / 256.0f, 1.5f + part(i, 91) / 256.0f, 1.5f + part(i, 143) / 256.0f);
    cudaMalloc(&d_at, sizeof at);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_at, at, sizeof at, cudaMemcpyHostToDevice);
    anywhere<<<1, kPlaces>>>(texture, d_at, d_out);
    int differ = cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < kPlaces; ++i) {
        const float want = filtered(part(i, 37), part(i, 91), part(i, 143));
        if (std::abs(out[i] - want) <= 1e-3f) continue;
        std::printf("tex3D at %d: %g, expected %g\n", i, out[i], want);
        ++differ;
    }
    cudaFree(d_at);
    cudaFree(d_out);
    return differ != 0;
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
    failed |= wrong_anywhere(textures[0]);
    layers<<<kDepth, dim3(kWidth, kHeight)>>>(textures[1], d_out);
    failed |= differing([](int x, int y, int z) { return value(kWidth - 1 - x, y, z); }, kHeight, "tex2DLayered");
    lines<<<kDepth, kWidth>>>(textures[2], d_out);
    failed |= differing([](int x, int, int z) { return value(x, 0, kDepth - 1 - z); }, 1, "tex1DLayered");

    for (const cudaTextureObject_t texture : textures) failed |= cudaDestroyTextureObject(texture) != cudaSuccess;
    for (const cudaArray_t array : {box, stack, rows}) failed |= cudaFreeArray(array) != cudaSuccess;
    cudaFree(d_out);
    return failed;
}
