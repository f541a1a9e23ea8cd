// covers: Textures: `cudaMemcpy2DToArray`, `cudaMemcpy2DFromArray`, `cudaMemcpy2DArrayToArray`, with offsets
// covers: Textures: `uchar4` images, filtered as normalised floats; 16-bit floats
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kWidth = 10, kHeight = 7;

__global__ void halfway(cudaTextureObject_t texture, float4* out)
{
    out[blockIdx.x * kWidth + threadIdx.x] = tex2D<float4>(texture, float(threadIdx.x) + 1.0f, float(blockIdx.x) + 0.5f);
}
__global__ void plain(cudaTextureObject_t texture, float* out)
{
    out[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.5f);
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter, cudaTextureReadMode mode)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = filter;
    how.readMode = mode;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

uchar4 pixel(int x, int y) { return make_uchar4((unsigned char)(20 * x), (unsigned char)(30 * y), (unsigned char)(x + y), 255); }

int image()
{
    int failed = 0;
    std::vector<uchar4> picture(kWidth * kHeight), back(picture.size(), make_uchar4(1, 2, 3, 4));
    for (int i = 0; i < kWidth * kHeight; ++i) picture[i] = pixel(i % kWidth, i / kWidth);
    constexpr std::size_t kRow = kWidth * sizeof(uchar4);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t first, second;
    failed |= cudaMallocArray(&first, &format, kWidth, kHeight) != cudaSuccess;
    failed |= cudaMallocArray(&second, &format, kWidth, kHeight) != cudaSuccess;

    // In two parts, the left four columns and the rest; then across, then a window of it back.
    failed |= cudaMemcpy2DToArray(first, 0, 0, picture.data(), kRow, 16, kHeight, cudaMemcpyHostToDevice) != cudaSuccess;
    failed |= cudaMemcpy2DToArrayAsync(first, 16, 0, picture.data() + 4, kRow, kRow - 16, kHeight, cudaMemcpyHostToDevice, 0) != cudaSuccess;
    failed |= cudaMemcpy2DArrayToArray(second, 0, 0, first, 0, 0, kRow, kHeight) != cudaSuccess;
    failed |= cudaMemcpy2DFromArray(back.data(), kRow, second, 8, 2, kRow - 8, kHeight - 2, cudaMemcpyDeviceToHost) != cudaSuccess;
    failed |= cudaMemcpy2DToArray(first, 8, 0, picture.data(), kRow, kRow, 1, cudaMemcpyHostToDevice) != cudaErrorInvalidValue;
    cudaGetLastError();
    for (int y = 0; y < kHeight - 2; ++y)
        for (int x = 0; x < kWidth - 2; ++x) {
            const uchar4 got = back[y * kWidth + x], want = pixel(x + 2, y + 2);
            if (got.x == want.x && got.y == want.y && got.z == want.z && got.w == want.w) continue;
            std::printf("window [%d][%d] differs\n", y, x);
            failed = 1;
        }

    const cudaTextureObject_t texture = texture_of(second, cudaFilterModeLinear, cudaReadModeNormalizedFloat);
    float4* d_out;
    cudaMalloc(&d_out, kWidth * kHeight * sizeof(float4));
    halfway<<<kHeight, kWidth>>>(texture, d_out);
    std::vector<float4> out(kWidth * kHeight);
    failed |= cudaMemcpy(out.data(), d_out, out.size() * sizeof(float4), cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {
            const uchar4 a = pixel(x, y), b = pixel(x + 1 < kWidth ? x + 1 : x, y);
            const float4 got = out[y * kWidth + x];
            const auto near = [](float v, float p, float q) { return std::abs(v - (p + q) / 510.0f) <= 0.0005f; };
            if (near(got.x, a.x, b.x) && near(got.y, a.y, b.y) && near(got.z, a.z, b.z) && near(got.w, a.w, b.w)) continue;
            std::printf("filtered [%d][%d] differs: %g %g %g %g\n", y, x, got.x, got.y, got.z, got.w);
            failed = 1;
        }
    cudaDestroyTextureObject(texture);
    cudaFreeArray(first);
    cudaFreeArray(second);
    cudaFree(d_out);
    return failed;
}

int halves()
{
    // 0, 1, -2, 0.5, the largest, the smallest normal, the smallest, 1/3, -infinity.
    const unsigned short bits[] = {0x0000, 0x3c00, 0xc000, 0x3800, 0x7bff, 0x0400, 0x0001, 0x3555, 0xfc00};
    const float values[] = {0.0f, 1.0f, -2.0f, 0.5f, 65504.0f, 6.103515625e-5f, 5.9604644775390625e-8f, 0.333251953125f, -INFINITY};
    const cudaChannelFormatDesc format = cudaCreateChannelDescHalf();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 9);
    cudaMemcpy2DToArray(array, 0, 0, bits, sizeof bits, sizeof bits, 1, cudaMemcpyHostToDevice);
    const cudaTextureObject_t texture = texture_of(array, cudaFilterModePoint, cudaReadModeElementType);
    float *d_out, out[9];
    cudaMalloc(&d_out, sizeof out);
    plain<<<1, 9>>>(texture, d_out);
    int failed = cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 9; ++i) {
        if (out[i] == values[i]) continue;
        std::printf("half %04x gives %g, expected %g\n", bits[i], out[i], values[i]);
        failed = 1;
    }
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(d_out);
    return failed;
}

int main() { return image() | halves(); }
